import type { NamedCustomer } from '../../engine';
import { foldedName } from '../../engine';
import { isUserId, normalizeAddress, PHONE_COUNTRIES } from '../../platform';
import type { Desk } from '../desk';
import { NotFound, numbersShown, sees, titleOfNumber } from '../desk';
import type { CustomerRecord, PageOf } from '../records';
import { withLastMessages } from './last-words';

/** Customers on a page. */
const PAGE = 50;

/** Rows with the numbers as people know them, and the names in the customers' profiles, as far as they are known. */
export async function withNames<Row extends CustomerRecord>(
	desk: Desk,
	rows: readonly Row[],
): Promise<Row[]> {
	const { store, veil } = desk;
	const whom = rows.map(({ customer }) => veil.unseal(customer)!);
	const numbers = new Map<string, string>();
	const profiles = new Map<string, ReadonlyMap<string, string>>();
	for (const channel of new Set(rows.map((row) => row.channel))) {
		const contacts = whom.filter((each) => each.channel === channel).map(({ contact }) => contact);
		numbers.set(channel, await titleOfNumber(desk, channel));
		profiles.set(channel, await store.overview.profiles({ channel, contacts }));
	}
	return rows.map((row, index) => {
		const profile = profiles.get(row.channel)!.get(whom[index]!.contact);
		const number = numbers.get(row.channel)!;
		return { ...row, number, ...(profile !== undefined && { profile: veil.sentence(profile) }) };
	});
}

/** A customer, as people see them. @param at when they last wrote, if it's known. Epoch ms */
export const customerRecord = (
	{ veil }: Desk,
	channel: string,
	contact: string,
	at?: number,
): CustomerRecord => ({
	customer: veil.seal({ channel, contact }),
	channel,
	name: veil.name(contact),
	...(at !== undefined && { at }),
});

/** The numbers that are asked about: one, or all that may be seen. */
async function asked(desk: Desk, channel: string | undefined): Promise<readonly string[]> {
	if (channel === undefined || channel === '') return numbersShown(desk);
	if (!sees(desk, channel)) throw new NotFound(`The number ${channel} isn't shown here.`);
	return [channel];
}

/** A place in a list, which would tell a name. */
interface Place {
	channel: string;
	at?: number;
	/** The customer, or the name under which a search found them. */
	name?: string;
	/** In the list of those with such a name in their profile. */
	named?: NamedCustomer;
}

export const sealed = ({ veil }: Desk, { channel, ...rest }: Place): string =>
	veil.seal({ channel, contact: JSON.stringify(rest) });

/** @throws NotFound if another console made it */
export function unsealed({ veil }: Desk, place: string | undefined): Partial<Place> {
	if (place === undefined) return {};
	const found = veil.unseal(place);
	if (found === undefined)
		throw new NotFound('This page of the list is of an earlier console. Reload the page.');
	return { channel: found.channel, ...(JSON.parse(found.contact) as Omit<Place, 'channel'>) };
}

interface CustomersQuery {
	/** A phone number, a user ID, a group ID, a name in a profile, or the beginning of one. */
	search: string;
	/** The number; every number that is shown if left out. */
	channel?: string | undefined;
	/** Of the page before. */
	after?: string | undefined;
}

/** Those who wrote last, newest first, of each number in turn. */
async function readRecent(desk: Desk, channels: readonly string[], after: string | undefined) {
	const { channel: start = channels[0] ?? '', at, name: contact } = unsealed(desk, after);
	const rows: CustomerRecord[] = [];
	for (const channel of channels.slice(Math.max(0, channels.indexOf(start)))) {
		let before = channel === start && at !== undefined && contact !== undefined ? { at, contact } : undefined;
		for (let last = PAGE; last === PAGE && rows.length < PAGE;) {
			const found = await desk.store.overview.recent({ channel, ...(before && { before }), limit: PAGE });
			last = found.length;
			before = found.at(-1) ?? before;
			for (const one of found) {
				const customer = customerRecord(desk, channel, one.contact, one.at);
				if (!rows.some((row) => row.customer === customer.customer)) rows.push(customer);
			}
		}
		if (rows.length >= PAGE && before)
			return { rows, next: sealed(desk, { channel, at: before.at, name: before.contact }) };
	}
	return { rows };
}

/** A page of a search on each number in turn, from a place on. @param find what is found on a number */
async function searchEach<Found>(
	channels: readonly string[],
	start: string | undefined,
	find: (channel: string, limit: number) => Promise<readonly Found[]>,
): Promise<{ found: Array<[channel: string, Found]>; isFull: boolean }> {
	const found: Array<[string, Found]> = [];
	const from = start === undefined ? 0 : Math.max(0, channels.indexOf(start));
	for (const channel of channels.slice(from)) {
		for (const one of await find(channel, PAGE - found.length)) found.push([channel, one]);
		if (found.length === PAGE) return { found, isFull: true };
	}
	return { found, isFull: false };
}

/** The fewest digits of a phone number. */
const FEWEST = 7;

/** Whether a search has fewer digits than a phone number, and no plus sign: then its zeros are digits like all others. */
const isShortNumber = (search: string): boolean =>
	/^[\d\s().-]+$/.test(search) && search.replace(/\D/g, '').length < FEWEST;

/** The beginning of a phone number as the store has it: on a British number of the business, `07700900` is `447700900`. */
async function internationally(desk: Desk, channel: string, name: string): Promise<string> {
	if (!/^0\d*$/.test(name) || isShortNumber(name)) return name;
	const title = await titleOfNumber(desk, channel);
	const codes = PHONE_COUNTRIES.map(({ callingCode }) => callingCode);
	const code = codes
		.filter((each) => title.startsWith(`+${each}`))
		.sort()
		.at(-1);
	return code === undefined ? name : `${code}${name.slice(1)}`;
}

/** Customers and groups whose phone number or ID begins with a text, or is it. */
async function readAddressed(
	desk: Desk,
	channels: readonly string[],
	{ name, isWhole }: { name: string; isWhole: boolean },
	place: Partial<Place>,
): Promise<PageOf<CustomerRecord>> {
	const { found, isFull } = await searchEach(channels, place.channel, async (channel, limit) =>
		desk.store.overview.customers({
			channel,
			name: await internationally(desk, channel, name),
			isWhole,
			...(channel === place.channel && place.name !== undefined && { after: place.name }),
			limit,
		}),
	);
	const rows = found.map(([channel, { contact, name: shown }]) => ({
		...customerRecord(desk, channel, contact),
		name: desk.veil.name(shown),
	}));
	const [channel, last] = found.at(-1) ?? [];
	return { rows, ...(isFull && { next: sealed(desk, { channel: channel!, name: last!.name }) }) };
}

/** The fewest digits by which the end of a number is looked for. */
const FEWEST_AT_END = 3;

/** The digits that a search can mean as the end of a number: `… 3456`, or `••111` as masked ones end. */
function endIn({ veil }: Desk, search: string): string | undefined {
	const digits = /(?:^|…|•|\.\.)\s*(\d[\d\s().-]*)$/.exec(search.trim())?.[1]?.replace(/\D/g, '') ?? '';
	// More digits than a masked number shows would tell the others, one by one.
	return digits.length >= FEWEST_AT_END && digits.length <= veil.shownAtEnd ? digits : undefined;
}

/** Customers lately heard of or decided about, whose phone number ends with what is looked for. */
async function readEnding(
	desk: Desk,
	channels: readonly string[],
	search: string,
): Promise<CustomerRecord[]> {
	const digits = endIn(desk, search);
	if (digits === undefined) return [];
	const { found } = await searchEach(channels, undefined, (channel, limit) =>
		desk.store.overview.ending({ channel, digits, limit }),
	);
	return found.map(([channel, contact]) => customerRecord(desk, channel, contact));
}

/** Customers with a name in their profile that begins with a text; then those who wrote lately with such a last name. */
async function readNamed(
	desk: Desk,
	channels: readonly string[],
	folded: string,
	place: Partial<Place>,
): Promise<PageOf<CustomerRecord>> {
	const { found, isFull } = await searchEach(channels, place.channel, (channel, limit) =>
		desk.store.overview.named({
			channel,
			folded,
			...(channel === place.channel && place.named && { after: place.named }),
			limit,
		}),
	);
	const lately = isFull
		? { found: [] }
		: await searchEach(channels, undefined, (each, limit) =>
				desk.store.overview.namedLately({ channel: each, folded, limit }),
			);
	const rows = [...found, ...lately.found].map(([channel, { contact, profile }]) => ({
		...customerRecord(desk, channel, contact),
		profile: desk.veil.sentence(profile),
	}));
	const unique = [...new Map(rows.map((row) => [row.customer, row])).values()];
	const [channel, named] = found.at(-1) ?? [];
	return {
		rows: await withNames(desk, unique),
		...(isFull && { next: sealed(desk, { channel: channel!, named: named! }) }),
	};
}

/** What `readCustomers` finds, without the last messages. */
async function findCustomers(
	desk: Desk,
	{ search, channel, after }: CustomersQuery,
): Promise<PageOf<CustomerRecord>> {
	const channels = await asked(desk, channel);
	const name = isShortNumber(search)
		? search.replace(/\D/g, '')
		: normalizeAddress(search.replace(/^\s*(?:\+|00)/, ''));
	if (name === '') {
		const { rows, ...more } = await readRecent(desk, channels, after);
		return { rows: await withNames(desk, rows), ...more };
	}
	const place = unsealed(desk, after);
	const folded = /\p{L}/u.test(search) ? foldedName(search) : '';
	if (place.named) return readNamed(desk, channels, folded, place);
	const isWhole = desk.veil.isDown && /^\d/.test(name) && !isUserId(name);
	const { rows: addressed, ...next } = await readAddressed(desk, channels, { name, isWhole }, place);
	if (next.next !== undefined) return { rows: await withNames(desk, addressed), ...next };
	const known = new Set(addressed.map(({ customer }) => customer));
	const ending = (await readEnding(desk, channels, search)).filter(({ customer }) => !known.has(customer));
	const found = await withNames(desk, [...addressed, ...ending]);
	if (folded === '') return { rows: found };
	const { rows, ...more } = await readNamed(desk, channels, folded, {});
	return { rows: [...found, ...rows], ...more };
}

/**
 * Customers and groups whose phone number or ID begins with a text, then those lately heard of whose number ends with it,
 * then those with such a name in their profile; or those who wrote last. Each with the last message. Where phone numbers
 * are masked, only whole ones are found, and by the digits that are shown: otherwise a search would tell them digit by
 * digit.
 */
export async function readCustomers(desk: Desk, query: CustomersQuery): Promise<PageOf<CustomerRecord>> {
	const { rows, ...more } = await findCustomers(desk, query);
	return { rows: await withLastMessages(desk, rows), ...more };
}
