import { ownerRegister } from '../../engine/state/identity';
import type { AliasWrite, Register } from '../../engine/state/register';
import { isNewer } from '../../engine/state/register';
import type { Work } from '../work';
import { all, each, lock, run } from '../work';
import { keptOptOuts } from './erased/opt-outs';
import { readSecret } from './erased/secret';
import type { Joining } from './joined-names';
import { joinedNames } from './joined-names';
import { writeRows } from './opened';
import type { RegisterRow } from './register-row';
import { keyOf, OF_SUBJECT, OF_SUBJECTS, toRegister, toValues, WRITE_REGISTER } from './register-row';

const CONTACTS_OF_ALIASES = `
	SELECT alias.scope, alias.alias, alias.contact FROM (VALUES (?, ?)) AS asked
	JOIN alias ON alias.scope = asked.column1 AND alias.alias = asked.column2`;

const ALIASES_OF = 'SELECT alias FROM alias WHERE scope = ? AND contact = ? ORDER BY alias';

/** Finds the customers behind names, many at once. */
export type Resolve = (scope: string, name: string) => string;

/** Looks up names: a name that isn't an alias is the contact itself. */
export function* resolveNames(names: Array<[scope: string, name: string]>): Work<Resolve> {
	const asked = [...new Map(names.map((name) => [keyOf(...name), name])).values()];
	const found = yield* each<{ scope: string; alias: string; contact: string }>(CONTACTS_OF_ALIASES, asked);
	const contacts = new Map(found.map(({ scope, alias, contact }) => [keyOf(scope, alias), contact]));
	return (scope, name) => (contacts.size === 0 ? name : (contacts.get(keyOf(scope, name)) ?? name));
}

/** The customer behind a name. */
export function* resolveName(scope: string, name: string): Work<string> {
	return (yield* resolveNames([[scope, name]]))(scope, name);
}

/** What is known under one name is kept under another from now on. */
function* moveCustomer(scope: string, from: string, to: string): Work<void> {
	const known = yield* all<RegisterRow>(OF_SUBJECT, scope, from);
	yield* writeRows(known.map((row) => ({ ...row, subject: to })));
	yield* run('DELETE FROM register WHERE scope = ? AND subject = ?', scope, from);
	yield* run('UPDATE send SET contact = ? WHERE channel = ? AND contact = ?', to, scope, from);
	yield* run('UPDATE sent_text SET contact = ? WHERE channel = ? AND contact = ?', to, scope, from);
	yield* run('UPDATE burst SET contact = ? WHERE channel = ? AND contact = ?', to, scope, from);
	yield* run('UPDATE wait SET contact = ? WHERE channel = ? AND contact = ?', to, scope, from);
	yield* run('UPDATE alias SET contact = ? WHERE scope = ? AND contact = ?', to, scope, from);
}

/**
 * Two names turn out to be one customer: what is known about both becomes one conversation. It is kept under the first
 * of its names in their order, so that it depends on the set of names and not on which was learned first.
 */
function* joinNames({ scope, former, contact }: Joining): Work<void> {
	yield* moveCustomer(scope, former, contact);
	yield* run(
		`INSERT INTO alias (scope, alias, contact) VALUES (?, ?, ?)
		 ON CONFLICT (scope, alias) DO UPDATE SET contact = excluded.contact`,
		scope,
		former,
		contact,
	);
}

/** A phone number is no longer a name of its former owner; what was known about the owner stays with their other names. */
function* detachNumber(scope: string, phone: string): Work<void> {
	const contact = yield* resolveName(scope, phone);
	const aliases = yield* all<{ alias: string }>(ALIASES_OF, scope, contact);
	const [first] = [contact, ...aliases.map(({ alias }) => alias)].filter((name) => name !== phone).sort();
	if (contact === phone && first !== undefined) yield* moveCustomer(scope, phone, first);
	yield* run('DELETE FROM alias WHERE scope = ? AND alias IN (?, ?)', scope, phone, first ?? phone);
}

/** Erased customers come back under one of their names: what they opted out of counts under the others too. */
function* restoreOptOuts(joinings: Joining[]): Work<void> {
	const secret = yield* readSecret();
	if (secret === undefined) return;
	for (const { scope, former, contact } of joinings) {
		const kept = yield* keptOptOuts(secret, [
			[scope, former],
			[scope, contact],
		]);
		for (const row of kept) yield* run(WRITE_REGISTER, ...toValues({ ...row, subject: contact }));
	}
}

const bothNames = ({ scope, alias, contact }: AliasWrite): Array<[string, string]> => [
	[scope, alias],
	[scope, contact],
];

/** Joins names, each former one once, with the name that all of them are kept under. */
function* joinAll(aliases: AliasWrite[]): Work<void> {
	const resolve = yield* resolveNames(aliases.flatMap(bothNames));
	const joined = joinedNames();
	for (const { scope, alias, contact } of aliases) {
		joined.join(scope, resolve(scope, alias), resolve(scope, contact));
	}
	const joinings = joined.all();
	for (const joining of joinings) yield* joinNames(joining);
	if (joinings.length > 0) yield* restoreOptOuts(joinings);
}

type Owned = Required<AliasWrite>;

const isOwned = (write: AliasWrite): write is Owned => write.ownedAt !== undefined;

/** Whose the numbers are that are said to be somebody's, as far as that is known. */
function* readOwners(aliases: AliasWrite[]): Work<Map<string, Register>> {
	const asked = aliases.filter(isOwned).map(ownerRegister);
	const rows = yield* each<RegisterRow>(OF_SUBJECTS, [
		...new Map(asked.map(({ scope, subject }) => [keyOf(scope, subject), [scope, subject]])).values(),
	]);
	return new Map(rows.map((row) => [keyOf(row.scope, row.subject), toRegister(row)]));
}

/**
 * Learns names one after the other. A number that another customer had goes to the later owner, and the two stay two
 * customers.
 */
function* learnAll(aliases: AliasWrite[]): Work<void> {
	const owners = yield* readOwners(aliases);
	let joining: AliasWrite[] = [];
	for (const write of aliases) {
		if (isOwned(write)) {
			const { scope, alias: phone, contact: user } = write;
			const owned = ownerRegister(write);
			const key = keyOf(scope, owned.subject);
			const known = owners.get(key);
			if (known && known.value !== user) {
				yield* joinAll(joining);
				joining = [];
				const names = [known.value as string, user].map((name): [string, string] => [scope, name]);
				const resolve = yield* resolveNames(names);
				const [former, owner] = names.map((name) => resolve(...name));
				if (former !== owner) {
					if (!isNewer(owned, known)) continue;
					yield* detachNumber(scope, phone);
				}
			}
			if (!known || isNewer(owned, known)) owners.set(key, owned);
		}
		joining.push(write);
	}
	yield* joinAll(joining);
}

/** The aliases that tell something new. */
function* unknownAliases(aliases: AliasWrite[]): Work<AliasWrite[]> {
	if (aliases.length === 0) return [];
	const resolve = yield* resolveNames(aliases.flatMap(bothNames));
	return aliases.filter(({ scope, alias, contact }) => resolve(scope, alias) !== resolve(scope, contact));
}

/**
 * Learns other names of customers, and finds the customers behind the names that are to be written to. From here on
 * to the end of the transaction nobody joins two of them, so that nothing is written beside the one it belongs to.
 */
export function* learnAliases(aliases: AliasWrite[], written: Array<[string, string]>): Work<Resolve> {
	const isNew = (yield* unknownAliases(aliases)).length > 0;
	yield* lock('names', { shared: !isNew });
	if (isNew) yield* learnAll(aliases);
	return yield* resolveNames(written);
}
