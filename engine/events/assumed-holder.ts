import { signOfThird, THIRD_RESPONDER } from '../state/conversation';
import type { Store } from '../store/store';
import type { HandoverEvent, MessagingEvent } from './messaging-event';

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
export async function withoutGuesses(
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
