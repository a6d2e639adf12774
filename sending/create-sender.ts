import { refuseOptions } from '../base';
import type { Intent, SendRecord, Store } from '../engine';
import {
	estimateOf,
	keyOfOnce,
	learnPolicy,
	learnWorkflow,
	normalizeAddress,
	pricesOfNumber,
	reasonOfError,
} from '../engine';
import { createCampaigns } from './campaigns/create-campaigns';
import { keepMessage } from './campaigns/plan/keep-message';
import { followGatewayClock } from './gateway-clock';
import { createTemplateLearner } from './learn-template';
import type { Outcome, SendOptions } from './message';
import type { Sender, SenderOptions } from './sender';
import { refuseMessage, SENDER_OPTIONS, wrongInPace } from './sending-options';
import type { Message } from './single/attempt';
import type { Decided } from './single/decide';
import { createDecide, isSendable } from './single/decide';
import { outcomeOfEarlier } from './single/earlier-send';
import { noteOfMessage } from './single/attempt';
import { sendAsAsked, sendByRules } from './single/send-message';
import { createSubmitMessage } from './single/submit-message';

/** Sets the rate of each number that a sender sends from, once; a sender without a rate sets none. */
function rateSetter(
	rates: Store['rates'],
	perSecond: number | undefined,
): (channel: string) => Promise<void> {
	const set = new Map<string, Promise<void>>();
	return async (channel) => {
		if (perSecond === undefined) return;
		const setting = set.get(channel) ?? rates.set(channel, perSecond);
		set.set(channel, setting);
		setting.catch(() => set.delete(channel));
		return setting;
	};
}

/**
 * The one way to send: learns what isn't known, decides, submits, records, and decides again if the gateway knows better.
 *
 * @throws TypeError that names all that is wrong with the options
 * @example
 * const sender = createSender({ engine, gateway });
 * const { action, messageId } = await sender.send(
 * 	{ channel: '106540352242922', to: '+14155550123', template: { name: 'order_shipped', language: 'en_US' } },
 * 	{ freeform: { type: 'text', text: { body: 'Your order is on its way.' } } },
 * );
 */
export function createSender(options: SenderOptions): Sender {
	refuseOptions('createSender', options, SENDER_OPTIONS, wrongInPace(Object(options).pace));
	const { engine, gateway, pace = {}, origin } = options;
	const { sends, campaigns, decisions, rates } = engine.store;
	const { runtime } = engine;
	const clock = followGatewayClock(engine, gateway);
	const learnTemplate = createTemplateLearner(engine, gateway);
	const decide = createDecide(engine, learnTemplate);
	const setRate = rateSetter(rates, pace.perSecond);
	const submit = createSubmitMessage({ engine, gateway, clock, decide, setRate });

	/** The key that a repeat of a send has too, and the send that has it, if it is to be sent once. */
	async function earlierOf(
		{ channel, to }: Intent,
		{ once, campaign }: Pick<SendOptions, 'once' | 'campaign'>,
	): Promise<{ key?: string; earlier?: SendRecord }> {
		if (campaign !== undefined) {
			const [named] = await campaigns.name({ channel, id: campaign }, [{ contact: normalizeAddress(to) }]);
			const { key } = named!;
			return { key, earlier: await sends.find(key) };
		}
		if (once === undefined) return {};
		const key = keyOfOnce(once, channel);
		const found = await sends.find(key, keyOfOnce(once));
		return found?.channel === channel ? { key: found.key, earlier: found } : { key };
	}

	/** What a message that was accepted costs at most, if the account has prices. */
	async function withCost({ outcome, facts, now }: Decided, intent: Intent): Promise<Outcome> {
		const { action, messageId } = outcome;
		if (messageId === undefined || (action !== 'freeform' && action !== 'template')) return outcome;
		const prices = await pricesOfNumber(engine.store, intent.channel, intent.account);
		if (!prices) return outcome;
		const category = facts?.category ?? intent.category;
		return { ...outcome, cost: estimateOf({ to: intent.to, action, category }, prices, now) };
	}

	/** Notes what the gateway refused, and why a message didn't go out. One that went out was noted as it did. */
	function noteEnd(ended: Decided, message: Message): void {
		const { outcome, now, estimate, refused } = ended;
		const { error, repeated = false } = outcome;
		const noteRefusal = (refusal: NonNullable<Decided['refused']>) => {
			const { effect: rule } = refusal.error;
			const said = { action: 'skip', rule, reason: reasonOfError(refusal.error) } as const;
			decisions.note(noteOfMessage({ outcome: said, now: refusal.now, estimate }, message));
		};
		if (refused) noteRefusal(refused);
		if (!isSendable(ended)) {
			if (!repeated) decisions.note(noteOfMessage(ended, message));
		} else if (error && error.effect !== 'unknown-outcome') {
			noteRefusal({ error, now });
		}
	}

	return {
		async send(given, content, options = {}) {
			refuseMessage(given, content, options);
			const { once, campaign, as, trace = false } = options;
			const freeform = content.freeform !== undefined && given.freeform !== false;
			const intent = { ...(campaign !== undefined && { campaign }), ...given, freeform };
			const { key, earlier } = await earlierOf(given, { once, campaign });
			if (earlier) return outcomeOfEarlier(earlier);
			await clock.freshen(intent.channel);
			const message = { intent, content, key: key ?? runtime.uuid(), onceIn: campaign, trace, origin };
			await learnPolicy(engine.store, engine.policy);
			await learnWorkflow(engine.store, origin);
			const ended =
				as === undefined
					? await sendByRules(decide, submit, message)
					: await sendAsAsked(engine, submit, as, message);
			noteEnd(ended, message);
			return withCost(ended, intent);
		},
		async decide(intent, { trace = false } = {}) {
			refuseMessage(intent, {}, {});
			await clock.freshen(intent.channel);
			return (await decide(intent, { trace })).outcome;
		},
		async keep(intent, content, given = {}) {
			refuseMessage(intent, content, given);
			const { once, campaign, ...options } = given;
			const { key = runtime.uuid() } = await earlierOf(intent, { once, campaign });
			return keepMessage(engine, intent, content, { key, onceIn: campaign }, options);
		},
		campaigns: createCampaigns({ engine, gateway, clock, learnTemplate, setRate, origin }),
		freshenClock: clock.freshen,
		measureClock: clock.measure,
	};
}
