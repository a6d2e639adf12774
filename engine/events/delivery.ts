import type { MessagingEvent } from './messaging-event';

/** Where in a delivery a change was found, and when the delivery was received. */
export interface ChangeContext {
	account: string;
	channel?: string;
	field: string;
	/** `entry[].time`: the date of everything without its own timestamp. Unix seconds */
	entryTime?: number;
	/** What the provider calls the agent in handovers, besides the names that are known. */
	agentRole?: string;
	/** Dates what nothing else dates. Epoch ms */
	receivedAt: number;
}

export type ChangeReader = (value: Record<string, unknown>, context: ChangeContext) => MessagingEvent[];

/** When something happened: its own timestamp, otherwise the entry's, otherwise the receipt. Epoch ms */
export function dateOf(timestamp: number | undefined, context: ChangeContext): number {
	const seconds = timestamp ?? context.entryTime;
	return seconds === undefined ? context.receivedAt : seconds * 1_000;
}

/** What tells two events apart that say the same and have no timestamp of their own. Unix seconds */
export function undatedAt(
	{ timestamp }: { timestamp?: number },
	{ entryTime }: ChangeContext,
): number | undefined {
	return timestamp === undefined ? entryTime : undefined;
}

/** The fields that every event of a change has. */
export function place(
	context: ChangeContext,
	raw: unknown,
): { account: string; channel?: string; raw: unknown } {
	return {
		account: context.account,
		...(context.channel !== undefined && { channel: context.channel }),
		raw,
	};
}
