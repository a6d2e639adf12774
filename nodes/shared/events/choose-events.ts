import type { Engine, EventKind, MessagingEvent } from '../../../engine';
import { PARTS } from './event-choices';

/** Whose conversations customers' messages start the workflow in. */
export type HeldBy = 'agent' | 'business' | 'either';

/** What the form says about which events start the workflow. */
export interface ChoiceForm {
	/** Kinds of events, and parts of kinds. */
	events: readonly string[];
	heldBy?: HeldBy;
	reactions?: readonly string[];
	/** Names, separated by commas. */
	ownReactions?: string;
}

/** Which events start the workflow. */
export interface Choice {
	/** The kinds that they are of; all if it's empty. */
	kinds: EventKind[];
	/** Whether all events of these kinds start it. */
	isWhole: boolean;
	wants(event: MessagingEvent, engine: Pick<Engine, 'reactionsTo' | 'templateLifecycle'>): Promise<boolean>;
}

/** Reads which events start the workflow: with reactions, only events with one of these, whatever is chosen in Events. */
export function readChoice({
	events,
	heldBy = 'either',
	reactions = [],
	ownReactions = '',
}: ChoiceForm): Choice {
	const own = ownReactions.split(',').map((name) => name.trim());
	const starting = new Set([...reactions, ...own.filter((name) => name !== '')]);
	const parts = events.flatMap((value) => PARTS[value] ?? []);
	const whole = new Set(events.filter((value) => !(value in PARTS)) as EventKind[]);
	return {
		kinds: starting.size > 0 ? [] : [...new Set([...whole, ...parts.map(({ kind }) => kind)])],
		isWhole: starting.size === 0 && parts.length === 0 && heldBy === 'either',
		async wants(event, engine) {
			if (event.kind === 'message' && heldBy !== 'either' && event.heldBy !== heldBy) return false;
			if (starting.size > 0) return (await engine.reactionsTo(event)).some(({ name }) => starting.has(name));
			if (whole.has(event.kind)) return true;
			for (const part of parts) if (await part.contains(event, engine)) return true;
			return false;
		},
	};
}
