import type { Runtime } from '../base';
import type { DisplayNumbers } from './events/delivery';
import type { AccountEvent, MessagingEvent } from './events/messaging-event';
import { RANK } from './state/register';
import type { Store } from './store/store';

/** The register of a number as customers see it. */
export const DISPLAY_NUMBER = 'displayNumber';

/** What this process has noted, so that it writes only what is new. */
const notedNumbers = () => new Map<string, string>();

const isOfShownNumber = (event: MessagingEvent): event is AccountEvent & { number: string } =>
	event.kind === 'account' && event.channel === undefined && event.number !== undefined;

/** Notes the numbers that a delivery names, those of its events: a delivery may speak for no others. */
export async function noteDisplayNumbers(
	{ store, runtime }: { store: Store; runtime: Runtime },
	events: readonly MessagingEvent[],
	numbers: DisplayNumbers,
): Promise<void> {
	const noted = store.session.part(notedNumbers);
	for (const [scope, value] of numbers) {
		if (noted.get(scope) === value || !events.some(({ channel }) => channel === scope)) continue;
		const at = runtime.now();
		await store.apply({
			registers: [{ scope, subject: '', name: DISPLAY_NUMBER, at, rank: RANK.ownAct, id: '', value }],
		});
		noted.set(scope, value);
	}
}

/**
 * The events, those that name a number as customers see it with its phone number ID if it is known: events of an
 * account don't name the ID (docs/interface.md, Number and account). Deliveries of messages name both.
 *
 * @param channelsOf the phone number IDs of an account
 */
export async function placeShownNumbers(
	store: Store,
	events: MessagingEvent[],
	channelsOf: () => Promise<ReadonlyMap<string, ReadonlySet<string>>>,
): Promise<MessagingEvent[]> {
	if (!events.some(isOfShownNumber)) return events;
	const [known, channels] = [await store.readScopes(DISPLAY_NUMBER), await channelsOf()];
	return events.map((event) => {
		if (!isOfShownNumber(event)) return event;
		const found = known.find(
			({ scope, register }) =>
				register.value === event.number && channels.get(event.account)?.has(scope) === true,
		);
		return found ? { ...event, channel: found.scope, placed: true } : event;
	});
}
