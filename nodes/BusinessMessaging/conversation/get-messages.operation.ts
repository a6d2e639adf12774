import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { History, SentText } from '../../../engine';
import { normalizeAddress, replyOf } from '../../../engine';
import { limit, returnAll } from '../../shared/common-fields';
import { textOf } from '../../shared/events/to-items';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readLimit, readTime } from '../../shared/read/values';
import { isoTime } from '../../shared/times';
import { customerField, ofFoundCustomer } from './customer';

/** As many as the newest messages are looked for, if all are asked for. */
const MOST = 10_000;

/** From when on. */
export const since: INodeProperties = {
	displayName: 'Since',
	name: 'since',
	type: 'dateTime',
	default: '',
	description: 'Return only what was said or happened from this time on. Leave empty for all that is stored.',
};

const order: INodeProperties = {
	displayName: 'Order',
	name: 'messageOrder',
	type: 'options',
	options: [
		{ name: 'Oldest First', value: 'oldest', description: 'As chat memories and prompts need it' },
		{ name: 'Newest First', value: 'newest' },
	],
	default: 'oldest',
	description: 'The order of the messages. If there are more than the limit, the newest are returned.',
};

const returnAs: INodeProperties = {
	displayName: 'Return',
	name: 'returnAs',
	type: 'options',
	options: [
		{ name: 'An Item for Each Message', value: 'items' },
		{
			name: 'One Item With All Messages',
			value: 'one',
			description: 'With a list (messages) and a text for a prompt (transcript)',
		},
	],
	default: 'items',
};

type Received = History['received'][number];

/** Who wrote a message: the customer, the business agent, a person in the phone app, or a workflow. */
type Author = 'customer' | 'agent' | 'person' | 'workflow';

/** A message of a conversation. Agents and chat models know the roles. */
interface Said {
	role: 'user' | 'assistant';
	/** What it says, or its type in brackets. */
	text: string;
	/** Epoch ms */
	at: number;
	id: string;
	type: string;
	sentBy: Author;
	contact: string;
}

const AUTHORS: Readonly<Record<Received['kind'], Author>> = {
	message: 'customer',
	agent_reply: 'agent',
	app_reply: 'person',
};

const textOr = (text: string | null | undefined, type: string) => text || `[${type}]`;

function received(event: Received): Said {
	const { kind, at, contact, message } = event;
	const reply = replyOf(event);
	return {
		role: kind === 'message' ? 'user' : 'assistant',
		text: textOr(textOf(event, reply) ?? reply?.title, message.type),
		at,
		id: message.id,
		type: message.type,
		sentBy: AUTHORS[kind],
		contact,
	};
}

const sent = ({ messageId: id, at, type, text, contact }: SentText): Said => ({
	role: 'assistant',
	text: textOr(text, type),
	at,
	id,
	type,
	sentBy: 'workflow',
	contact,
});

/** The platform writes system messages itself. */
const isSaid = ({ message }: Received) => message.type !== 'system';

/** What was said in a conversation, oldest first: as much as `limit`, the newest. */
function saidIn(history: History, limit: number): Said[] {
	const all = [...history.received.filter(isSaid).map(received), ...history.sent.map(sent)];
	return all
		.sort((a, b) => b.at - a.at || (a.role === b.role ? 0 : a.role === 'assistant' ? -1 : 1))
		.slice(0, limit)
		.reverse();
}

/** A message as items carry it: its time as ISO 8601. */
const saidJson = ({ role, text, at, id, type, sentBy, contact }: Said): IDataObject => ({
	role,
	text,
	at: isoTime(at),
	id,
	type,
	sentBy,
	contact,
});

/** A conversation as one text, for a prompt: a line for each message. */
const transcriptOf = (said: readonly Said[]): string =>
	said.map(({ role, text }) => `${role === 'user' ? 'Customer' : 'Business'}: ${text}`).join('\n');

/** Gets what was said in a conversation. */
export const getMessages: Operation = {
	value: 'getMessages',
	name: 'Get Messages',
	description:
		"Get what was said in a conversation: what was received, and what was sent while the credential's Keep Sent Texts was on",
	action: 'Get the messages of a conversation',
	fields: [customerField, returnAs, order, since, returnAll, limit],
	forEachItem: perItem(ofFoundCustomer, async ({ context, get, store, channel, customer, itemIndex }) => {
		const most = Math.min(readLimit(context, itemIndex), MOST);
		const from = readTime(get('since', ''), 'Since', context.getTimezone());
		const history = await store.conversations.history({
			channel,
			contact: normalizeAddress(customer),
			limit: most,
			...(from !== undefined && { since: from }),
		});
		const said = saidIn(history, most);
		const transcript = transcriptOf(said);
		const isNewestFirst = get<string>('messageOrder', 'oldest') === 'newest';
		const messages = (isNewestFirst ? said.reverse() : said).map(saidJson);
		const isOne = get<string>('returnAs', 'items') === 'one';
		return isOne
			? { json: { contact: customer, customer, messages, transcript } }
			: messages.map((json) => ({ json }));
	}),
};
