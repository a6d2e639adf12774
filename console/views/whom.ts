import { DAY, HOUR, MINUTE } from '../../base';
import type { AffectedCustomer, WhomQuery } from '../../engine';
import { AS_ASKED, isKeptCampaign } from '../../engine';
import { CLOCK_OFFSET_THRESHOLD } from '../../platform';
import type { Desk } from '../desk';
import { NotFound, numbersShown, sees } from '../desk';
import { isCustomerList, type CustomerRecord, type PageOf } from '../records';
import { customerRecord, sealed, unsealed, withNames } from './customers';
import { withLastWords } from './last-words';

/** Customers on a page. */
const PAGE = 50;
/** So many rows are read at a time: a customer can be in several. */
const READ = 500;
/** So many unanswered customers of a number are looked for. */
const MOST_UNANSWERED = 1_000;
/** A workflow, and whoever answers by hand, take a while. ms */
const ANSWERS_WITHIN = 5 * MINUTE;
/** Whoever comes back after a weekend still sees who wrote before it. ms */
const LOOKS_BACK = 3 * DAY;
/** The customer's last message is among so many of the last ones. */
const LAST_FEW = 5;

const keyOf = ({ channel, contact }: AffectedCustomer) => `${channel} ${contact}`;

/** Each customer once, with what is newest. */
export function eachOnce<One extends AffectedCustomer>(found: readonly One[]): One[] {
	const newest = new Map<string, One>();
	for (const one of found) if (!newest.has(keyOf(one))) newest.set(keyOf(one), one);
	return [...newest.values()];
}

/** Customers, as people see them. */
export const recordsOf = (desk: Desk, found: readonly AffectedCustomer[]): Promise<CustomerRecord[]> =>
	withNames(
		desk,
		found.map(({ channel, contact, at, rule }) => ({
			...customerRecord(desk, channel, contact, at),
			...(rule !== undefined && rule !== AS_ASKED && { rule }),
		})),
	);

/** Customers who wrote, with what they wrote last, as people see them. */
const writersOf = async (desk: Desk, found: readonly AffectedCustomer[]): Promise<CustomerRecord[]> =>
	Promise.all((await recordsOf(desk, found)).map((row) => withLastWords(desk, row)));

const longestFirst = (a: AffectedCustomer, b: AffectedCustomer) =>
	a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1);

/** A message of ours that went out, as far as anybody knows, and that no campaign sent. */
const isAnswer = ({ state, campaign }: { state: string; campaign?: string }) =>
	['sending', 'accepted', 'delivered', 'read', 'unconfirmed'].includes(state) &&
	(campaign === undefined || isKeptCampaign(campaign));

/**
 * Whether somebody takes care of a customer who wrote at a time after all. The platform dates by its own clock, so an
 * answer of a workflow can seem to come before the message: when the message was received tells.
 */
async function isCaredFor(
	{ store, engine }: Desk,
	{ channel, contact, at }: AffectedCustomer,
): Promise<boolean> {
	const { holder, window } = await engine.conversation({ channel, to: contact });
	const isAgents = holder === 'agent';
	if (isAgents && window === 'open') return true;
	const since = at - CLOCK_OFFSET_THRESHOLD;
	const { received, sends } = await store.conversations.happenings({
		channel,
		contact,
		since,
		limit: LAST_FEW,
	});
	const message = received.find((event) => event.kind === 'message' && event.at === at);
	// After the gateway's clock was moved, or if it came late, when the message was received tells nothing.
	const isKnown = message !== undefined && Math.abs(message.receivedAt - at) < CLOCK_OFFSET_THRESHOLD;
	const from = isKnown ? message.receivedAt : since;
	if (sends.some((send) => isAnswer(send) && send.at >= from && send.at < at)) return true;
	// An agent that answers on a number holds each idle conversation, also those in which it didn't answer.
	return isAgents && received.some((event) => event.kind === 'agent_reply' && event.at >= at);
}

/** Who waits, who has waited longest first. `isMore`: there are others, who weren't looked at. */
interface Waiting {
	/** Those for whom a person was called who hasn't answered yet, and when. */
	readonly called: readonly AffectedCustomer[];
	/** Those who wrote, and when, and to whom nobody has written since: no workflow, no agent, and no person. */
	readonly unanswered: readonly AffectedCustomer[];
	readonly isMore: boolean;
}

/** Finds who wrote in the last days and waits. @param limit so many messages are looked at */
export async function findWaiting(
	desk: Desk,
	{ channel, now, limit }: { channel: string; now: number; limit: number },
): Promise<Waiting> {
	const span = { after: now - LOOKS_BACK, before: now - ANSWERS_WITHIN };
	const looked = await desk.store.overview.unanswered({ channel, ...span, limit });
	const called: AffectedCustomer[] = [];
	const unanswered: AffectedCustomer[] = [];
	for (const { contact, at, calledAt } of eachOnce(looked.map((one) => ({ channel, ...one })))) {
		if (calledAt !== undefined) called.push({ channel, contact, at: calledAt });
		else if (!(await isCaredFor(desk, { channel, contact, at }))) unanswered.push({ channel, contact, at });
	}
	called.sort(longestFirst);
	unanswered.sort(longestFirst);
	return { called, unanswered, isMore: looked.length === limit };
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

/** Where the next page of a list begins. */
const nextAfter = (desk: Desk, { channel, at, contact }: AffectedCustomer) => ({
	next: sealed(desk, { channel, at, name: contact }),
});

/** The last row of the page before; undefined for the first page. */
function placeOf(desk: Desk, after: string | undefined): AffectedCustomer | undefined {
	const { channel, at, name: contact } = unsealed(desk, after);
	return channel === undefined || at === undefined || contact === undefined
		? undefined
		: { channel, at, contact };
}

/**
 * A page of a list of customers: those without an answer by how long they have waited, all others newest first.
 * @param after of the page before
 * @throws NotFound
 */
export async function readWhom(
	desk: Desk,
	{ list, after }: { list: string; after?: string | undefined },
): Promise<PageOf<CustomerRecord>> {
	if (!isCustomerList(list))
		throw new NotFound(`There is no list of customers called ${JSON.stringify(list)}.`);
	const place = placeOf(desk, after);
	const numbers = await numbersShown(desk);
	const nowOn = await Promise.all(numbers.map((channel) => desk.engine.now(channel)));
	if (list === 'unanswered' || list === 'called') {
		const waiting = await Promise.all(
			numbers.map((channel, index) =>
				findWaiting(desk, { channel, now: nowOn[index]!, limit: MOST_UNANSWERED }),
			),
		);
		const all = waiting.flatMap((found) => found[list]).sort(longestFirst);
		const left = place === undefined ? all : all.filter((one) => longestFirst(place, one) < 0);
		const page = left.slice(0, PAGE);
		return { rows: await writersOf(desk, page), ...(left.length > PAGE && nextAfter(desk, page.at(-1)!)) };
	}
	const now = Math.max(...nowOn, desk.runtime.now()) + MINUTE;
	const { found, last } = await findAffected(desk, { what: list, now, before: place });
	return { rows: await recordsOf(desk, found), ...(last && nextAfter(desk, last)) };
}
