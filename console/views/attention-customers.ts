import { DAY, MINUTE } from '../../base';
import type { AffectedCustomer } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { AttentionRecord, CustomerList } from '../records';
import type { WaitingCustomer } from './whom';
import { eachOnce, findUnanswered, recordsOf } from './whom';

/** So many customers are counted, and so many of them are named. */
const [COUNTED, NAMED] = [100, 5];

/** What was found, and whether there is more that wasn't counted. */
interface Found {
	readonly found: readonly AffectedCustomer[];
	readonly isMore: boolean;
}

const times = ({ found: { length }, isMore }: Found, one: string, several: string) =>
	isMore ? `${length} or more ${several}` : `${length} ${length === 1 ? one : several}`;

/** Some of the customers whom something is about, and how many others are in the list. */
async function named(
	desk: Desk,
	{ found, isMore }: Found,
	list: CustomerList,
): Promise<Pick<AttentionRecord, 'customers' | 'others'>> {
	const customers = await recordsOf(desk, found.slice(0, NAMED));
	const count = found.length - customers.length;
	return { customers, ...(count > 0 && { others: { count, atLeast: isMore, list } }) };
}

/** Says whose conversation windows have closed meanwhile; empty if nobody's has. */
function ofClosed(found: readonly AffectedCustomer[], now: number): string {
	const closed = found.filter(({ at }) => at <= now - CONVERSATION_WINDOW).length;
	if (closed === 0) return '';
	const whose = closed === found.length ? '' : ` to ${closed} of them`;
	return ` Only a template can go out${whose} now, as the conversation window is closed.`;
}

/** Customers who wrote and got no answer, and those for whom a workflow called a person. */
export async function ofUnanswered(desk: Desk, channel: string, now: number): Promise<AttentionRecord[]> {
	const { found, isMore } = await findUnanswered(desk, { channel, now, limit: COUNTED });
	const told = async (some: readonly WaitingCustomer[], one: string, several: string, what: string) => {
		if (some.length === 0) return [];
		const waiting = { found: some, isMore };
		const since = isMore ? '' : `, the first at ${new Date(some[0]!.at).toISOString()}`;
		const sentence = `${times(waiting, one, several)} ${what}${since}.${ofClosed(some, now)}`;
		return [{ severity: 'warn' as const, sentence, ...(await named(desk, waiting, 'unanswered')) }];
	};
	const [called, others] = [true, false].map((isCalled) =>
		found.filter(({ calledAt }) => (calledAt !== undefined) === isCalled),
	) as [WaitingCustomer[], WaitingCustomer[]];
	return [
		...(await told(
			called,
			'customer waits',
			'customers wait',
			'for a person whom a workflow called, and nobody has answered',
		)),
		...(await told(others, 'customer wrote', 'customers wrote', 'and got no answer')),
	];
}

/** Messages that were submitted in the last day, and whose customers may be seen. */
async function submitted(desk: Desk, what: 'failed' | 'unconfirmed', now: number): Promise<Found> {
	const span = { from: now - DAY, to: now + MINUTE };
	const looked = await desk.store.overview.whom({ what, ...span, limit: COUNTED });
	return { found: looked.filter(({ channel }) => sees(desk, channel)), isMore: looked.length === COUNTED };
}

const eachOnceOf = ({ found, isMore }: Found): Found => ({ found: eachOnce(found), isMore });

/** Messages of the last day whose response was lost. */
export async function ofUnconfirmed(desk: Desk, now: number): Promise<AttentionRecord[]> {
	const lost = await submitted(desk, 'unconfirmed', now);
	if (lost.found.length === 0) return [];
	const isOne = lost.found.length === 1 && !lost.isMore;
	const [they, are] = isOne ? ['it was sent. It', "isn't"] : ['they were sent. They', "aren't"];
	const sentence = `${times(lost, 'message is', 'messages are')} unconfirmed: the gateway's response was lost, so nobody knows whether ${they} ${are} sent again.`;
	return [{ severity: 'bad', sentence, ...(await named(desk, eachOnceOf(lost), 'unconfirmed')) }];
}

/** Messages of the last day that the gateway or the platform refused: their customers got nothing. */
export async function ofFailed(desk: Desk, now: number): Promise<AttentionRecord[]> {
	const failed = await submitted(desk, 'failed', now);
	if (failed.found.length === 0) return [];
	const sentence = `${times(failed, 'message', 'messages')} failed in the last 24 hours. Each customer's timeline says why.`;
	return [{ severity: 'warn', sentence, ...(await named(desk, eachOnceOf(failed), 'failed')) }];
}
