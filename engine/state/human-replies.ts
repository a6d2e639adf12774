import type { MessagingEvent } from '../events/messaging-event';
import type { Register, Registers } from './register';

/**
 * The registers of when people at the business last answered: as an event of the phone app or a workflow says, and with
 * another system, where a bot can't be told from a person.
 */
export const HUMAN_REPLIED = { known: 'human', elsewhere: 'human-elsewhere' } as const;

/** `called`: a workflow called somebody, who hasn't answered yet. `ended`: it said that nobody is active any more. */
export type HumanMark = 'replied' | 'called' | 'ended';

/** When people at the business last answered a customer. Epoch ms */
export interface HumanReplies {
	/** In the phone app, with another system, or as a workflow said. */
	humanRepliedAt?: number;
	/** The same without other systems, whose own automatic messages can't be told from a person's. */
	knownHumanRepliedAt?: number;
}

/** Whether an event shows that someone at the business answered, as far as anybody can tell. */
export function isHumanReply(event: MessagingEvent): boolean {
	return event.kind === 'app_reply' || (event.kind === 'status' && event.sentElsewhere === true);
}

/** Whoever is called is about to answer: automatic messages wait for both. */
const timeOf = (register: Register | undefined): number[] => {
	const mark = register?.value as HumanMark | undefined;
	return mark === 'replied' || mark === 'called' ? [register!.at] : [];
};

/** When people last answered, by the conversation's registers. */
export function humanReplies(registers: Registers): HumanReplies {
	const known = timeOf(registers[HUMAN_REPLIED.known]);
	const all = [...known, ...timeOf(registers[HUMAN_REPLIED.elsewhere])];
	return {
		...(all.length > 0 && { humanRepliedAt: Math.max(...all) }),
		...(known.length > 0 && { knownHumanRepliedAt: known[0] }),
	};
}
