import { errorText } from '../../base';
import type { Engine, EventKind, MessagingEvent } from '../../engine';
import { parseWebhook, placeEvents, verifySignature } from '../../engine';
import type { BoundSecret, Rights } from './bound-secret';
import { rightsOf } from './bound-secret';
import { readClocks } from './clock-readings';
import { keepToRights } from './keep-to-rights';

/** A delivery as it came over HTTP. */
export interface Delivery {
	/** The bytes of the body as they were sent. */
	rawBody: Buffer;
	/** The header that carries the signature. */
	signature: string | undefined;
}

export interface ReceiveOptions {
	engine: Engine;
	/** The signing secret, or several while it is being rotated. It may speak for every number and account. */
	secret?: string | string[];
	/** Secrets that may speak for some numbers and accounts only. */
	secrets?: readonly BoundSecret[];
	/** The phone number id of events whose delivery names none, if it is known whose deliveries come here. */
	channel?: string;
	/** The trigger that starts executions, and which events it starts them for. */
	start?: { trigger: string; wants: (event: MessagingEvent) => boolean | Promise<boolean> };
	/** Asks the gateway what time it is; called when a delivery is dated later than now. */
	measureClock?: (channel: string) => Promise<void>;
	/** The phone number ids that `measureClock` is called for; any if left out. */
	clockChannels?: readonly string[];
}

/** Why a delivery was not taken: `busy` while the same events are being taken in by another request. */
export type RefusalReason = 'signature' | 'store' | 'busy';

/** What to answer, and what to start. */
export interface Receipt {
	/** Only 200 is taken as delivered: with any other status the gateway sends again (interface, Events, rule 4). */
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
	/** How many of the new ones are of a number that nobody could name: they count once their account's number is known. */
	unplaced: number;
	/** How many have data that can't be stored as it is: they are kept as `unknown`. */
	unstorable: number;
	/** How long the store took. ms */
	committedIn?: number;
	/** The events to start an execution with; noted in the store until `settle` is called. */
	toStart: MessagingEvent[];
	/** Confirms that the execution was started, or releases the events for the next delivery. */
	settle(end: 'confirmed' | 'released'): Promise<void>;
}

type Refusal = { status: 401 | 503; reason: RefusalReason; error: string; cause?: string };

function refusal({ error, ...why }: Refusal): Receipt {
	const nothing = {
		received: 0,
		duplicates: 0,
		beyondSecret: 0,
		unplaced: 0,
		unstorable: 0,
		toStart: [],
		settle: async () => {},
	};
	return { ...why, body: { error }, ...nothing };
}

/** The parsed body; a signed body that isn't JSON is kept as text. */
function parseBody(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8');
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** An event dated later than now shows that our clock is late, or that the event is wrong: the gateway's clock tells. */
async function measureClockOfFuture(
	events: MessagingEvent[],
	{ engine, measureClock, clockChannels }: ReceiveOptions,
): Promise<void> {
	if (!measureClock) return;
	const behind = await engine.channelsBehind(events);
	const known = clockChannels ? behind.filter((channel) => clockChannels.includes(channel)) : behind;
	if (known.length > 0) await readClocks(engine, known, measureClock);
}

/** The ids of the events that a trigger starts executions for. */
async function idsOf(events: MessagingEvent[], wants: NonNullable<ReceiveOptions['start']>['wants']) {
	const ids = await Promise.all(events.map(async (event) => ((await wants(event)) ? [event.id] : [])));
	return new Set(ids.flat());
}

/** The number that a secret is bound to, if it is one. */
const onlyChannelOf = (rights: Rights | 'everything') =>
	rights !== 'everything' && rights.channels.size === 1 ? [...rights.channels][0] : undefined;

/** Commits what a delivery brings, as far as its secret may speak for it. */
async function takeIn(
	rawBody: Buffer,
	rights: Rights | 'everything',
	options: ReceiveOptions,
): Promise<Receipt> {
	const { engine, start } = options;
	const parsed = parseWebhook(parseBody(rawBody), await engine.now());
	const channel = options.channel ?? onlyChannelOf(rights);
	const all = channel === undefined ? parsed : placeEvents(parsed, channel);
	const { events, beyond } =
		rights === 'everything' ? { events: all, beyond: 0 } : await keepToRights(all, rights, engine);
	const wanted = start ? await idsOf(events, start.wants) : new Set<string>();
	await measureClockOfFuture(events, options);
	const noted = start && { trigger: start.trigger, eventIds: wanted };
	const begunAt = engine.runtime.monotonic();
	const { fresh, duplicates, starts, unplaced, unstorable } = await engine.ingest(events, { start: noted });
	const committedIn = engine.runtime.monotonic() - begunAt;
	const toStart = starts.filter(({ state }) => state === 'start').map(({ event }) => event);
	const settle = async (end: 'confirmed' | 'released') => {
		if (!start || toStart.length === 0) return;
		await engine.store.settleStarts(
			start.trigger,
			toStart.map(({ id }) => id),
			end,
		);
	};
	if (starts.some(({ state }) => state === 'busy')) {
		await settle('released');
		const error = 'The same events are being processed right now. Send the delivery again.';
		return refusal({ status: 503, reason: 'busy', error });
	}
	const counts = { received: fresh.length, duplicates };
	return {
		...{ status: 200, body: counts, ...counts, beyondSecret: beyond, unplaced: unplaced.length, unstorable },
		...{ committedIn, toStart, settle },
	};
}

/**
 * Takes in one webhook delivery: verifies its signature over the raw body, parses it, and commits its events before
 * it says 200. A bad signature returns 401; a store that doesn't respond returns 503, so that the gateway sends again;
 * a signed body that isn't understood is kept as `unknown` and returns 200, as is anything outside its secret's rights.
 */
export async function receiveDelivery(
	{ rawBody, signature }: Delivery,
	options: ReceiveOptions,
): Promise<Receipt> {
	const { secret = [], secrets = [] } = options;
	const rights = rightsOf(rawBody, signature, [{ secret }, ...secrets]);
	if (!rights) {
		const error =
			signature === undefined
				? 'The signature header is missing.'
				: "The signature doesn't match the body. Check the signing secret.";
		return refusal({ status: 401, reason: 'signature', error });
	}
	try {
		return await takeIn(rawBody, rights, options);
	} catch (error) {
		const sentence = "The store didn't accept the delivery.";
		return refusal({ status: 503, reason: 'store', error: sentence, cause: errorText(error) });
	}
}

/**
 * The events of a delivery that was copied to a test run: verified, and taken in nowhere, as the published trigger
 * does that. `undefined` when the signature does not fit.
 */
export function readCopy(
	{ rawBody, signature }: Delivery,
	secret: string | string[],
): MessagingEvent[] | undefined {
	return verifySignature(rawBody, signature, secret) ? parseWebhook(parseBody(rawBody)) : undefined;
}

/** The kinds of events that start an execution unless others are chosen: the rest is recorded. */
export const KINDS_THAT_START: readonly EventKind[] = ['message', 'handover'];
