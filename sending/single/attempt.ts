import { sleep } from '../../base';
import type {
	Decision,
	DecisionNote,
	DecisionOrigin,
	Engine,
	Intent,
	NoSlot,
	SendRecord,
	SentAs,
} from '../../engine';
import { normalizeAddress, noteOf } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Content } from '../message';
import type { Attempt, CallResult } from '../submit';
import { callGateway, countedAs, hasPassed, noteResult, openSlotClock } from '../submit';
import type { Decided, Sendable } from './decide';

/** A slot that is further ahead isn't taken. µs */
const MOST_AHEAD = 3_000_000;
/** A message whose slot is further ahead than this is looked at again. ms */
const LOOK_AGAIN = 1_000;
/** How long before the slot it is looked at again. ms */
const BEFORE_SLOT = 100;
/** If a slot has passed before it could be used, the next one is this far ahead; twice that if it happens again. µs */
const LEAD_AFTER_LATE = 25_000;

/** One message: what to send, to whom, and under which key. */
export interface Message {
	intent: Intent;
	content: Content;
	key: string;
	/** The campaign in which the customer gets it once. */
	onceIn?: string;
	trace: boolean;
	origin?: DecisionOrigin;
}

/** One message in the form that was chosen. */
export interface SingleAttempt extends Attempt {
	outcome: Sendable;
	/** What is noted of it, besides what the attempt says. */
	send: Omit<SendRecord, 'state' | 'at' | 'key' | 'action'>;
	/** What its decision depends on. */
	caps?: Decision['caps'];
	/** Why it goes out, for the log of decisions. */
	decision: DecisionNote;
}

/** The content of the form that was chosen; only freeform may have yet to be made. */
async function contentFor(action: SentAs, { freeform, template, replyTo, checkFirst }: Content) {
	const common = { replyTo, checkFirst };
	if (action === 'template') return { ...common, components: template?.components };
	return { ...common, freeform: typeof freeform === 'function' ? await freeform() : freeform };
}

/** What the log keeps of a decision about a message. */
export const noteOfMessage = (
	{ outcome, now, facts, policy, estimate }: Decided,
	{ intent: { channel, to }, key, origin }: Pick<Message, 'intent' | 'key' | 'origin'>,
): DecisionNote =>
	noteOf({ ...outcome, at: now, facts, policy, estimate }, { key, channel, contact: to, origin });

/** A message in the form that was chosen. @param gatewayTime epoch ms */
export async function attemptOf(
	decided: Decided<Sendable>,
	sent: Message,
	gatewayTime: () => number,
): Promise<SingleAttempt> {
	const { outcome, facts, sendTo, caps, reserve } = decided;
	const { intent, content, key, onceIn } = sent;
	const { channel, to, recipientType } = intent;
	const { action } = outcome;
	const template = action === 'template' ? intent.template : undefined;
	const address = template && sendTo !== undefined ? sendTo : to;
	const message = { to: address, recipientType, template, ...(await contentFor(action, content)) };
	const counted = template && facts && countedAs(facts);
	const send = { channel, contact: normalizeAddress(to), template, ...counted, onceIn, reserve };
	const decision = noteOfMessage(decided, sent);
	return { key, action, message, at: Math.floor(gatewayTime()), send, outcome, caps, decision };
}

/**
 * Why the gateway wasn't called: its send was known, its number has no slot, others reached a cap that its decision
 * depends on, or it no longer may go out.
 */
export type NotCalled = { known: SendRecord } | { none: NoSlot } | { capReached: true } | 'withdrawn';

/** What happens around the call. */
interface Hooks {
	/** What goes out at the slot if the wait for it was long; nothing if the message no longer may go out. */
	lookAgain?(attempt: SingleAttempt): Promise<SingleAttempt | undefined>;
	/** Records what the gateway answered. @param ago how long ago the call was made. ms */
	record(attempt: SingleAttempt, result: CallResult, ago: () => number): Promise<void>;
}

const toRecord = ({ key, action, at, send }: SingleAttempt): SendRecord => ({
	...send,
	key,
	action,
	at,
	state: 'sending',
});

/**
 * Notes an attempt as sending, and makes it in the next free slot of its number.
 * @returns why it wasn't made, or nothing once its result is recorded
 */
export async function makeAttempt(
	{ runtime, store }: Engine,
	gateway: GatewayClient,
	first: SingleAttempt,
	{ lookAgain, record }: Hooks,
): Promise<NotCalled | undefined> {
	const { sends, rates } = store;
	const { key, send } = first;
	const { channel } = send;
	const clock = openSlotClock(runtime);
	const request = (lead: number) => ({ channel, lead, within: MOST_AHEAD });

	let askedAt = runtime.monotonic();
	const begun = await sends.begin(toRecord(first), request(0), first.caps, first.decision);
	if (!('slot' in begun)) return begun;
	clock.note(begun.now, askedAt);
	let slot = clock.timeOf(begun.slot);
	const untilSlot = () => slot - runtime.monotonic();
	async function waitForSlot(): Promise<void> {
		if (untilSlot() > 0) await sleep(runtime, untilSlot());
	}

	/** What is noted is proven not to go out. */
	async function withdraw<Why>(why: Why): Promise<Why> {
		await sends.forget(key);
		return why;
	}

	let attempt = first;
	if (lookAgain && untilSlot() > LOOK_AGAIN) {
		await sleep(runtime, untilSlot() - BEFORE_SLOT);
		const seen = await lookAgain(first).catch(async (error: unknown) => {
			throw await withdraw(error);
		});
		if (!seen) return withdraw('withdrawn' as const);
		if (seen.action !== first.action && !(await sends.amend(toRecord(seen), seen.caps, seen.decision)))
			return withdraw({ capReached: true as const });
		attempt = seen;
	}

	await waitForSlot();
	for (let lead = LEAD_AFTER_LATE; hasPassed(slot, runtime.monotonic()); lead *= 2) {
		askedAt = runtime.monotonic();
		const taken = await rates.take(request(lead), 1);
		if (taken.none) return withdraw({ none: taken.none });
		clock.note(taken.now, askedAt);
		slot = clock.timeOf(taken.slots[0]!);
		await waitForSlot();
	}

	const calledAt = runtime.monotonic();
	const result = await callGateway(gateway, attempt);
	await noteResult(store, channel, result);
	await record(attempt, result, () => runtime.monotonic() - calledAt);
	return undefined;
}
