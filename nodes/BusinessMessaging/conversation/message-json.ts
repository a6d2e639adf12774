import type { IDataObject } from 'n8n-workflow';
import type { History, SentText } from '../../../engine';
import { replyOf } from '../../../engine';
import { textOf } from '../../shared/events/to-items';
import { isoTime } from '../../shared/times';

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
export function saidIn(history: History, limit: number): Said[] {
	const all = [...history.received.filter(isSaid).map(received), ...history.sent.map(sent)];
	return all
		.sort((a, b) => b.at - a.at || (a.role === b.role ? 0 : a.role === 'assistant' ? -1 : 1))
		.slice(0, limit)
		.reverse();
}

/** A message as items carry it: its time as ISO 8601. */
export const saidJson = ({ role, text, at, id, type, sentBy, contact }: Said): IDataObject => ({
	role,
	text,
	at: isoTime(at),
	id,
	type,
	sentBy,
	contact,
});

/** A conversation as one text, for a prompt: a line for each message. */
export const transcriptOf = (said: readonly Said[]): string =>
	said.map(({ role, text }) => `${role === 'user' ? 'Customer' : 'Business'}: ${text}`).join('\n');
