import { DAY, HOUR, MINUTE } from '../../base';
import type { AffectedCustomer, RecentCustomer, WhomQuery } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { NotFound, numbersShown, sees } from '../desk';
import type { CustomerRecord, PageOf, Shown } from '../records';
import { customerRecord, withNames } from './customers';

/** Customers on a page. */
const PAGE = 50;
/** So many unanswered customers of a number are looked for. */
const MOST_UNANSWERED = 1_000;
/** A workflow, and whoever answers by hand, take a while. ms */
const ANSWERS_WITHIN = 5 * MINUTE;

export type CustomerOf = Pick<AffectedCustomer, 'channel' | 'contact' | 'at' | 'rule'>;

/** Each customer once, with what is newest. */
export function eachOnce(found: readonly CustomerOf[]): CustomerOf[] {
	const newest = new Map<string, CustomerOf>();
	for (const one of found) {
		const key = `${one.channel} ${one.contact}`;
		if (!newest.has(key)) newest.set(key, one);
	}
	return [...newest.values()];
}

/** Customers, as people see them. */
export const shownCustomers = (desk: Desk, found: readonly CustomerOf[]): Promise<CustomerRecord[]> =>
	withNames(
		desk,
		found.map(({ channel, contact, at, rule }) => ({
			...customerRecord(desk, channel, contact, at),
			...(rule !== undefined && { rule }),
		})),
	);

/**
 * Customers in an open window who wrote and to whom nobody has written since: no workflow, no agent, and no person.
 * @param limit so many are looked at
 */
export async function findUnanswered(
	{ store, engine }: Desk,
	{ channel, now, limit }: { channel: string; now: number; limit: number },
): Promise<CustomerOf[]> {
	const span = { after: now - CONVERSATION_WINDOW, before: now - ANSWERS_WITHIN };
	const left: CustomerOf[] = [];
	for (const { contact, at } of await store.overview.unanswered({ channel, ...span, limit })) {
		const { holder, humanRepliedAt = 0 } = await engine.conversation({ channel, to: contact });
		if (holder !== 'agent' && humanRepliedAt < at) left.push({ channel, contact, at });
	}
	return eachOnce(left);
}

/** The times of a day, the newest first, so that no statement looks at more than an hour. */
function* hoursBefore(now: number): Generator<{ from: number; to: number }> {
	for (let to = now; to > now - DAY; to -= HOUR) yield { from: to - HOUR, to };
}

/** Those to whom something happened in the last 24 hours, newest first, each once on a page. */
async function findAffected(
	desk: Desk,
	{ what, now, before }: { what: WhomQuery['what']; now: number; before: RecentCustomer | undefined },
): Promise<{ found: CustomerOf[]; last: CustomerOf | undefined }> {
	const found: AffectedCustomer[] = [];
	for (const { from, to } of hoursBefore(now)) {
		let place = before;
		for (let isFull = (before?.at ?? Infinity) >= from; isFull;) {
			const more = await desk.store.overview.whom({
				what,
				from,
				to,
				...(place && { before: place }),
				limit: PAGE,
			});
			found.push(...more.filter(({ channel }) => sees(desk, channel)));
			if (eachOnce(found).length >= PAGE) return { found: eachOnce(found), last: more.at(-1) };
			place = more.at(-1);
			isFull = more.length === PAGE;
		}
		await desk.runtime.turn();
	}
	return { found: eachOnce(found), last: undefined };
}

const SHOWN: Readonly<Record<Shown, true>> = {
	answered: true,
	held: true,
	skipped: true,
	failed: true,
	unconfirmed: true,
	unanswered: true,
};

const isShown = (text: string): text is Shown => Object.hasOwn(SHOWN, text);

/**
 * A page of customers to whom something happened in the last 24 hours, newest first.
 * @param after of the page before
 * @throws NotFound
 */
export async function readWhom(
	desk: Desk,
	{ shown, after }: { shown: string; after?: string | undefined },
): Promise<PageOf<CustomerRecord>> {
	if (!isShown(shown)) throw new NotFound(`There is no list of customers called ${JSON.stringify(shown)}.`);
	const place = after === undefined ? undefined : desk.veil.unseal(after);
	if (after !== undefined && place === undefined)
		throw new NotFound('This page of the list is of an earlier console. Reload the page.');
	const numbers = await numbersShown(desk);
	const nowOn = await Promise.all(numbers.map((channel) => desk.engine.now(channel)));
	if (shown === 'unanswered') {
		const found = await Promise.all(
			numbers.map((channel, index) =>
				findUnanswered(desk, { channel, now: nowOn[index]!, limit: MOST_UNANSWERED }),
			),
		);
		return { rows: await shownCustomers(desk, found.flat()) };
	}
	const now = Math.max(...nowOn, desk.runtime.now()) + MINUTE;
	const before = place && { at: Number(place.channel), contact: place.contact };
	const { found, last } = await findAffected(desk, { what: shown, now, before });
	return {
		rows: await shownCustomers(desk, found),
		...(last && { next: desk.veil.seal({ channel: String(last.at), contact: last.contact }) }),
	};
}
