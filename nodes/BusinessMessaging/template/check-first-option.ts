import type { INodeProperties } from 'n8n-workflow';

/** Whether what the platform would reject is refused before the call. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check First',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether to refuse what the platform would reject: broken rules, and for a new template also a locked name, too many names, or the wording of another template',
};
