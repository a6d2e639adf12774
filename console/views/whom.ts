import { DAY, HOUR, MINUTE } from '../../base';
import type { AffectedCustomer, WhomQuery } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { NotFound, numbersShown, sees } from '../desk';
import { isCustomerList, type CustomerRecord, type PageOf } from '../records';
import { customerRecord, sealed, unsealed, withNames } from './customers';

/** Customers on a page. */
const PAGE = 50;
/** So many rows are read at a time: a customer can be in several. */
const READ = 500;
/** So many unanswered customers of a number are looked for. */
const MOST_UNANSWERED = 1_000;
/** A workflow, and whoever answers by hand, take a while. ms */
const ANSWERS_WITHIN = 5 * MINUTE;

const keyOf = ({ channel, contact }: AffectedCustomer) => `${channel} ${contact}`;

/** Each customer once, with what is newest. */
export function eachOnce(found: readonly AffectedCustomer[]): AffectedCustomer[] {
	const newest = new Map<string, AffectedCustomer>();
	for (const one of found) if (!newest.has(keyOf(one))) newest.set(keyOf(one), one);
	return [...newest.values()];
}

/** Customers, as people see them. */
export const recordsOf = (desk: Desk, found: readonly AffectedCustomer[]): Promise<CustomerRecord[]> =>
	withNames(
		desk,
		found.map(({ channel, contact, at, rule }) => ({
			...customerRecord(desk, channel, contact, at),
			...(rule !== undefined && { rule }),
		})),
	);

/**
 * Customers in an open window who wrote and to whom nobody has written since: no workflow, no agent, and no person.
 * @param limit so many are looked at; `isMore` if there are others
 */
export async function findUnanswered(
	{ store, engine }: Desk,
	{ channel, now, limit }: { channel: string; now: number; limit: number },
): Promise<{ found: AffectedCustomer[]; isMore: boolean }> {
	const span = { after: now - CONVERSATION_WINDOW, before: now - ANSWERS_WITHIN };
	const looked = await store.overview.unanswered({ channel, ...span, limit });
	const left: AffectedCustomer[] = [];
	for (const { contact, at } of looked) {
		const { holder, humanRepliedAt = 0 } = await engine.conversation({ channel, to: contact });
		if (holder !== 'agent' && humanRepliedAt < at) left.push({ channel, contact, at });
	}
	return { found: eachOnce(left), isMore: looked.length === limit };
}

/** The times of a day, the newest first, so that no statement looks at more than an hour. */
function* hoursBefore(now: number): Generator<{ from: number; to: number }> {
	for (let to = now; to > now - DAY; to -= HOUR) yield { from: to - HOUR, to };
}

/** Those to whom something happened in the last 24 hours, newest first, each once on a page. `last`: if there may be more. */
async function findAffected(
	desk: Desk,
	{ what, now, before }: { what: WhomQuery['what']; now: number; before: AffectedCustomer | undefined },
): Promise<{ found: AffectedCustomer[]; last?: AffectedCustomer }> {
	const found = new Map<string, AffectedCustomer>();
	let place = before;
	for (const { from, to } of hoursBefore(now)) {
		for (let isFull = place === undefined || place.at >= from; isFull;) {
			const more = await desk.store.overview.whom({
				what,
				from,
				to,
				...(place && { before: place }),
				limit: READ,
			});
			for (const one of more) {
				place = one;
				if (!sees(desk, one.channel) || found.has(keyOf(one))) continue;
				found.set(keyOf(one), one);
				if (found.size === PAGE) return { found: [...found.values()], last: one };
			}
			isFull = more.length === READ;
			await desk.runtime.turn();
		}
	}
	return { found: [...found.values()] };
}

/**
 * A page of a list of customers, newest first.
 * @param after of the page before
 * @throws NotFound
 */
export async function readWhom(
	desk: Desk,
	{ list, after }: { list: string; after?: string | undefined },
): Promise<PageOf<CustomerRecord>> {
	if (!isCustomerList(list))
		throw new NotFound(`There is no list of customers called ${JSON.stringify(list)}.`);
	const numbers = await numbersShown(desk);
	const nowOn = await Promise.all(numbers.map((channel) => desk.engine.now(channel)));
	if (list === 'unanswered') {
		const waiting = await Promise.all(
			numbers.map((channel, index) =>
				findUnanswered(desk, { channel, now: nowOn[index]!, limit: MOST_UNANSWERED }),
			),
		);
		return {
			rows: await recordsOf(
				desk,
				waiting.flatMap(({ found }) => found),
			),
		};
	}
	const now = Math.max(...nowOn, desk.runtime.now()) + MINUTE;
	const { channel, at, name: contact } = unsealed(desk, after);
	const before =
		channel === undefined || at === undefined || contact === undefined ? undefined : { channel, at, contact };
	const { found, last } = await findAffected(desk, { what: list, now, before });
	return {
		rows: await recordsOf(desk, found),
		...(last && { next: sealed(desk, { channel: last.channel, at: last.at, name: last.contact }) }),
	};
}
