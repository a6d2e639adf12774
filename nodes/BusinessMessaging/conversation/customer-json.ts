import type { IDataObject } from 'n8n-workflow';
import type { CustomerData, LoggedPolicy } from '../../../engine';
import { explainDecision } from '../../../engine';
import { loggedDecisionJson } from '../../shared/timeline-json';
import { eventTimes, isoTime } from '../../shared/times';

/** What was received about a customer, as it is kept; its own times as ISO 8601. */
const received = ({ event }: CustomerData['events'][number] | CustomerData['deadLetters'][number]) => ({
	...event,
	...eventTimes(event),
});

/** A time that is 0 or missing until something happens. */
const timeIfAny = (time = 0) => isoTime(time <= 0 ? undefined : time);

/** In which form a message went out. Until it does, that isn't decided. */
const formOf = ({ at, action }: CustomerData['sends'][number]) => (at === 0 ? null : action);

/**
 * Everything that is kept about a customer, as one item: times as ISO 8601.
 * @param policies those that decided, by their IDs
 */
export function customerDataJson(
	customer: string,
	data: CustomerData,
	policies: ReadonlyMap<string, LoggedPolicy>,
): IDataObject {
	return {
		contact: customer,
		customer,
		names: data.names,
		state: data.state.map(({ at, ...register }) => ({ ...register, at: isoTime(at) })),
		events: data.events.map(({ seq, receivedAt, ...entry }) => ({
			seq,
			receivedAt: isoTime(receivedAt),
			event: received({ seq, receivedAt, ...entry }),
		})),
		deadLetters: data.deadLetters.map((letter) => ({
			seq: letter.seq,
			subscription: letter.subscription,
			executionId: letter.executionId ?? null,
			error: letter.error ?? null,
			replaying: letter.replaying,
			at: isoTime(letter.at),
			event: received(letter),
		})),
		starts: data.starts.map(({ at, ...start }) => ({ ...start, at: isoTime(at) })),
		bursts: data.bursts.map(({ openedAt, dueAt, ...burst }) => ({
			...burst,
			openedAt: isoTime(openedAt),
			dueAt: isoTime(dueAt),
		})),
		sends: data.sends.map((send) => ({
			key: send.key,
			contact: send.contact,
			action: formOf(send),
			state: send.state,
			template: send.template?.name ?? null,
			templateLanguage: send.template?.language ?? null,
			category: send.category ?? null,
			campaign: send.campaign ?? null,
			recipient: send.recipient ?? null,
			messageId: send.messageId ?? null,
			sentAt: timeIfAny(send.at),
			due: timeIfAny(send.due),
			rule: send.rule ?? null,
			reason: send.reason ?? null,
			pricing: send.pricing ?? null,
			content: send.content ?? null,
			outcome: send.outcome ?? null,
		})) as IDataObject[],
		sentTexts: data.sentTexts.map(({ messageId, contact, at, type, text }) => ({
			messageId,
			contact,
			type,
			text,
			at: isoTime(at),
		})),
		decisions: data.decisions.map((one) => loggedDecisionJson(explainDecision(one, policies))),
		charges: data.charges.map((charge) => ({
			messageId: charge.messageId,
			contact: charge.contact,
			campaign: charge.campaign ?? null,
			market: charge.market || null,
			type: charge.type || null,
			category: charge.category || null,
			subtype: charge.subtype || null,
			sentAt: isoTime(charge.sentAt),
			deliveredAt: timeIfAny(charge.deliveredAt),
			failedAt: timeIfAny(charge.failedAt),
		})),
		waits: data.waits.map(({ contact, question, askedAt, expiresAt, messageId, eventId, claimed }) => ({
			contact,
			question,
			askedAt: isoTime(askedAt),
			expiresAt: timeIfAny(expiresAt),
			messageId: messageId ?? null,
			eventId: eventId ?? null,
			continued: claimed,
		})),
		forwards: data.forwards.map(({ target, receivedAt }) => ({ target, receivedAt: isoTime(receivedAt) })),
	} as IDataObject;
}
