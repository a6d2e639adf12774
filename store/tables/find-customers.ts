import type {
	CustomerSearch,
	FoundCustomer,
	NamedCustomer,
	NameSearch,
	RecentCustomer,
} from '../../engine/store/overview';
import { foldedName, PROFILE_NAME } from '../../engine/state/profile-name';
import type { Work } from '../work';
import { all, each } from '../work';
import { pageCampaigns } from './campaigns';
import { isIn } from './is-in';
import { IS_OPEN } from './opened';
import { OF_CAMPAIGN } from './send-row';

/** Comes after every text that begins with what stands before it. */
const LAST = '\u{10FFFF}';

/** What isn't a customer's: the number's own registers, templates, and whose a phone number is. */
const OF_CUSTOMERS = "subject <> '' AND subject NOT LIKE 'template:%' AND subject NOT LIKE 'number:%'";

/** Where names of customers are, each in the order of its index. */
const NAMES: ReadonlyArray<(isAfter: '>' | '>=') => string> = [
	(isAfter) => `SELECT DISTINCT subject AS name, subject AS contact FROM register
		WHERE scope = ? AND subject ${isAfter} ? AND subject <= ? AND ${OF_CUSTOMERS} ORDER BY subject LIMIT ?`,
	(isAfter) => `SELECT alias AS name, contact FROM alias
		WHERE scope = ? AND alias ${isAfter} ? AND alias <= ? ORDER BY alias LIMIT ?`,
	(isAfter) => `SELECT DISTINCT contact AS name, contact FROM send
		WHERE channel = ? AND contact ${isAfter} ? AND contact <= ? ORDER BY contact LIMIT ?`,
	// Of a message that was held or skipped, and is sent by nothing.
	(isAfter) => `SELECT DISTINCT contact AS name, contact FROM decision
		WHERE channel = ? AND contact ${isAfter} ? AND contact <= ? ORDER BY contact LIMIT ?`,
];

export function* findCustomers({
	channel,
	name,
	isWhole,
	after,
	limit,
}: CustomerSearch): Work<FoundCustomer[]> {
	const found = new Map<string, FoundCustomer>();
	const last = isWhole ? name : name + LAST;
	for (const textOf of NAMES) {
		// A second bound in the statement would be looked at for each row instead of in the index.
		const text = textOf(after === undefined ? '>=' : '>');
		const rows = yield* all<FoundCustomer>(text, channel, after ?? name, last, limit);
		// An alias says whose the name is, and what is kept under it is older.
		for (const row of rows) if (!found.has(row.name) || row.contact !== row.name) found.set(row.name, row);
	}
	return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit);
}

/** The bound of an index: a second one would be looked at for each row. */
const namedFrom = (bound: string) => `
	SELECT subject AS contact, value FROM register
	WHERE scope = ? AND name = '${PROFILE_NAME}' AND ${bound} AND value <= ? ORDER BY value, subject LIMIT ?`;
const NAMED = namedFrom('value >= ?');
const NAMED_AFTER = namedFrom('(value, subject) > (?, ?)');

/** The beginning of a value. */
const valueOf = (folded: string) => JSON.stringify([folded]).slice(0, -'"]'.length);

export function* findNamed({ channel, folded, after, limit }: NameSearch): Work<NamedCustomer[]> {
	const begin = valueOf(folded);
	const bound = after ? [JSON.stringify([after.folded, after.profile]), after.contact] : [begin];
	const rows = yield* all<{ contact: string; value: string }>(
		after ? NAMED_AFTER : NAMED,
		channel,
		...bound,
		begin + LAST,
		limit,
	);
	return rows.map(({ contact, value }) => {
		const [found, profile] = JSON.parse(value) as [string, string];
		return { contact, profile, folded: found };
	});
}

/** So many who wrote last are looked at. */
export const LOOKED_AT = 2_000;

/** The names of those who wrote last, as far as a word of them may begin with something; each is looked up. */
const NAMED_LATELY = `
	SELECT contact, value FROM (
		SELECT contact, at, (
			SELECT value FROM register WHERE scope = ? AND subject = contact AND name = '${PROFILE_NAME}') AS value
		FROM (SELECT subject AS contact, at FROM opened WHERE scope = ? ORDER BY at DESC LIMIT ${LOOKED_AT}) AS wrote
	) AS lately
	WHERE value LIKE ? ESCAPE '!' ORDER BY lately.at DESC`;

/** Whether a later word of a name begins with something. */
const hasWord = (name: string, folded: string) => [' ', '-'].some((before) => name.includes(before + folded));

export function* findNamedLately({ channel, folded, limit }: NameSearch): Work<NamedCustomer[]> {
	const pattern = `%${JSON.stringify(folded).slice(1, -1).replaceAll(/[!%_]/g, '!$&')}%`;
	const rows = yield* all<{ contact: string; value: string }>(NAMED_LATELY, channel, channel, pattern);
	const found = new Map<string, NamedCustomer>();
	for (const { contact, value } of rows) {
		const [name, profile] = JSON.parse(value) as [string, string];
		if (hasWord(name, folded)) found.set(contact, { contact, profile, folded: name });
	}
	for (const one of yield* findPlanned(channel, folded))
		if (!found.has(one.contact)) found.set(one.contact, one);
	return [...found.values()].slice(0, limit);
}

/** The name in the list that a campaign was planned with. SQLite and Postgres both understand this. */
const PLANNED_NAME = "json(content) ->> 'name'";

/** So many campaigns of a number are looked at, the newest. */
const CAMPAIGNS = 10;

const PLANNED = `
	SELECT contact, ${PLANNED_NAME} AS name FROM send WHERE ${OF_CAMPAIGN} ORDER BY state, key LIMIT ?`;

/** Customers whose name in the list of a recent campaign has a word that begins with something. */
function* findPlanned(channel: string, folded: string): Work<NamedCustomer[]> {
	const found: NamedCustomer[] = [];
	let left = LOOKED_AT;
	for (const { id } of yield* pageCampaigns({ channels: [channel], limit: CAMPAIGNS })) {
		if (left <= 0) break;
		const rows = yield* all<{ contact: string; name: string | null }>(PLANNED, id, channel, left);
		left -= rows.length;
		for (const { contact, name } of rows) {
			if (name === null) continue;
			const said = foldedName(name);
			if (said.startsWith(folded) || hasWord(said, folded))
				found.push({ contact, profile: name, folded: said });
		}
	}
	return found;
}

/** The same of some customers, each by the newest messages to them. */
const PLANNED_OF = `
	SELECT column2 AS contact, (
		SELECT ${PLANNED_NAME} FROM (
			SELECT content, at FROM send WHERE channel = asked.column1 AND contact = asked.column2
			ORDER BY at DESC LIMIT 10) AS newest
		WHERE ${PLANNED_NAME} IS NOT NULL ORDER BY at DESC LIMIT 1) AS name
	FROM (VALUES (?, ?)) AS asked`;

export function* profilesOf({
	channel,
	contacts,
}: {
	channel: string;
	contacts: readonly string[];
}): Work<Map<string, string>> {
	if (contacts.length === 0) return new Map();
	const { text, values } = isIn('subject', contacts);
	const rows = yield* all<{ contact: string; value: string }>(
		`SELECT subject AS contact, value FROM register WHERE scope = ? AND name = '${PROFILE_NAME}'${text}`,
		channel,
		...values,
	);
	const names = new Map(
		rows.map(({ contact, value }) => {
			const [, profile] = JSON.parse(value) as [folded: string, profile: string];
			return [contact, profile];
		}),
	);
	const others = contacts.filter((contact) => !names.has(contact)).map((contact) => [channel, contact]);
	for (const { contact, name } of yield* each<{ contact: string; name: string | null }>(PLANNED_OF, others))
		if (name !== null) names.set(contact, name);
	return names;
}

export function* wroteAt({
	channel,
	contacts,
}: {
	channel: string;
	contacts: readonly string[];
}): Work<Map<string, number>> {
	if (contacts.length === 0) return new Map();
	const { text, values } = isIn('subject', contacts);
	const rows = yield* all<RecentCustomer>(
		`SELECT subject AS contact, at FROM register WHERE scope = ? AND ${IS_OPEN}${text}`,
		channel,
		...values,
	);
	return new Map(rows.map(({ contact, at }) => [contact, at]));
}

/** Those who wrote last, and those about whom something was decided last, whose number ends with something. */
const ENDING = [
	`SELECT contact FROM (
		SELECT subject AS contact, at FROM opened WHERE scope = ? AND at <= ? ORDER BY at DESC LIMIT ${LOOKED_AT}) AS lately
	WHERE contact LIKE ? ORDER BY lately.at DESC`,
	`SELECT contact FROM (
		SELECT channel, contact, at FROM decision WHERE at <= ? ORDER BY at DESC LIMIT ${LOOKED_AT}) AS lately
	WHERE channel = ? AND contact LIKE ? ORDER BY lately.at DESC`,
] as const;

export function* findEnding({
	channel,
	digits,
	limit,
}: {
	channel: string;
	digits: string;
	limit: number;
}): Work<string[]> {
	const any = Number.MAX_SAFE_INTEGER;
	const wrote = yield* all<{ contact: string }>(ENDING[0], channel, any, `%${digits}`);
	const decided = yield* all<{ contact: string }>(ENDING[1], any, channel, `%${digits}`);
	const contacts = [...wrote, ...decided].map(({ contact }) => contact);
	return [...new Set(contacts)].filter((contact) => /^\d+$/.test(contact)).slice(0, limit);
}
