import { DAY } from '../../base';
import type { MessagingEvent } from '../events/messaging-event';
import type { Register, Registers } from './register';

/**
 * The registers of when people at the business last answered: as an event of the phone app or a workflow says, and with
 * another system, where a bot can't be told from a person.
 */
export const HUMAN_REPLIED = { known: 'human', elsewhere: 'human-elsewhere' } as const;

/** The register of when a workflow last called a person, which an answer doesn't change: people look back at it. */
export const PERSON_CALLED = 'human-called';

/** `called`: a workflow called somebody, who hasn't answered yet. `ended`: it said that nobody is active any more. */
export type HumanMark = 'replied' | 'called' | 'ended';

/** When people at the business last answered a customer, or were called to. Epoch ms */
export interface HumanReplies {
	/** In the phone app, with another system, or as a workflow said. */
	humanRepliedAt?: number;
	/** The same without other systems, whose own automatic messages can't be told from a person's. */
	knownHumanRepliedAt?: number;
	/** When a person was called who hasn't answered yet. It's the newest of the others, too. */
	personCalledAt?: number;
}

/** Whether an event shows that someone at the business answered, as far as anybody can tell. */
export function isHumanReply(event: MessagingEvent): boolean {
	return event.kind === 'app_reply' || (event.kind === 'status' && event.sentElsewhere === true);
}

/** When somebody was marked so. */
const timeOf = (register: Register | undefined, ...marks: HumanMark[]): number[] =>
	register !== undefined && marks.includes(register.value as HumanMark) ? [register.at] : [];

/** When people last answered, by the conversation's registers. */
export function humanReplies(registers: Registers): HumanReplies {
	const known = timeOf(registers[HUMAN_REPLIED.known], 'replied', 'called');
	const elsewhere = timeOf(registers[HUMAN_REPLIED.elsewhere], 'replied');
	const all = [...known, ...elsewhere];
	const [called] = timeOf(registers[HUMAN_REPLIED.known], 'called');
	const isWaiting = called !== undefined && elsewhere.every((at) => at < called);
	return {
		...(all.length > 0 && { humanRepliedAt: Math.max(...all) }),
		...(known.length > 0 && { knownHumanRepliedAt: known[0] }),
		...(isWaiting && { personCalledAt: called }),
	};
}

/** So long, a call counts as if somebody was answering all the time: after that, nobody will. ms */
const WAITS_FOR = DAY;

/** How long ago people answered, as rules see it. ms */
export function humanRepliedAgo(
	now: number,
	{ humanRepliedAt, knownHumanRepliedAt, personCalledAt = -Infinity }: HumanReplies,
): { humanReplied: number[]; knownHumanReplied: number[] } {
	const isWaiting = now < personCalledAt + WAITS_FOR;
	const ago = (at: number | undefined) => (at === undefined ? [] : [isWaiting ? 0 : now - at]);
	return { humanReplied: ago(humanRepliedAt), knownHumanReplied: ago(knownHumanRepliedAt) };
}
