import type { DatabaseSync } from 'node:sqlite';
import type { AliasWrite, HistoryWrite, Register, Registers, RegisterWrite } from '../../state/register';
import { isNewer } from '../../state/register';
import type { TemplateHistory } from '../../state/template';
import { templateSubject } from '../../state/template';
import type { DecisionState, DecisionStateQuery } from '../store';

interface RegisterRow {
	scope: string;
	subject: string;
	name: string;
	at: number;
	rank: number;
	id: string;
	value: string;
}

/** The newest write wins, whatever order they come in. */
const WRITE_REGISTER = `
	INSERT INTO register (scope, subject, name, at, rank, id, value) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (scope, subject, name) DO UPDATE
	SET at = excluded.at, rank = excluded.rank, id = excluded.id, value = excluded.value
	WHERE (excluded.at, excluded.rank, excluded.id) > (register.at, register.rank, register.id)`;

const toRegister = ({ at, rank, id, value }: Omit<RegisterRow, 'scope' | 'subject' | 'name'>): Register => ({
	at,
	rank,
	id,
	value: JSON.parse(value) as unknown,
});

function newestByName(rows: RegisterRow[]): Registers {
	const registers: Record<string, Register> = {};
	for (const row of rows) {
		const register = toRegister(row);
		const known = registers[row.name];
		if (!known || isNewer(register, known)) registers[row.name] = register;
	}
	return registers;
}

/** Reads and writes of registers, histories and aliases; the caller brings the transaction. */
export function openRegisters(database: DatabaseSync) {
	const writeRegister = database.prepare(WRITE_REGISTER);
	const writeHistory = database.prepare(
		'INSERT INTO history (scope, subject, at, rank, id, value) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
	);
	const contactOfAlias = database.prepare('SELECT contact FROM alias WHERE scope = ? AND alias = ?');
	const writeAlias = database.prepare(
		'INSERT INTO alias (scope, alias, contact) VALUES (?, ?, ?) ON CONFLICT (scope, alias) DO UPDATE SET contact = excluded.contact',
	);
	const repointAliases = database.prepare('UPDATE alias SET contact = ? WHERE scope = ? AND contact = ?');
	const ofSubject = database.prepare('SELECT * FROM register WHERE scope = ? AND subject = ?');
	const forgetSubject = database.prepare('DELETE FROM register WHERE scope = ? AND subject = ?');
	const one = database.prepare('SELECT * FROM register WHERE scope = ? AND subject = ? AND name = ?');
	const ofScopes = database.prepare("SELECT * FROM register WHERE name = ? AND subject = ''");
	const historyOf = database.prepare(
		'SELECT at, rank, id, value FROM history WHERE scope = ? AND subject = ? ORDER BY at, rank, id',
	);
	const accountsOfTemplate = database.prepare(
		"SELECT scope FROM register WHERE subject = ?1 AND subject LIKE 'template:%' UNION SELECT scope FROM history WHERE subject = ?1",
	);

	const resolve = (scope: string, name: string): string =>
		(contactOfAlias.get(scope, name) as { contact: string } | undefined)?.contact ?? name;

	function write(row: RegisterWrite): void {
		const subject = resolve(row.scope, row.subject);
		writeRegister.run(row.scope, subject, row.name, row.at, row.rank, row.id, JSON.stringify(row.value));
	}

	/**
	 * Two names turn out to be one customer: what is known of both becomes one conversation. It is kept under the
	 * first of its names in their order, so that it hangs on the set of names and not on which was learned first.
	 */
	function learnAlias({ scope, alias, contact: named }: AliasWrite): void {
		const names = [resolve(scope, named), resolve(scope, alias)].sort() as [string, string];
		const [contact, former] = names;
		if (former === contact) return;
		const known = ofSubject.all(scope, former) as unknown as RegisterRow[];
		for (const row of known) {
			writeRegister.run(scope, contact, row.name, row.at, row.rank, row.id, row.value);
		}
		forgetSubject.run(scope, former);
		repointAliases.run(contact, scope, former);
		writeAlias.run(scope, former, contact);
	}

	function templateScopes(
		{ account, channel, template }: DecisionStateQuery,
		learned: string | undefined,
	): string[] {
		const given = account ?? learned;
		if (given !== undefined) return [...new Set([given, channel])];
		const accounts = accountsOfTemplate.all(templateSubject(template!)) as Array<{ scope: string }>;
		const others = accounts.map(({ scope }) => scope).filter((scope) => scope !== channel);
		return others.length === 1 ? [others[0]!, channel] : [channel];
	}

	function readTemplate(query: DecisionStateQuery, channel: Registers): DecisionState['template'] {
		if (!query.template) return { registers: {}, history: [] };
		const subject = templateSubject(query.template);
		const scopes = templateScopes(query, channel.account?.value as string | undefined);
		const rows = scopes.flatMap((scope) => ofSubject.all(scope, subject) as unknown as RegisterRow[]);
		const lines = scopes.flatMap((scope) => historyOf.all(scope, subject) as unknown as RegisterRow[]);
		return { registers: newestByName(rows), history: lines.map(toRegister) as TemplateHistory };
	}

	return {
		write,
		learnAlias,
		writeHistory({ scope, subject, at, rank, id, value }: HistoryWrite): void {
			writeHistory.run(scope, subject, at, rank, id, JSON.stringify(value));
		},
		readOne(scope: string, subject: string, name: string): Register | undefined {
			const row = one.get(scope, resolve(scope, subject), name) as RegisterRow | undefined;
			return row && toRegister(row);
		},
		readScopes(name: string): Array<{ scope: string; register: Register }> {
			const rows = ofScopes.all(name) as unknown as RegisterRow[];
			return rows.map((row) => ({ scope: row.scope, register: toRegister(row) }));
		},
		readDecisionState(query: DecisionStateQuery): DecisionState {
			const contact = resolve(query.channel, query.contact);
			const channel = newestByName(ofSubject.all(query.channel, '') as unknown as RegisterRow[]);
			return {
				conversation: newestByName(ofSubject.all(query.channel, contact) as unknown as RegisterRow[]),
				channel,
				template: readTemplate(query, channel),
			};
		},
	};
}
