import type { Engine, EventKind, MessagingEvent } from '../../engine';
import { parseWebhook, verifySignature } from '../../engine';

/** A delivery as it came over HTTP. */
export interface Delivery {
	/** The bytes of the body as they were sent. */
	rawBody: Buffer;
	/** The header that carries the signature. */
	signature: string | undefined;
}

export interface ReceiveOptions {
	engine: Engine;
	/** The signing secret, or several while it is being rotated. */
	secret: string | string[];
	/** The trigger that starts executions, and which events it starts them for. */
	start?: { trigger: string; wants: (event: MessagingEvent) => boolean | Promise<boolean> };
	/** Asks the gateway what time it is; called when a delivery is dated later than now. */
	measureClock?: (channel: string) => Promise<void>;
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
	/** How many events were new, and how many known. */
	received: number;
	duplicates: number;
	/** How long the store took. ms */
	committedIn?: number;
	/** The events to start an execution with; noted in the store until `settle` is called. */
	toStart: MessagingEvent[];
	/** Confirms that the execution was started, or releases the events for the next delivery. */
	settle(end: 'confirmed' | 'released'): Promise<void>;
}

function refusal(status: 401 | 503, reason: RefusalReason, error: string): Receipt {
	return {
		status,
		reason,
		body: { error },
		received: 0,
		duplicates: 0,
		toStart: [],
		settle: async () => {},
	};
}

/** The parsed body; a signed body that is no JSON is kept as the text it is. */
function parseBody(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8');
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** An event dated later than now shows that our clock is late, or that the event is wrong: the gateway's clock tells. */
async function measureClockOfFuture(events: MessagingEvent[], { engine, measureClock }: ReceiveOptions) {
	if (!measureClock) return;
	for (const channel of await engine.channelsBehind(events)) await measureClock(channel).catch(() => {});
}

/** The ids of the events that a trigger starts executions for. */
async function idsOf(events: MessagingEvent[], wants: NonNullable<ReceiveOptions['start']>['wants']) {
	const ids = await Promise.all(events.map(async (event) => ((await wants(event)) ? [event.id] : [])));
	return new Set(ids.flat());
}

/**
 * Takes in one webhook delivery: verifies its signature over the raw body, parses it, and commits its events before
 * it says 200. A bad signature gives 401; a store that does not answer gives 503, so that the gateway sends again;
 * a signed body that nobody understands is kept as `unknown` and gives 200.
 */
export async function receiveDelivery(
	{ rawBody, signature }: Delivery,
	options: ReceiveOptions,
): Promise<Receipt> {
	const { engine, secret, start } = options;
	if (!verifySignature(rawBody, signature, secret)) {
		const error =
			signature === undefined
				? 'The signature header is missing.'
				: 'The signature does not fit the body: check the signing secret.';
		return refusal(401, 'signature', error);
	}
	const events = parseWebhook(parseBody(rawBody), await engine.now());
	const wanted = start ? await idsOf(events, start.wants) : new Set<string>();
	try {
		await measureClockOfFuture(events, options);
		const noted = start && { trigger: start.trigger, eventIds: wanted };
		const begunAt = performance.now();
		const { fresh, duplicates, starts } = await engine.ingest(events, { start: noted });
		const committedIn = performance.now() - begunAt;
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
			return refusal(503, 'busy', 'The same events are being taken in right now: send again.');
		}
		const counts = { received: fresh.length, duplicates };
		return { status: 200, body: counts, ...counts, committedIn, toStart, settle };
	} catch (error) {
		return refusal(
			503,
			'store',
			`The store did not take the delivery: ${error instanceof Error ? error.message : String(error)}`,
		);
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
