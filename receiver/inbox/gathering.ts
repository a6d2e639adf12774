import type { Runtime } from '../../base';
import type { GatheredEvent, Gathering, MessagingEvent } from '../../engine';

/** How events are gathered until their customers are silent. */
export interface GatherOptions extends Pick<Gathering, 'silenceMs' | 'atMostMs'> {
	/** How an event waits. */
	how(event: MessagingEvent): Omit<GatheredEvent, 'burst'>;
}

/** What the store needs to gather some events. */
export function gatheringOf(
	events: readonly MessagingEvent[],
	{ silenceMs, atMostMs, how }: GatherOptions,
	{ uuid }: Pick<Runtime, 'uuid'>,
): Gathering {
	const gathered = events.map((event) => [event.id, { burst: uuid(), ...how(event) }] as const);
	return { silenceMs, atMostMs, events: new Map(gathered) };
}
