import { randomUUID } from 'node:crypto';
import type { Engine, Intent } from '../engine';
import { keyOfOnce, normalizeAddress, writeCallbackData } from '../engine';
import type { GatewayClient } from '../gateway';
import { GatewayError, InvalidRequest } from '../gateway';
import type { ErrorEffect } from '../platform';
import { THROUGHPUT } from '../platform';
import type { Campaigns, Kept, KeptContent, KeepOptions } from './campaigns/contract/campaigns';
import { createCampaigns } from './campaigns/create-campaigns';
import { keepMessage } from './campaigns/plan/keep-message';
import type { Content } from './content';
import { outcomeOfEarlier } from './earlier-send';
import { followGatewayClock } from './gateway-clock';
import { createTemplateLearner } from './learn-template';
import { messageOf } from './message-of';
import type { Outcome, OutcomeError } from './outcome';
import type { Verdict } from './verdict';
import { asError, countedAs, verdictOf } from './verdict';

export interface SendOptions {
	/** Whatever is sent under the same key is sent once: a repeat gives the outcome of the first. */
	once?: string;
	/**
	 * Once to this customer, however named, in this campaign: also where it was planned in it. Stands in for `once`,
	 * and is what the rules see as the campaign unless the intent names one.
	 */
	campaign?: string;
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
	/**
	 * Keeps a message until it may go out: `campaigns.sendDue` sends it then.
	 * @throws InvalidRequest that names all that is wrong with it
	 */
	keep(intent: Intent, content: KeptContent, options?: KeepOptions): Promise<Kept>;
	/** Many messages, planned and paced. */
	campaigns: Campaigns;
	/** Reads the gateway's clock where the last reading is old. A gateway that does not answer changes nothing. */
	freshenClock(channel: string): Promise<void>;
	/** Reads the gateway's clock. @throws GatewayError */
	measureClock(channel: string): Promise<void>;
}

export interface SenderOptions {
	engine: Engine;
	gateway: GatewayClient;
	/** How fast a number may send, for campaigns: 80 messages a second when left out (platform-facts, section 7). */
	pace?: { perSecond?: number };
	/** From 0 to 1, for jitter. */
	random?: () => number;
}

/** Effects after which the state has changed by what the gateway said, so that the rules are asked again. */
const DECIDED_AGAIN: ReadonlySet<ErrorEffect> = new Set([
	'redecide',
	'template-hold',
	'template-stop',
	'resync',
	'opted-out',
]);

/** The one way to send: learn what is not known, decide, send, record, and decide again once when the gateway knows better. */
export function createSender({ engine, gateway, pace = {}, random = Math.random }: SenderOptions): Sender {
	const { sends, campaigns } = engine.store;
	const clock = followGatewayClock(engine, gateway);
	const learnTemplate = createTemplateLearner(engine, gateway);
	const { perSecond = THROUGHPUT } = pace;

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
		{ freeform, template: { components } = {}, replyTo }: Content,
		key: string,
	): Promise<Outcome> {
		const { channel, account, to } = intent;
		const { action } = verdict;
		const template = action === 'template' ? intent.template : undefined;
		const isMade = action === 'freeform' && typeof freeform === 'function';
		const content = isMade ? await freeform() : typeof freeform === 'function' ? undefined : freeform;
		const message = messageOf(action, { ...intent, freeform: content, components, replyTo });
		const begunAt = Date.now();
		const at = await engine.now(channel);
		const counted = template && countedAs(await engine.facts(intent));
		const contact = normalizeAddress(to);
		const record = { key, channel, contact, action, template, state: 'sending', at, ...counted } as const;
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

	/** The key that a repeat of a send has too, where it is to be sent once. */
	async function keyOf(
		{ channel, to }: Intent,
		{ once, campaign }: Pick<SendOptions, 'once' | 'campaign'>,
	): Promise<string | undefined> {
		if (campaign === undefined) return once === undefined ? undefined : keyOfOnce(once);
		const [named] = await campaigns.name(campaign, channel, [{ contact: normalizeAddress(to) }]);
		return named!.key;
	}

	return {
		async send(given, content, { once, campaign, as, trace = false } = {}) {
			const freeform = content.freeform !== undefined && given.freeform !== false;
			const intent = { ...(campaign !== undefined && { campaign }), ...given, freeform };
			const key = await keyOf(given, { once, campaign });
			const earlier = key === undefined ? undefined : await sends.find(key);
			if (earlier) return outcomeOfEarlier(earlier);
			await clock.freshen(intent.channel);
			const ownKey = key ?? randomUUID();
			if (as === undefined) return sendByRules(intent, content, ownKey, trace);
			const asked = { action: as, rule: 'as-asked', reason: 'Sent as asked, without asking the rules.' };
			return deliver(asked, intent, content, ownKey);
		},
		async decide(intent, { trace = false } = {}) {
			await clock.freshen(intent.channel);
			return decide(intent, trace);
		},
		async keep(intent, content, { once, campaign, ...options } = {}) {
			const key = (await keyOf(intent, { once, campaign })) ?? randomUUID();
			return keepMessage(engine, intent, content, key, options);
		},
		campaigns: createCampaigns({ engine, gateway, clock, learnTemplate, perSecond, random }),
		freshenClock: clock.freshen,
		measureClock: clock.measure,
	};
}
