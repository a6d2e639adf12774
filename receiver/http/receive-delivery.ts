import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { Forwarding, IngestResult, MessagingEvent, StartRequest } from '../../engine';
import { displayNumbersIn, parseWebhook, placeEvents } from '../../engine';
import type { GatherOptions } from '../inbox/bursts';
import { gatheringOf } from '../inbox/bursts';
import type { Tell } from '../incidents';
import type { AnswerPoster, Sorted } from '../waits/answer-poster';
import type { Asking } from './ask-the-gateway';
import { asTheGatewaySays, measureClockOfFuture, withoutOld } from './ask-the-gateway';
import type { Delivery } from './read-delivery';
import { parseBody } from './read-delivery';
import type { BoundSecret, Rights } from './rights';
import { keepToRights, rightsOf } from './rights';

/** The trigger that starts executions, and which events it starts them for. */
interface Start {
	trigger: string;
	/** Asked before the events are committed and after it, as what is news may change in between. */
	wants: (event: MessagingEvent) => boolean | Promise<boolean>;
	/** Messages wait until their customer is silent, in bursts of this trigger. */
	gather?: GatherOptions;
	/** Starts executions also for messages that answer a wait. */
	withAnswers?: boolean;
}

export interface ReceiveOptions extends Asking {
	/** The signing secret, or several while it is being rotated. It may speak for every number and account. */
	secret?: string | string[];
	/** Secrets that may speak for some numbers and accounts only. */
	secrets?: readonly BoundSecret[];
	/** What the provider calls the agent in handovers, besides the names that are known. */
	agentRole?: string;
	/** The phone number id of events whose delivery names none, if it is known whose deliveries come here. */
	channel?: string;
	start?: Start;
	/** Brings what answers a wait to the execution that waits. */
	answers?: AnswerPoster;
	/** Queues the delivery for other consumers, with the events, and says in which header its signature goes on. */
	forward?: { to: readonly string[]; signatureHeader: string };
}

/** Why a delivery was not taken: `busy` while the same events are being taken in by another request. */
export type RefusalReason = 'signature' | 'store' | 'busy';

/** What to answer, and what to start. */
export interface Receipt {
	/** Only 200 is taken as delivered: with any other status the gateway sends again (docs/interface.md, Delivery). */
	status: 200 | 401 | 503;
	body: Record<string, unknown>;
	/** Absent when it was taken. */
	reason?: RefusalReason;
	/** Why the store did not take it: for the log, not for strangers. */
	cause?: string;
	/** How many events were new, and how many known. */
	received: number;
	duplicates: number;
	/** How many of them the secret may not speak for: they are kept as `unknown`. */
	beyondSecret: number;
	/** Whose these are, for people: numbers and accounts, the first three. */
	beyondOwners: string[];
	/** How many of the new ones are of a number that nobody could name: they count once their account's number is known. */
	unplaced: number;
	/** Why nobody can tell who holds conversations that were handed over: a sentence for each new such event. */
	unclear: string[];
	/** How many have data that can't be stored as it is: they are kept as `unknown`. */
	unstorable: number;
	/** How long the store took. ms */
	committedIn?: number;
	/** How many are so old that they may have come before: nothing of them is kept, and they start nothing. */
	tooOld: number;
	/** The events to start an execution with; noted in the store until `settle` is called. */
	toStart: MessagingEvent[];
	/** Confirms that the execution was started, or releases the events for the next delivery. */
	settle(end: 'confirmed' | 'released'): Promise<void>;
}

type Refusal = { status: 401 | 503; reason: RefusalReason; error: string; cause?: string };

function refusal({ error, ...why }: Refusal): Receipt {
	const none = { received: 0, duplicates: 0, beyondSecret: 0, unplaced: 0, unstorable: 0, tooOld: 0 };
	const nothing = { beyondOwners: [], unclear: [], toStart: [], settle: async () => {} };
	return { ...why, body: { error }, ...none, ...nothing };
}

/** How long a delivery waits until the executions have taken the answers that it brings. ms */
const LONGEST_SORTING = 8_000;

/** Which messages of a delivery executions have taken: nobody waits for that unless it decides what starts. */
async function sortAnswers(
	events: MessagingEvent[],
	{ answersWait, duplicates }: IngestResult,
	{ answers, start }: ReceiveOptions,
): Promise<Sorted> {
	if (answersWait) answers?.wake();
	const mayAnswer = answersWait || duplicates > 0;
	if (!answers || !start || start.withAnswers || !mayAnswer) return { delivered: new Set(), pending: false };
	const messages = events.filter(({ kind }) => kind === 'message');
	return answers.sort(
		messages.map(({ id }) => id),
		LONGEST_SORTING,
	);
}

/** The ids of the events that a trigger starts executions for. */
async function idsOf(events: MessagingEvent[], { wants }: Start) {
	const ids = await Promise.all(events.map(async (event) => ((await wants(event)) ? [event.id] : [])));
	return new Set(ids.flat());
}

/** Which events start executions now, and which wait. Those that need not wait for others start now. */
async function noteOf(start: Start, events: MessagingEvent[], runtime: Runtime): Promise<StartRequest> {
	const { trigger, gather, withAnswers } = start;
	const wanted = await idsOf(events, start);
	if (!gather) return { trigger, eventIds: wanted };
	const waiting = events.filter((event) => wanted.has(event.id) && !gather.how(event).alone);
	const waits = new Set(waiting.map(({ id }) => id));
	const eventIds = new Set([...wanted].filter((id) => !waits.has(id)));
	return { trigger, eventIds, gather: { ...gatheringOf(waiting, gather, runtime), withAnswers } };
}

/** The number that a secret is bound to, if it is one. */
const onlyChannelOf = (rights: Rights | 'everything') =>
	rights !== 'everything' && rights.channels.size === 1 ? [...rights.channels][0] : undefined;

/** What other consumers get of a delivery: what came, with its signature. */
function forwardingOf(
	{ rawBody, signature = '', contentType = 'application/json' }: Delivery,
	{ to, signatureHeader }: NonNullable<ReceiveOptions['forward']>,
): Forwarding {
	const headers = { 'content-type': contentType, [signatureHeader]: signature };
	return { targets: to, headers, body: rawBody };
}

/** Commits what a delivery brings, as far as its secret may speak for it. */
async function takeIn(
	delivery: Delivery,
	rights: Rights | 'everything',
	options: ReceiveOptions,
): Promise<Receipt> {
	const { engine, start, agentRole } = options;
	const body = parseBody(delivery.rawBody);
	const parsed = parseWebhook(body, await engine.now(), { agentRole });
	const channel = options.channel ?? onlyChannelOf(rights);
	const placed = channel === undefined ? parsed : placeEvents(parsed, channel);
	const all = await withoutOld(placed, options);
	const tooOld = placed.length - all.length;
	const { events, beyond } =
		rights === 'everything'
			? { events: all, beyond: new Map<string, string>() }
			: await keepToRights(all, rights, engine);
	await measureClockOfFuture(events, options);
	const current = await asTheGatewaySays(events, options);
	const mayBeNoted = ({ id }: MessagingEvent) => !beyond.has(id);
	const noted =
		start && ((known: MessagingEvent[]) => noteOf(start, known.filter(mayBeNoted), engine.runtime));
	const begunAt = engine.runtime.monotonic();
	const isAllOld = tooOld > 0 && all.length === 0;
	const forward = options.forward && !isAllOld ? forwardingOf(delivery, options.forward) : undefined;
	const numbers = displayNumbersIn(body);
	const ingested = await engine.ingest(current, { start: noted, forward, numbers });
	const { fresh, duplicates, starts, unplaced, unstorable } = ingested;
	const committedIn = engine.runtime.monotonic() - begunAt;
	const begun = starts.filter(({ state }) => state === 'start').map(({ event }) => event);
	const settleEach = async (settled: MessagingEvent[], end: 'confirmed' | 'released') => {
		if (!start || settled.length === 0) return;
		await engine.store.settleStarts(
			start.trigger,
			settled.map(({ id }) => id),
			end,
		);
	};
	const { delivered, pending } = await sortAnswers(current, ingested, options);
	// What is news can be told only now: another delivery may have said the same just before.
	const news = start ? await idsOf(begun, start) : new Set<string>();
	const mayStart = ({ id }: MessagingEvent) => news.has(id) && !delivered.has(id);
	const toStart = begun.filter(mayStart);
	const settle = (end: 'confirmed' | 'released') => settleEach(toStart, end);
	await settleEach(
		begun.filter((event) => !mayStart(event)),
		'confirmed',
	);
	if (pending || starts.some(({ state }) => state === 'busy')) {
		await settle('released');
		const error = 'The same events are being processed right now. Send the delivery again.';
		return refusal({ status: 503, reason: 'busy', error });
	}
	const counts = { received: fresh.length, duplicates };
	const { addTally } = engine.store;
	addTally('events', { result: 'new' }, fresh.length);
	addTally('events', { result: 'duplicate' }, duplicates);
	addTally('events', { result: 'too-old' }, tooOld);
	addTally('ineffective', { reason: 'beyond-secret' }, beyond.size);
	addTally('ineffective', { reason: 'unplaced' }, unplaced.length);
	addTally('ineffective', { reason: 'unstorable' }, unstorable);
	return {
		...counts,
		status: 200,
		body: counts,
		beyondSecret: beyond.size,
		beyondOwners: [...new Set(beyond.values())].slice(0, 3),
		unplaced: unplaced.length,
		unclear: fresh.flatMap((event) => (event.kind === 'handover' ? (event.hint ?? []) : [])),
		unstorable,
		tooOld,
		committedIn,
		toStart,
		settle,
	};
}

/**
 * Takes in one webhook delivery: verifies its signature over the raw body, parses it, and commits its events before
 * it says 200. A bad signature returns 401; a store that doesn't respond returns 503, so that the gateway sends again;
 * a signed body that isn't understood is kept as `unknown` and returns 200, as is anything outside its secret's rights.
 */
export async function receiveDelivery(delivery: Delivery, options: ReceiveOptions): Promise<Receipt> {
	const { rawBody, signature } = delivery;
	const { secret = [], secrets = [], engine } = options;
	const rights = rightsOf(rawBody, signature, [{ secret }, ...secrets]);
	if (!rights) {
		engine.store.webhooks.noteRefused();
		const error =
			signature === undefined
				? 'The signature header is missing.'
				: "The signature doesn't match the body. Check the signing secret.";
		return refusal({ status: 401, reason: 'signature', error });
	}
	try {
		return await takeIn(delivery, rights, options);
	} catch (error) {
		const sentence = "The store didn't accept the delivery.";
		return refusal({ status: 503, reason: 'store', error: sentence, cause: errorText(error) });
	}
}

const TOO_OLD =
	"A delivery contained events that are older than the store's marks of redeliveries, so that they may have come before. Nothing of them is kept, and they start nothing. If they are new, check the clock of this machine.";

/** Tells of handovers that change nothing, as their hints say, and of events that are too old to be taken in. */
export function tellOfIneffective(
	tell: Tell,
	{ unclear, tooOld }: Pick<Receipt, 'unclear' | 'tooOld'>,
): void {
	for (const hint of unclear) {
		const message = `Control of a conversation changed. ${hint}`;
		tell(`unclear-handover ${hint}`, { level: 'warn', event: 'unclear-handover', message });
	}
	if (tooOld > 0) tell('too-old', { level: 'warn', event: 'too-old', message: TOO_OLD, events: tooOld });
}
