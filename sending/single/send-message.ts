import type { Engine, Facts, Intent } from '../../engine';
import { normalizeAddress } from '../../engine';
import { GatewayError } from '../../gateway';
import type { GatewayClient } from '../../gateway';
import type { Content } from '../content';
import { countedAs } from '../counted-as';
import type { GatewayClock } from '../gateway-clock';
import type { Outcome } from '../outcome';
import { toOutcomeError } from '../outcome';
import type { Answer } from '../submit';
import { CONSEQUENCES } from '../submit';
import type { Decide } from './decide';
import { outcomeOfEarlier } from './earlier-send';
import { heldByNumber } from './no-slot';
import type { NotCalled, OneMessage } from './submit-one';
import { submitOne } from './submit-one';

/** What a message is sent as, and by what it was decided. */
interface Chosen {
	outcome: Outcome & { action: 'freeform' | 'template' };
	/** What a template is counted as. */
	facts?: Facts;
	/** When that was so. Epoch ms of the gateway's clock */
	now: number;
}

interface Single extends OneMessage {
	outcome: Chosen['outcome'];
}

type Maybe<Value> = Value | undefined;

const isSendable = (outcome: Outcome): outcome is Chosen['outcome'] =>
	outcome.action === 'freeform' || outcome.action === 'template';

/** The content of the form that was chosen; made only for freeform. */
async function contentFor(action: 'freeform' | 'template', { freeform, template, replyTo }: Content) {
	const { components } = template ?? {};
	if (action === 'template') return { components, replyTo };
	return { freeform: typeof freeform === 'function' ? await freeform() : freeform, replyTo };
}

export interface SingleOptions {
	engine: Engine;
	gateway: GatewayClient;
	clock: GatewayClock;
	decide: Decide;
	/** Sets the number's rate, if the sender has one. */
	setRate(channel: string): Promise<void>;
}

/** What one message needs to be sent. */
export interface OneSend {
	intent: Intent;
	content: Content;
	key: string;
	trace: boolean;
}

/** Sends single messages: by the rules, or in the form asked for. */
export function createSingleSender({ engine, gateway, clock, decide, setRate }: SingleOptions) {
	const { sends } = engine.store;
	const { runtime } = engine;

	async function toMessage(
		{ outcome, facts }: Chosen,
		{ intent, content, key }: OneSend,
		gatewayTime: () => number,
	): Promise<Single> {
		const { channel, to } = intent;
		const { action } = outcome;
		const template = action === 'template' ? intent.template : undefined;
		const { recipientType } = intent;
		const message = { to, recipientType, template, ...(await contentFor(action, content)) };
		const counted = template && facts && countedAs(facts);
		const send = { channel, contact: normalizeAddress(to), template, ...counted };
		return { key, action, message, at: Math.floor(gatewayTime()), send, outcome };
	}

	/** Submits a message in the form that was chosen, and records what came of it. */
	async function submit(chosen: Chosen, one: OneSend, byRules: boolean): Promise<Outcome> {
		const { intent, key, trace } = one;
		const { channel, account, to } = intent;
		let [{ now: believed }, believedAt] = [chosen, runtime.monotonic()];
		let answered: Maybe<Outcome>;
		let instead: Maybe<Outcome>;
		const gatewayTime = () => believed + runtime.monotonic() - believedAt;

		async function lookAgain(message: Single): Promise<Maybe<Single>> {
			const { outcome, facts } = await decide(intent, { trace });
			[believed, believedAt] = [facts.now, runtime.monotonic()];
			if (!isSendable(outcome)) {
				instead = outcome;
				return undefined;
			}
			if (outcome.action === message.action) return { ...message, outcome };
			return toMessage({ outcome, facts, now: facts.now }, one, gatewayTime);
		}

		async function record({ outcome, send: { template } }: Single, answer: Answer, ago: () => number) {
			const ofMessage = { channel, account, to, ...(template && { template }) };
			if (answer.kind === 'accepted') {
				const { messageId, contacts } = answer;
				const now = await clock.note(channel, gatewayTime());
				answered = { ...outcome, messageId };
				const sent = { kind: 'sent', ...ofMessage, messageId, contacts, at: now - ago() } as const;
				await engine.recordSend(key, { outcome: sent, kept: answered }, now);
			} else if (answer.kind === 'refused') {
				const { error } = answer;
				const now = await clock.note(channel, gatewayTime());
				const refused = { kind: 'refused', ...ofMessage, error, at: now - ago() } as const;
				await engine.recordSend(key, { outcome: refused }, now);
				answered = { ...outcome, error: toOutcomeError(error) };
			} else {
				const { error } = answer;
				if (answer.kind === 'invalid') await sends.forget(key);
				if (!(error instanceof GatewayError)) throw error;
				answered = { ...outcome, error: toOutcomeError(error) };
			}
		}

		await setRate(channel);
		const message = await toMessage(chosen, one, gatewayTime);
		const notCalled = await submitOne(engine, gateway, message, {
			record,
			...(byRules && { lookAgain }),
		});
		return notCalled ? outcomeOf(notCalled) : answered!;

		function outcomeOf(why: NotCalled): Outcome {
			if (why === 'withdrawn') return instead!;
			if ('known' in why) return outcomeOfEarlier(why.known);
			const held = heldByNumber(why.none, Math.ceil(gatewayTime() + why.none.until - runtime.now()));
			if (byRules) return held;
			const error = { title: 'The number is too fast', details: held.reason, effect: 'slow-number' } as const;
			return { ...chosen.outcome, retryAt: held.retryAt!, error };
		}
	}

	return {
		/** Sends in the form that the rules allow, and asks them again once after a refusal that changed the state. */
		async byRules(one: OneSend): Promise<Outcome> {
			const { intent, trace } = one;
			const first = await decide(intent, { trace });
			if (!isSendable(first.outcome)) return first.outcome;
			const { facts } = first;
			const sent = await submit({ outcome: first.outcome, facts, now: facts.now }, one, true);
			const effect = sent.error?.effect;
			if (!effect || CONSEQUENCES[effect].rules === 'keep') return sent;

			const lookUp = CONSEQUENCES[effect].template === 'look up';
			const second = await decide(intent, { trace, lookUp });
			if (!isSendable(second.outcome)) return { ...second.outcome, error: sent.error! };
			if (second.outcome.action === first.outcome.action) return sent;
			return submit({ outcome: second.outcome, facts: second.facts, now: second.facts.now }, one, true);
		},

		/** Sends in the form asked for, without asking the rules. */
		async asAsked(action: 'freeform' | 'template', one: OneSend): Promise<Outcome> {
			const { intent } = one;
			const outcome = { action, rule: 'as-asked', reason: 'Sent as asked, without asking the rules.' };
			if (action === 'freeform') {
				return submit({ outcome: { ...outcome, action }, now: await engine.now(intent.channel) }, one, false);
			}
			const { facts } = await engine.look(intent);
			return submit({ outcome: { ...outcome, action }, facts, now: facts.now }, one, false);
		},
	};
}
