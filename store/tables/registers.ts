import type { HistoryWrite, Register, Registers, RegisterWrite } from '../../engine/state/register';
import { isNewer } from '../../engine/state/register';
import type { TemplateHistory } from '../../engine/state/template';
import { templateSubject } from '../../engine/state/template';
import type {
	DecisionState,
	DecisionStateQuery,
	OpenConversation,
	OpenConversationQuery,
} from '../../engine/store/store';
import { reads } from '../methods';
import type { Work } from '../work';
import { all, each, one } from '../work';
import { keptOptOuts } from './erased/opt-outs';
import { readSecret } from './erased/secret';
import type { Resolve } from './names';
import { resolveName } from './names';
import type { RegisterRow } from './register-row';
import { openSubjects, writeRows } from './opened';
import { keyOf, OF_SUBJECT, OF_SUBJECTS, toRegister } from './register-row';

/** What is known of a subject in either of two scopes: its registers, then its history, which has no names. */
const OF_TEMPLATE = `
	SELECT scope, subject, name, at, rank, id, value, dated_at FROM register WHERE scope IN (?, ?) AND subject = ?
	UNION ALL SELECT scope, subject, NULL, at, rank, id, value, dated_at FROM history WHERE scope IN (?, ?) AND subject = ?`;

const WRITE_HISTORY = `
	INSERT INTO history (scope, subject, at, rank, id, value, dated_at) VALUES (?, ?, ?, ?, ?, ?, CAST(? AS BIGINT))
	ON CONFLICT (scope, subject, at, rank, id) DO NOTHING`;

const ACCOUNTS_OF_TEMPLATE = `
	SELECT scope FROM register WHERE subject = ? AND subject LIKE 'template:%'
	UNION SELECT scope FROM history WHERE subject = ?`;

const SECRET = 'secret';

/** Registers of subjects; and the store's secret if it has one, as a register that belongs to nothing. */
const OF_SUBJECTS_AND_SECRET = `${OF_SUBJECTS}
	UNION ALL SELECT '', '', '${SECRET}', 0, 0, '', secret, NULL FROM counter WHERE name = 'inbox' AND secret IS NOT NULL`;

function newestByName(rows: RegisterRow[]): Registers {
	const registers: Record<string, Register> = {};
	for (const row of rows) {
		const register = toRegister(row);
		const known = registers[row.name];
		if (!known || isNewer(register, known)) registers[row.name] = register;
	}
	return registers;
}

/** Writes registers, the newest of each, in the order of their keys, so that no two transactions wait for each other. */
export function* writeRegisters(writes: RegisterWrite[], resolve: Resolve): Work<void> {
	const newest = new Map<string, RegisterWrite>();
	for (const write of writes) {
		const subject = resolve(write.scope, write.subject);
		const key = keyOf(write.scope, subject, write.name);
		const known = newest.get(key);
		if (!known || isNewer(write, known)) newest.set(key, { ...write, subject });
	}
	const ordered = [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
	yield* writeRows(
		ordered.map(([, { value, datedAt = null, ...write }]) => ({
			...write,
			value: JSON.stringify(value),
			dated_at: datedAt,
		})),
	);
}

/** Adds lines to histories. */
export function* writeHistory(lines: HistoryWrite[]): Work<void> {
	yield* each(
		WRITE_HISTORY,
		lines.map(({ scope, subject, at, rank, id, value, datedAt = null }) => [
			scope,
			subject,
			at,
			rank,
			id,
			JSON.stringify(value),
			datedAt,
		]),
	);
}

export function* readRegister(scope: string, subject: string, name: string): Work<Register | undefined> {
	const contact = subject === '' ? '' : yield* resolveName(scope, subject);
	const row = yield* one<RegisterRow>(`${OF_SUBJECT} AND name = ?`, scope, contact, name);
	return row && toRegister(row);
}

function* readScopes(name: string): Work<Array<{ scope: string; register: Register }>> {
	const rows = yield* all<RegisterRow>("SELECT * FROM register WHERE name = ? AND subject = ''", name);
	return rows.map((row) => ({ scope: row.scope, register: toRegister(row) }));
}

/** The scope that a template's state is in beside the channel's, which has what was learned without an account. */
function* scopeOfTemplate(
	{ account, channel, template }: DecisionStateQuery,
	learned: string | undefined,
): Work<string> {
	const given = account ?? learned;
	if (given !== undefined) return given;
	const subject = templateSubject(template!);
	const accounts = yield* all<{ scope: string }>(ACCOUNTS_OF_TEMPLATE, subject, subject);
	const others = accounts.map(({ scope }) => scope).filter((scope) => scope !== channel);
	return others.length === 1 ? others[0]! : channel;
}

function* readTemplate(query: DecisionStateQuery, channel: Registers): Work<DecisionState['template']> {
	if (!query.template) return { registers: {}, history: [] };
	const scope = yield* scopeOfTemplate(query, channel.account?.value as string | undefined);
	const asked = [scope, query.channel, templateSubject(query.template)];
	const rows = yield* all<Omit<RegisterRow, 'name'> & { name: string | null }>(
		OF_TEMPLATE,
		...asked,
		...asked,
	);
	const isRegister = (row: (typeof rows)[number]): row is RegisterRow => row.name !== null;
	const lines = rows.filter((row) => !isRegister(row)).map(toRegister);
	return {
		registers: newestByName(rows.filter(isRegister)),
		history: lines as TemplateHistory,
	};
}

type StateOfRegisters = Pick<DecisionState, 'conversation' | 'channel' | 'template'>;

/** What decisions read of registers and histories, for customers by their first name; what they share is read once. */
export function* readStates(queries: DecisionStateQuery[]): Work<StateOfRegisters[]> {
	const subjects = queries.flatMap(({ channel, contact }) => [
		[channel, ''],
		[channel, contact],
	]);
	const asked = new Map(subjects.map(([scope, subject]) => [keyOf(scope!, subject!), [scope!, subject!]]));
	const found = new Map<string, RegisterRow[]>([...asked.keys()].map((key) => [key, []]));
	let secret: string | undefined;
	for (const row of yield* each<RegisterRow>(OF_SUBJECTS_AND_SECRET, [...asked.values()])) {
		if (row.scope === '' && row.name === SECRET) secret = row.value;
		else found.get(keyOf(row.scope, row.subject))!.push(row);
	}
	const contacts = queries.map(({ channel, contact }): [string, string] => [channel, contact]);
	for (const row of secret === undefined ? [] : yield* keptOptOuts(secret, contacts)) {
		found.get(keyOf(row.scope, row.subject))!.push(row);
	}
	const templates = new Map<string, DecisionState['template']>();
	const states: StateOfRegisters[] = [];
	for (const query of queries) {
		const { channel: scope, contact, account = '', template: named } = query;
		const channel = newestByName(found.get(keyOf(scope, ''))!);
		const key = keyOf(scope, account, named?.name ?? '', named?.language ?? '');
		const template = templates.get(key) ?? (yield* readTemplate(query, channel));
		templates.set(key, template);
		states.push({ conversation: newestByName(found.get(keyOf(scope, contact))!), channel, template });
	}
	return states;
}

function* listOpenConversations(query: OpenConversationQuery): Work<OpenConversation[]> {
	const { channel } = query;
	const found = yield* openSubjects(query);
	const secret = found.length === 0 ? undefined : yield* readSecret();
	const names = found.map((subject): [string, string] => [channel, subject]);
	const optOuts = secret === undefined ? [] : yield* keptOptOuts(secret, names);
	const conversations: OpenConversation[] = [];
	for (const subject of found) {
		const rows = yield* all<RegisterRow>(OF_SUBJECT, channel, subject);
		const kept = optOuts.filter((row) => row.subject === subject);
		const registers = newestByName([...rows, ...kept]);
		conversations.push({ contact: subject, registers });
	}
	return conversations;
}

export const registerWorks = {
	readRegister: reads(readRegister),
	readScopes: reads(readScopes),
};

export const openConversationWorks = {
	list: reads(listOpenConversations),
};
