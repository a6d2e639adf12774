import type { Runtime } from '../../base';
import type { Engine, NoSlot } from '../../engine';
import { saidBy } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { GatewayClock } from '../gateway-clock';
import type { Outcome } from '../message';
import { toOutcomeError } from '../message';
import type { CallResult } from '../submit';
import { activeSince } from '../submit';
import type { Message, NotCalled, SingleAttempt } from './attempt';
import { attemptOf, makeAttempt } from './attempt';
import type { Decide, Decided, Sendable } from './decide';
import { isSendable } from './decide';
import { outcomeOfEarlier } from './earlier-send';

interface SubmitOptions {
	engine: Engine;
	gateway: GatewayClient;
	clock: GatewayClock;
	decide: Decide;
	/** Sets the number's rate, if the sender has one. */
	setRate(channel: string): Promise<void>;
}

/** The gateway's time, by what was read last. Epoch ms */
function openGatewayTime({ monotonic }: Runtime, now: number) {
	let last = { now, at: monotonic() };
	return {
		now: () => last.now + monotonic() - last.at,
		/** It was read again. */
		set: (read: number) => void (last = { now: read, at: monotonic() }),
	};
}

/** Why a number has no slot for a message now: the outcome of a send by the rules. */
function heldByNumber({ halted }: NoSlot, retryAt: number): Outcome & { retryAt: number } {
	const until = new Date(retryAt).toISOString();
	if (halted === undefined) {
		const reason = `The number is sending other messages at its full rate. Its next free slot is at ${until}.`;
		return { action: 'hold', rule: 'number-busy', reason, retryAt };
	}
	const reason = `The number sends nothing until ${until}: ${halted}`;
	return { action: 'hold', rule: 'number-halted', reason, retryAt };
}

/**
 * Submits a message in the form that was chosen, and records what came of it.
 * @param byRules whether the rules chose it, so that they are asked again after a long wait
 */
export type SubmitMessage = (
	decided: Decided<Sendable>,
	message: Message,
	byRules: boolean,
) => Promise<Decided>;

export function createSubmitMessage(options: SubmitOptions): SubmitMessage {
	const { engine, gateway, clock, decide, setRate } = options;
	const { runtime, store } = engine;

	return async function submit(decided, message, byRules): Promise<Decided> {
		const { intent, key, trace } = message;
		const { channel, account, to } = intent;
		const time = openGatewayTime(runtime, decided.now);
		/** What became of it: what the gateway answered, or what the rules said instead. */
		let ended: Decided = decided;

		async function lookAgain(attempt: SingleAttempt): Promise<SingleAttempt | undefined> {
			const next = await decide(intent, { trace, without: key });
			time.set(next.now);
			ended = next;
			if (!isSendable(next)) return undefined;
			if (next.outcome.action === attempt.action) return { ...attempt, outcome: next.outcome };
			return attemptOf(next, message, time.now);
		}

		async function record(attempt: SingleAttempt, result: CallResult, ago: () => number): Promise<void> {
			const { template } = attempt.send;
			const ofMessage = { channel, account, to, ...(template && { template }) };
			if (result.kind === 'accepted') {
				const { messageId, contacts, heldForQuality } = result;
				const now = await clock.note(channel, time.now());
				const outcome = { ...attempt.outcome, messageId };
				ended = { ...ended, outcome };
				const answered = { messageId, contacts, heldForQuality, at: now - ago() };
				const sent = { kind: 'sent', ...ofMessage, ...answered, said: saidBy(attempt) } as const;
				await engine.recordSend(key, { outcome: sent, kept: outcome }, now);
				return;
			}
			const { error } = result;
			if (result.kind === 'refused') {
				const now = await clock.note(channel, time.now());
				ended = { ...ended, now };
				const refused = { error: result.error, at: now - ago(), ...activeSince(ended.facts) };
				await engine.recordSend(key, { outcome: { kind: 'refused', ...ofMessage, ...refused } }, now);
			}
			if (result.kind === 'invalid') await store.sends.forget(key);
			// If that can't be noted either, the message stays as one that is being sent, and isn't sent again.
			if (result.kind === 'lost') await store.sends.end(key, { state: 'unconfirmed' }).catch(() => undefined);
			if (!(error instanceof GatewayError)) throw error;
			ended = { ...ended, outcome: { ...attempt.outcome, error: toOutcomeError(error) } };
		}

		/** Others have sent what the rules counted with: they are asked again. */
		async function decideAnew(): Promise<Decided> {
			const next = await decide(intent, { trace });
			return isSendable(next) ? submit(next, message, byRules) : next;
		}

		async function endOf(why: Exclude<NotCalled, 'withdrawn'>): Promise<Decided> {
			if ('capReached' in why) return decideAnew();
			const now = time.now();
			if ('known' in why) return { outcome: outcomeOfEarlier(why.known), now };
			const { none } = why;
			const held = heldByNumber(none, Math.ceil(now + none.wait));
			if (byRules) return { outcome: held, now };
			const title = 'The number is sending too fast';
			const error = { title, details: held.reason, effect: 'slow-number' } as const;
			return { ...decided, outcome: { ...decided.outcome, retryAt: held.retryAt, error } };
		}

		await setRate(channel);
		const attempt = await attemptOf(decided, message, time.now);
		const notCalled = await makeAttempt(engine, gateway, attempt, {
			record,
			...(byRules && { lookAgain }),
		});
		return notCalled === undefined || notCalled === 'withdrawn' ? ended : endOf(notCalled);
	};
}
