import type { OpenConversationQuery } from '../../engine/store/store';
import type { Work } from '../work';
import { all, each, run } from '../work';
import type { RegisterRow } from './register-row';
import { toValues, WRITE_REGISTER } from './register-row';

const NOTE =
	'INSERT INTO opened (scope, at, subject) VALUES (?, ?, ?) ON CONFLICT (scope, at, subject) DO NOTHING';

/** A register that says that a conversation window is open. */
export const IS_OPEN = "register.name = 'window' AND register.value = '\"open\"'";

const isOpen = ({ name, value }: RegisterRow) => name === 'window' && value === '"open"';

/**
 * The log has several lines of most customers, and the registers say which of them count. They are looked up in the order
 * of the list, and only up to its limit.
 */
const OPEN_CONVERSATIONS = `
	SELECT subject FROM opened WHERE scope = ? AND at > ? AND at <= ? AND subject > ?
	GROUP BY subject HAVING 1 = (
		SELECT 1 FROM register
		WHERE register.scope = ? AND register.subject = opened.subject AND ${IS_OPEN}
			AND register.at > ? AND register.at <= ?)
	ORDER BY subject LIMIT ?`;

/** Writes registers in this order, and notes the conversation windows that they open. */
export function* writeRows(rows: RegisterRow[]): Work<void> {
	yield* each(WRITE_REGISTER, rows.map(toValues));
	yield* each(
		NOTE,
		rows.filter(isOpen).map(({ scope, at, subject }) => [scope, at, subject]),
	);
}

/** The customers and groups of a number whose conversation window was opened last in this time, by their names. */
export function* openSubjects({
	channel,
	openedAfter,
	openedUpTo = Number.MAX_SAFE_INTEGER,
	after = '',
	limit = 100,
}: OpenConversationQuery): Work<string[]> {
	const time = [channel, openedAfter, openedUpTo];
	const rows = yield* all<{ subject: string }>(OPEN_CONVERSATIONS, ...time, after, ...time, limit);
	return rows.map(({ subject }) => subject);
}

/** Takes a customer's names out of the log. It has lines of a few days, and is looked through once. */
export function* eraseOpened(channel: string, names: readonly string[]): Work<void> {
	const asked = names.map(() => '?').join(', ');
	yield* run(`DELETE FROM opened WHERE scope = ? AND subject IN (${asked})`, channel, ...names);
}
