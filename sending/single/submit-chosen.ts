import type { Runtime } from '../../base';
import type { Engine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { GatewayClock } from '../gateway-clock';
import type { Outcome } from '../outcome';
import { toOutcomeError } from '../outcome';
import { saidBy } from '../said';
import type { Answer } from '../submit';
import { activeSince } from '../submit';
import type { Decide } from './decide';
import { outcomeOfEarlier } from './earlier-send';
import type { Chosen, ChosenMessage, OneSend } from './message';
import { isSendable, toMessage } from './message';
import { heldByNumber } from './no-slot';
import type { NotCalled } from './submit-one';
import { submitOne } from './submit-one';

export interface SubmitChosenOptions {
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

/**
 * Submits a message in the form that was chosen, and records what came of it.
 * @param byRules whether the rules chose it, so that they are asked again after a long wait
 */
export type SubmitChosen = (chosen: Chosen, one: OneSend, byRules: boolean) => Promise<Outcome>;

export function createSubmitChosen(options: SubmitChosenOptions): SubmitChosen {
	const { engine, gateway, clock, decide, setRate } = options;
	const { runtime, store } = engine;

	return async function submitChosen(chosen, one, byRules): Promise<Outcome> {
		const { intent, key, trace } = one;
		const { channel, account, to } = intent;
		const time = openGatewayTime(runtime, chosen.now);
		/** What became of it: what the gateway answered, or what the rules said instead. */
		let outcome: Outcome = chosen.outcome;
		let { facts } = chosen;

		async function lookAgain(message: ChosenMessage): Promise<ChosenMessage | undefined> {
			const { outcome: next, ...decided } = await decide(intent, { trace, without: key });
			time.set(decided.facts.now);
			({ facts } = decided);
			outcome = next;
			if (!isSendable(next)) return undefined;
			if (next.action === message.action) return { ...message, outcome: next };
			return toMessage({ outcome: next, ...decided }, one, time.now);
		}

		async function record(message: ChosenMessage, answer: Answer, ago: () => number): Promise<void> {
			const { template } = message.send;
			const ofMessage = { channel, account, to, ...(template && { template }) };
			if (answer.kind === 'accepted') {
				const { messageId, contacts, heldForQuality } = answer;
				const now = await clock.note(channel, time.now());
				outcome = { ...message.outcome, messageId };
				const answered = { messageId, contacts, heldForQuality, at: now - ago() };
				const said = saidBy(message.action, message.message);
				const sent = { kind: 'sent', ...ofMessage, ...answered, said } as const;
				await engine.recordSend(key, { outcome: sent, kept: outcome }, now);
				return;
			}
			const { error } = answer;
			if (answer.kind === 'refused') {
				const now = await clock.note(channel, time.now());
				const refused = { error: answer.error, at: now - ago(), ...activeSince(facts) };
				await engine.recordSend(key, { outcome: { kind: 'refused', ...ofMessage, ...refused } }, now);
			}
			if (answer.kind === 'invalid') await store.sends.forget(key);
			if (!(error instanceof GatewayError)) throw error;
			outcome = { ...message.outcome, error: toOutcomeError(error) };
		}

		/** Others have sent what the rules counted with: they are asked again. */
		async function decideAnew(): Promise<Outcome> {
			const next = await decide(intent, { trace });
			if (!isSendable(next.outcome)) return next.outcome;
			return submitChosen({ ...next, outcome: next.outcome, now: next.facts.now }, one, byRules);
		}

		async function outcomeOf(why: Exclude<NotCalled, 'withdrawn'>): Promise<Outcome> {
			if ('capReached' in why) return decideAnew();
			if ('known' in why) return outcomeOfEarlier(why.known);
			const { none } = why;
			const held = heldByNumber(none, Math.ceil(time.now() + none.wait));
			if (byRules) return held;
			const error = {
				title: 'The number is sending too fast',
				details: held.reason,
				effect: 'slow-number',
			} as const;
			return { ...chosen.outcome, retryAt: held.retryAt, error };
		}

		await setRate(channel);
		const message = await toMessage(chosen, one, time.now);
		const hooks = { record, ...(byRules && { lookAgain }) };
		const notCalled = await submitOne(engine, gateway, message, hooks);
		return notCalled === undefined || notCalled === 'withdrawn' ? outcome : outcomeOf(notCalled);
	};
}
