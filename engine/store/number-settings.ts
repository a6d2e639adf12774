import type { PartOfNumber, RetentionTimes } from './retention';

/** How long parts of what belongs to a number are kept. ms */
type RetentionOfNumber = Readonly<Partial<Pick<RetentionTimes, PartOfNumber>>>;

/**
 * What is set for a number. What isn't there is as the operation, the credential, or the store has it.
 */
export interface NumberSettings {
	/** The policy of what sends, if the operation names none. */
	policy?: string;
	/** The time zone of its customers, if the operation names none. */
	timeZone?: string;
	/** Whether what breaks a documented limit is refused before the call, if the operation doesn't say. */
	checkFirst?: boolean;
	/** How fast it may send: messages a second. It counts more than the credential's rate. */
	messagesPerSecond?: number;
	/** How long its parts are kept. ms */
	retention?: RetentionOfNumber;
}

/** The names of settings: those of parts that are kept for a time have a prefix. */
export type SettingName = Exclude<keyof NumberSettings, 'retention'> | `retention.${PartOfNumber}`;

/** What is set, and which settings are taken away. A setting that is named in neither stays as it is. */
export interface SettingsChange {
	set: NumberSettings;
	unset: readonly SettingName[];
}

/** What is set for numbers, for everyone who uses the store. */
export interface NumberSettingsStore {
	/** What is set for a number, and nothing if nothing is. */
	of(channel: string): Promise<NumberSettings>;
	/** The numbers for which something is set. */
	all(): Promise<ReadonlyMap<string, NumberSettings>>;
	/** Changes what is set for a number, and returns it. @param now epoch ms */
	change(channel: string, change: SettingsChange, now: number): Promise<NumberSettings>;
}
