import { CLOCK_TOLERANCE } from '../../platform';
import { DAY } from '../../base';
import { signOfThird, THIRD_RESPONDER } from '../state/conversation';
import type { Store } from '../store/store';
import { readCallbackData } from './callback-data';
import { asUnknown } from './delivery';
import type { HandoverEvent, MessagingEvent, StatusEvent } from './messaging-event';
import { withTakeOvers } from './taken-over';

/** The longest ID of a number or an account that is believed: those of the platform have 15 to 20 digits (INF). */
const LONGEST_ID = 200;

const isTooLong = (id: string | undefined) => id !== undefined && id.length > LONGEST_ID;

/** Whether an event is of a number or an account whose ID is longer than any, and than a database can look up. */
const hasLongId = ({ account, channel }: MessagingEvent): boolean => isTooLong(account) || isTooLong(channel);

/** Keeps such an event as `unknown`: what it belongs to is looked up and noted before the event itself is. */
export const withoutLongIds = (event: MessagingEvent): MessagingEvent =>
	hasLongId(event)
		? asUnknown(event, `Its account or phone number ID is longer than ${LONGEST_ID} characters.`)
		: event;

/** An event that is dated further ahead of the gateway's clock is wrong, not early. ms */
const MOST_AHEAD = DAY;

/**
 * An event as it is kept: dated no later than it may be, the latest date that the clocks allow (epoch ms). Its own time
 * still decides its place among others, unless that can't be: one event of the year 2099 must not win for ever.
 */
export function receivedBy<Event extends MessagingEvent>(event: Event, latest: number): Event {
	if (event.at <= latest) return event;
	const isPlausible = event.at <= latest - CLOCK_TOLERANCE + MOST_AHEAD;
	return { ...event, at: latest, ...(isPlausible && { datedAt: event.at }) };
}

const NOT_NAMED =
	'It names no owner, and the number has more than two responders, so nobody can tell who holds the conversation now. Nothing changes.';

type Assumed = HandoverEvent & { channel: string };

const isAssumed = (event: MessagingEvent): event is Assumed =>
	event.kind === 'handover' &&
	event.assumed === true &&
	event.to !== undefined &&
	event.channel !== undefined;

/**
 * Events, the handovers that name no role without a new holder where a third responder has shown: the conclusion that
 * it is the agent holds for two responders only.
 */
async function withoutGuesses(
	events: MessagingEvent[],
	{ readRegister }: Pick<Store, 'readRegister'>,
): Promise<MessagingEvent[]> {
	const channels = new Set(events.filter(isAssumed).map(({ channel }) => channel));
	if (channels.size === 0) return events;
	const shown = events.flatMap((event) => (event.kind === 'handover' ? signOfThird(event) : []));
	const withThird = new Set(shown.map(({ scope }) => scope));
	for (const channel of channels) {
		if (await readRegister(channel, '', THIRD_RESPONDER)) withThird.add(channel);
	}
	return events.map((event) => {
		if (!isAssumed(event) || !withThird.has(event.channel)) return event;
		const { to, ...unclear } = { ...event, hint: NOT_NAMED };
		return to === undefined ? event : unclear;
	});
}

/** What the platform charges freeform messages as (docs/interface.md, Prices). Templates are mostly automatic. */
const FREEFORM: ReadonlySet<string> = new Set(['service', 'group_service']);

/** Later statuses say when the customer looked, not when somebody wrote. */
const SOON: ReadonlySet<string> = new Set(['sent', 'delivered']);

type OfCustomer = StatusEvent & { channel: string; contact: string };

/** Whether a status is of a freeform message of the business that doesn't say it is ours. */
function mayBeOfOthers(event: MessagingEvent): event is OfCustomer {
	return (
		event.kind === 'status' &&
		!event.byAgent &&
		SOON.has(event.status) &&
		FREEFORM.has(event.pricing?.category ?? '') &&
		event.channel !== undefined &&
		event.contact !== undefined &&
		readCallbackData(event.callbackData) === undefined
	);
}

/**
 * Events, the statuses of freeform messages that other systems sent marked as such. Ours carry our callback data; where a
 * gateway doesn't return it, the store knows the message, or that one is on its way to the customer.
 */
async function withSenders(events: MessagingEvent[], store: Store): Promise<MessagingEvent[]> {
	const candidates = events.filter(mayBeOfOthers);
	if (candidates.length === 0) return events;
	const ours = await store.sends.ownOf(
		candidates.map(({ channel, contact, userId, group, messageId, at }) => ({
			channel,
			contact: group ?? userId ?? contact,
			messageId,
			at,
		})),
	);
	const others = new Set<MessagingEvent>(candidates.filter(({ messageId }) => !ours.has(messageId)));
	return events.map((event) =>
		others.has(event) ? { ...(event as StatusEvent), sentElsewhere: true as const } : event,
	);
}

/** Events with what the store knows of them: who sent a message, and who holds a conversation after a handover. */
export const withWhatIsKnown = async (events: MessagingEvent[], store: Store): Promise<MessagingEvent[]> =>
	withTakeOvers(await withoutGuesses(await withSenders(events, store), store), store);
