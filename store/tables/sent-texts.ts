import type { SentText } from '../../engine/state/register';
import type { Work } from '../work';
import { all, each } from '../work';
import type { Resolve } from './names';

interface SentTextRow {
	channel: string;
	message_id: string;
	contact: string;
	at: number;
	type: string;
	text: string;
}

const WRITE = `
	INSERT INTO sent_text (channel, message_id, contact, at, type, text) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel, message_id) DO NOTHING`;

const NEWEST = `
	SELECT * FROM sent_text WHERE channel = ? AND contact = ? AND at >= ? ORDER BY at DESC, message_id DESC LIMIT ?`;

const OF_MESSAGES = `
	SELECT sent_text.* FROM (VALUES (?, ?)) AS asked
	JOIN sent_text ON sent_text.channel = asked.column1 AND sent_text.message_id = asked.column2`;

const OF_CUSTOMER = `
	SELECT sent_text.* FROM (VALUES (?, ?)) AS asked
	JOIN sent_text ON sent_text.channel = asked.column1 AND sent_text.contact = asked.column2
	ORDER BY sent_text.at, sent_text.message_id`;

const DELETE = `
	DELETE FROM sent_text WHERE (channel, contact) IN (
		SELECT column1, column2 FROM (VALUES (?, ?)) AS gone) RETURNING message_id`;

const toSentText = ({ channel, message_id: messageId, contact, at, type, text }: SentTextRow): SentText => ({
	channel,
	contact,
	messageId,
	at,
	type,
	text,
});

/** Keeps what messages said. In the order of their keys, so that no two transactions wait for each other. */
export function* writeSentTexts(texts: SentText[], resolve: Resolve): Work<void> {
	const byId = [...texts].sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
	yield* each(
		WRITE,
		byId.map(({ channel, messageId, contact, at, type, text }) => [
			channel,
			messageId,
			resolve(channel, contact),
			at,
			type,
			text,
		]),
	);
}

/** The newest texts to a customer by the first of their names, newest first. */
export function* newestSentTexts(
	channel: string,
	contact: string,
	since: number,
	limit: number,
): Work<SentText[]> {
	return (yield* all<SentTextRow>(NEWEST, channel, contact, since, limit)).map(toSentText);
}

/** The texts of some messages, as far as they are kept. */
export function* sentTextsOfMessages(channel: string, ids: readonly string[]): Work<SentText[]> {
	const rows = yield* each<SentTextRow>(
		OF_MESSAGES,
		ids.map((id) => [channel, id]),
	);
	return rows.map(toSentText);
}

const ofNames = (channel: string, names: readonly string[]) => names.map((name) => [channel, name]);

/** All texts to a customer, oldest first. */
export function* sentTextsOf(channel: string, names: readonly string[]): Work<SentText[]> {
	return (yield* each<SentTextRow>(OF_CUSTOMER, ofNames(channel, names))).map(toSentText);
}

export function* deleteSentTexts(channel: string, names: readonly string[]): Work<number> {
	return (yield* each(DELETE, ofNames(channel, names))).length;
}
