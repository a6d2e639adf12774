import { createHash, randomUUID } from 'node:crypto';
import type { Decision, Engine, Facts, Intent, SendRecord } from '../engine';
import { normalizeAddress, writeCallbackData } from '../engine';
import type { GatewayClient, OutgoingMessage } from '../gateway';
import { GatewayError, InvalidRequest } from '../gateway';
import type { ErrorEffect } from '../platform';
import type { Content } from './content';
import { followGatewayClock } from './gateway-clock';
import { createTemplateLearner } from './learn-template';
import type { Outcome, OutcomeError } from './outcome';

export interface SendOptions {
	/** Whatever is sent under the same key is sent once: a repeat gives the outcome of the first. */
	once?: string;
	/** Sends in this form without asking the rules; the gateway has the last word. */
	as?: 'freeform' | 'template';
	/** Why earlier rules did not fire. */
	trace?: boolean;
}

export interface Sender {
	/**
	 * Sends a message in the form that the rules allow now, or says why not. Never rejects for what the gateway
	 * answers: that stands in `error`.
	 */
	send(intent: Intent, content: Content, options?: SendOptions): Promise<Outcome>;
	/** What `send` would do now, without sending: learns the template where needed, and asks the rules. */
	decide(intent: Intent, options?: Pick<SendOptions, 'trace'>): Promise<Outcome>;
	/** Reads the gateway's clock where the last reading is old. A gateway that does not answer changes nothing. */
	freshenClock(channel: string): Promise<void>;
	/** Reads the gateway's clock. @throws GatewayError */
	measureClock(channel: string): Promise<void>;
}

/** Effects after which the state has changed by what the gateway said, so that the rules are asked again. */
const DECIDED_AGAIN: ReadonlySet<ErrorEffect> = new Set([
	'redecide',
	'template-hold',
	'template-stop',
	'resync',
	'opted-out',
]);

type Verdict = Pick<Decision, 'action' | 'rule' | 'reason' | 'retryAt' | 'trace'>;

const asError = ({ status, code, title, details, effect }: GatewayError): OutcomeError => ({
	...(status !== undefined && { status }),
	...(code !== undefined && { code }),
	title,
	...(details !== undefined && { details }),
	effect,
});

const verdictOf = ({ action, rule, reason, retryAt, trace }: Decision): Verdict => ({
	action,
	rule,
	reason,
	...(retryAt !== undefined && { retryAt }),
	...(trace && { trace }),
});

const keyOf = (once: string | undefined) =>
	once === undefined ? randomUUID() : createHash('sha256').update(once).digest('hex').slice(0, 32);

async function messageOf(
	action: 'freeform' | 'template',
	intent: Intent,
	{ freeform, template: ofTemplate, replyTo }: Content,
): Promise<OutgoingMessage> {
	const { to, recipientType, template } = intent;
	const common = {
		to,
		...(recipientType && { recipient_type: recipientType }),
		...(replyTo !== undefined && { context: { message_id: replyTo } }),
	};
	if (action === 'freeform')
		return { ...common, ...(typeof freeform === 'function' ? await freeform() : freeform!) };
	const { name, language } = template!;
	const components = ofTemplate?.components ?? [];
	return {
		...common,
		type: 'template',
		template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
	};
}

/** What later decisions count a template as: of which category, and whether it opened the conversation. */
const countedAs = ({ category, window }: Facts): { category?: string; opens: boolean } => ({
	...(category !== 'none' && { category }),
	opens: window === 'closed',
});

/** What is known of a send that was begun before. */
function outcomeOfEarlier({ state, action, messageId, outcome }: SendRecord): Outcome {
	if (state === 'accepted') {
		const kept = outcome as Outcome | undefined;
		const verdict = kept ?? { action, rule: 'sent-before', reason: 'This message was sent before.' };
		return { ...verdict, messageId, repeated: true };
	}
	return {
		action,
		rule: 'unconfirmed',
		reason:
			'This message was handed to the gateway before and its answer was lost: it may be out, so it is not sent again.',
		error: { title: 'No answer came', effect: 'unknown-outcome' },
		repeated: true,
	};
}

/** The one way to send: learn what is not known, decide, send, record, and decide again once when the gateway knows better. */
export function createSender({ engine, gateway }: { engine: Engine; gateway: GatewayClient }): Sender {
	const { sends } = engine.store;
	const clock = followGatewayClock(engine, gateway);
	const learnTemplate = createTemplateLearner(engine, gateway);

	/** Learns the template; what the gateway answered when it could not be looked up. */
	async function errorOfLearning(intent: Intent, anew: boolean): Promise<OutcomeError | undefined> {
		try {
			await learnTemplate(intent, { anew });
		} catch (error) {
			if (error instanceof GatewayError) return asError(error);
			throw error;
		}
	}

	async function decide(intent: Intent, trace: boolean, { anew = false } = {}): Promise<Outcome> {
		const error = await errorOfLearning(intent, anew);
		const decision = verdictOf(await engine.decide(intent, { trace }));
		return error && decision.rule === 'template-never-seen' ? { ...decision, error } : decision;
	}

	/** Hands one message to the gateway, noted before and after. */
	async function deliver(
		verdict: Verdict & { action: 'freeform' | 'template' },
		intent: Intent,
		content: Content,
		key: string,
	): Promise<Outcome> {
		const { channel, account, to } = intent;
		const template = verdict.action === 'template' ? intent.template : undefined;
		const message = await messageOf(verdict.action, intent, content);
		const begunAt = Date.now();
		const at = await engine.now(channel);
		const counted = template && countedAs(await engine.facts(intent));
		const record = {
			key,
			channel,
			contact: normalizeAddress(to),
			action: verdict.action,
			template,
			state: 'sending',
			at,
			...counted,
		} as const;
		const earlier = await sends.begin(record);
		if (earlier) return outcomeOfEarlier(earlier);

		const ofMessage = { channel, account, to, template };
		/** When it was sent, by the clock as the answer sets it. */
		const sentAt = async () => {
			await clock.note(channel);
			return (await engine.now(channel)) - (Date.now() - begunAt);
		};
		try {
			const answer = await gateway.messages.send({
				...message,
				biz_opaque_callback_data: writeCallbackData({ sentAt: at, key }),
			});
			const messageId = answer.messages[0]!.id;
			const outcome: Outcome = { ...verdict, messageId };
			await sends.end(key, { state: 'accepted', messageId, outcome });
			const { contacts } = answer;
			await engine.record({ kind: 'sent', ...ofMessage, at: await sentAt(), messageId, contacts });
			return outcome;
		} catch (error) {
			if (error instanceof InvalidRequest) await sends.forget(key);
			if (!(error instanceof GatewayError)) throw error;
			if (error.effect !== 'unknown-outcome') {
				await sends.forget(key);
				await engine.record({ kind: 'refused', ...ofMessage, at: await sentAt(), error });
			}
			return { ...verdict, error: asError(error) };
		}
	}

	/** Sends in the form that the rules allow, and asks them again once after a refusal that changed the state. */
	async function sendByRules(
		intent: Intent,
		content: Content,
		key: string,
		trace: boolean,
	): Promise<Outcome> {
		const first = await decide(intent, trace);
		if (first.action !== 'freeform' && first.action !== 'template') return first;
		const sent = await deliver({ ...first, action: first.action }, intent, content, key);
		if (!sent.error || !DECIDED_AGAIN.has(sent.error.effect)) return sent;

		const second = await decide(intent, trace, { anew: sent.error.effect === 'resync' });
		if (second.action !== 'freeform' && second.action !== 'template') return { ...second, error: sent.error };
		if (second.action === first.action) return sent;
		return deliver({ ...second, action: second.action }, intent, content, key);
	}

	return {
		async send(given, content, { once, as, trace = false } = {}) {
			const freeform = content.freeform !== undefined && given.freeform !== false;
			const intent = { ...given, freeform };
			const key = keyOf(once);
			const earlier = once === undefined ? undefined : await sends.find(key);
			if (earlier) return outcomeOfEarlier(earlier);
			await clock.freshen(intent.channel);
			if (as === undefined) return sendByRules(intent, content, key, trace);
			const asked = { action: as, rule: 'as-asked', reason: 'Sent as asked, without asking the rules.' };
			return deliver(asked, intent, content, key);
		},
		async decide(intent, { trace = false } = {}) {
			await clock.freshen(intent.channel);
			return decide(intent, trace);
		},
		freshenClock: clock.freshen,
		measureClock: clock.measure,
	};
}
