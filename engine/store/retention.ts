import { DAY } from '../../base';

/** How long the store keeps each part of what it has, unless it is set otherwise. ms */
export const DEFAULT_RETENTION = {
	/** Events. The marks that tell their redeliveries stay for 8 days at least. */
	events: 8 * DAY,
	/** Executions that triggers started for events. */
	starts: 8 * DAY,
	/** Events that an execution failed on. */
	deadLetters: 90 * DAY,
	/** Single messages that have ended, with the keys that tell their repeats. */
	sends: 90 * DAY,
	/** Campaigns of which nothing was sent since then and in which nobody waits, with their recipients. */
	recipients: 90 * DAY,
	/** What sent messages said, if a credential keeps it. */
	sentTexts: 8 * DAY,
	/** Why messages went out, waited, or didn't go out. */
	decisions: 30 * DAY,
	/** Windows and holders of conversations, and the names of customers of whom nothing else is left. */
	conversations: 400 * DAY,
} as const;

/** The platform redelivers for 7 days. The marks that tell a redelivery stay a day longer, whatever is set. ms */
const LEAST_MARKS = 8 * DAY;

/** How long the marks of redeliveries stay: an event that is older isn't told from a new one, and not taken in. ms */
export const marksKeptFor = ({ events }: { events: number }) => Math.max(events, LEAST_MARKS);

export type RetentionPart = keyof typeof DEFAULT_RETENTION;

/** The parts of the store that are forgotten after a time. */
export const RETENTION_PARTS = Object.keys(DEFAULT_RETENTION) as RetentionPart[];

/** The parts of the store that belong to a number, so each number can have a time of its own for them. */
export const PARTS_OF_NUMBER = [
	'events',
	'sends',
	'recipients',
	'sentTexts',
	'decisions',
	'conversations',
] as const satisfies readonly RetentionPart[];

export type PartOfNumber = (typeof PARTS_OF_NUMBER)[number];

/** For how many days a part can be kept. A log that nothing depends on can be turned off. */
export const DAYS_KEPT = { least: 1, leastOfLog: 0, most: 10_000 } as const;

/** The fewest days that a part can be kept. */
export const leastDays = (part: RetentionPart): number =>
	part === 'decisions' ? DAYS_KEPT.leastOfLog : DAYS_KEPT.least;

/** How long each part is kept. ms */
export type RetentionTimes = Readonly<Record<RetentionPart, number>>;

/** Of a number: everything older than these times is deleted. Epoch ms */
export type CutsOfNumber = Readonly<Partial<Record<PartOfNumber | 'windows', number>>>;

/** What is deleted: everything older than these times. Epoch ms */
export interface Retention extends Partial<RetentionTimes> {
	/** Events. What a living subscription has not settled is kept. */
	events: number;
	/** Sends that have ended, with the keys that tell their repeats. */
	sends: number;
	/** The marks of redeliveries, and started executions; as the events if left out. */
	marks?: number;
	/** What open conversations are listed by, but not their state. */
	windows?: number;
	/** What is deleted of numbers for which other times are set. */
	ofNumbers?: ReadonlyMap<string, CutsOfNumber>;
}

/** How long things are kept: one setting for everyone who uses the store. */
export interface RetentionStore {
	/** The times that apply, and when old things were last forgotten (local time, epoch ms), if ever. */
	read(): Promise<{ times: RetentionTimes; forgottenAt?: number }>;
	/** Whether any event was ever deleted or erased. Until then, each event that came before is still there. */
	hasForgotten(): Promise<boolean>;
	/** Sets how long some parts are kept (ms), for everyone from now on. */
	set(times: Partial<RetentionTimes>): Promise<void>;
	/**
	 * Takes the turn to forget what is old, if nobody had it for so long (ms).
	 * @param now local time, epoch ms
	 */
	takeTurn(now: number, every: number): Promise<boolean>;
}
