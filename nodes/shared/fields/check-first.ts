import type { INodeProperties } from 'n8n-workflow';

/** Whether what breaks a documented limit is refused before the call. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check First',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether to refuse what breaks a documented limit before anything is sent; for a new template, also a locked name, too many names, and the wording of another one. Turn this off if your gateway allows more.',
};
