import type { INodeProperties } from 'n8n-workflow';
import type { Engine, OpenConversationState } from '../../../engine';
import { connect } from '../../shared/connect';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { conversationJson } from './conversation-json';

/** How many conversations are read from the store at a time. */
const PAGE = 500;
const MINUTE = 60_000;

const closingWithin: INodeProperties = {
	displayName: 'Closing Within (Minutes)',
	name: 'closingWithin',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Only the windows that close within this time, for a last message before they do. 0 for all that are open.',
};

/** Reads page by page, as far as `limit`. */
async function read(
	engine: Engine,
	query: { channel: string; closingWithin?: number },
	limit: number,
): Promise<OpenConversationState[]> {
	const found: OpenConversationState[] = [];
	while (found.length < limit) {
		const size = Math.min(PAGE, limit - found.length);
		const page = await engine.openConversations({ ...query, after: found.at(-1)?.contact, limit: size });
		found.push(...page);
		if (page.length < size) break;
	}
	return found;
}

/** Lists the conversations whose window is open now. */
export const getMany: Operation = {
	description: shownFor('conversation', 'getMany', [closingWithin]),
	async prepare(context) {
		const { credential, engine, sender } = await connect(context);
		await sender.freshenClock(credential.channel);
		return async (itemIndex) => {
			const minutes = context.getNodeParameter('closingWithin', itemIndex, 0) as number;
			const limit = context.getNodeParameter('returnAll', itemIndex, false)
				? Infinity
				: (context.getNodeParameter('limit', itemIndex, 50) as number);
			const query = {
				channel: credential.channel,
				...(minutes > 0 && { closingWithin: minutes * MINUTE }),
			};
			const found = await read(engine, query, limit);
			return found.map(({ contact, ...state }) => ({ json: conversationJson(contact, state) }));
		};
	},
};
