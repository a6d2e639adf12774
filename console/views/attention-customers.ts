import { DAY, MINUTE } from '../../base';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { AttentionRecord, Shown } from '../records';
import { eachOnce, findUnanswered, shownCustomers, type CustomerOf } from './whom';

/** So many customers are counted, and so many of them are named. */
const [COUNTED, NAMED] = [100, 5];

const times = (count: number, one: string, several: string) =>
	`${count === COUNTED ? `${count} or more` : count} ${count === 1 ? one : several}`;

/** Some of the customers whom something is about, and how many are in the list. */
async function named(
	desk: Desk,
	found: readonly CustomerOf[],
	shown: Shown,
): Promise<Pick<AttentionRecord, 'customers' | 'others'>> {
	const customers = await shownCustomers(desk, found.slice(0, NAMED));
	const count = found.length - customers.length;
	return { customers, ...(count > 0 && { others: { count, atLeast: found.length >= COUNTED, shown } }) };
}

/** Customers in an open window who wrote and got no answer. */
export async function ofUnanswered(desk: Desk, channel: string, now: number): Promise<AttentionRecord[]> {
	const waiting = await findUnanswered(desk, { channel, now, limit: COUNTED });
	if (waiting.length === 0) return [];
	const sentence = `${times(waiting.length, 'customer wrote', 'customers wrote')} and got no answer, the first at ${new Date(waiting.at(-1)!.at).toISOString()}.`;
	return [{ severity: 'warn', sentence, ...(await named(desk, waiting, 'unanswered')) }];
}

/** Messages of the last day whose response was lost. */
export async function ofUnconfirmed(desk: Desk, now: number): Promise<AttentionRecord[]> {
	const span = { from: now - DAY, to: now + MINUTE };
	const found = await desk.store.overview.whom({ what: 'unconfirmed', ...span, limit: COUNTED });
	const seen = found.filter(({ channel }) => sees(desk, channel));
	if (seen.length === 0) return [];
	const [they, are] = seen.length === 1 ? ['it was sent. It', "isn't"] : ['they were sent. They', "aren't"];
	const sentence = `${times(seen.length, 'message is', 'messages are')} unconfirmed: the gateway's response was lost, so nobody knows whether ${they} ${are} sent again.`;
	return [{ severity: 'bad', sentence, ...(await named(desk, eachOnce(seen), 'unconfirmed')) }];
}
