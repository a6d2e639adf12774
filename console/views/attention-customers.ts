import { DAY, MINUTE } from '../../base';
import type { AffectedCustomer } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { AttentionRecord, CustomerList } from '../records';
import { eachOnce, findWaiting, recordsOf } from './whom';

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
export async function ofWaiting(desk: Desk, channel: string, now: number): Promise<AttentionRecord[]> {
	const { called, unanswered, isMore } = await findWaiting(desk, { channel, now, limit: COUNTED });
	const told = async (list: 'called' | 'unanswered', found: readonly AffectedCustomer[], sentence: string) =>
		found.length === 0
			? []
			: [{ severity: 'warn' as const, sentence, ...(await named(desk, { found, isMore }, list)) }];
	const since = ([first]: readonly AffectedCustomer[]) =>
		isMore || first === undefined ? '' : `, the first at ${new Date(first.at).toISOString()}`;
	const wait = times({ found: called, isMore }, 'customer asked', 'customers asked');
	const wrote = times({ found: unanswered, isMore }, 'customer wrote', 'customers wrote');
	return [
		...(await told('called', called, `${wait} for a person, and nobody has answered${since(called)}.`)),
		...(await told(
			'unanswered',
			unanswered,
			`${wrote} and got no answer${since(unanswered)}.${ofClosed(unanswered, now)}`,
		)),
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
