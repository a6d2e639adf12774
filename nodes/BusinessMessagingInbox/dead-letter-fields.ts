import type { INodeProperties } from 'n8n-workflow';
import type { InboxCall } from './on-inbox';

/** Which trigger. */
export const subscriptionField: INodeProperties = {
	displayName: 'Inbox Trigger Name or ID',
	name: 'subscription',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getSubscriptions' },
	required: true,
	default: '',
	description:
		'The trigger that the dead letters belong to. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Which dead letters. */
export const deadLettersField: INodeProperties = {
	displayName: 'Dead Letters',
	name: 'deadLetters',
	type: 'string',
	default: '',
	placeholder: '{{ $json.seq }}',
	description: 'The seq values of the dead letters, separated by commas. Leave empty for all.',
};

/** The numbers of the chosen dead letters; `undefined` for all. @throws Error for what isn't a number */
export function readSeqs({ get }: Pick<InboxCall, 'get'>): number[] | undefined {
	const written = String(get('deadLetters')).trim();
	if (written === '') return undefined;
	return written.split(',').map((each) => {
		if (/^\s*\d+\s*$/.test(each)) return Number(each);
		throw new Error(`Dead Letters must contain the seq values of dead letters, not "${each.trim()}".`);
	});
}
