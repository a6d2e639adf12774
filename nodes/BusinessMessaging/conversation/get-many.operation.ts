import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { MINUTE } from '../../../base';
import type { Engine, OpenConversationState } from '../../../engine';
import { limit as limitField, returnAll } from '../../shared/common-fields';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readLimit } from '../../shared/read/values';
import { conversationJson } from './customer';

/** How many conversations are read from the store at a time. */
const PAGE = 500;

const closingWithin: INodeProperties = {
	displayName: 'Closing Within (Minutes)',
	name: 'closingWithin',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Return only conversations whose window closes within this time, for example to send a last message. Use 0 for all open windows.',
};

/** Reads page by page, up to `limit`. */
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

const ofNumber = {
	async open(context: IExecuteFunctions) {
		const connected = await connect(context);
		await connected.sender.freshenClock(connected.credential.channel);
		return connected;
	},
};

/** Lists the conversations whose window is open now. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the conversations whose window is open, or is about to close',
	action: 'Get many conversations',
	numbers: 'all',
	fields: [closingWithin, returnAll, limitField],
	forEachItem: perItem(ofNumber, async ({ context, engine, get, itemIndex, credential: { channel } }) => {
		const minutes = get('closingWithin', 0);
		const query = { channel, ...(minutes > 0 && { closingWithin: minutes * MINUTE }) };
		const found = await read(engine, query, readLimit(context, itemIndex));
		return found.map(({ contact, ...state }) => ({ json: conversationJson(contact, state) }));
	}),
};
