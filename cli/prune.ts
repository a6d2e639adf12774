import { DAY } from '../base';
import type { RetentionTimes, Store } from '../engine';
import { forgetOldNow } from '../engine';
import { PART_NAMES } from '../nodes/shared/part-names';
import type { Command } from './command';
import { action } from './command';
import { isConfirmed, yes } from './confirm';
import { json, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { withStore } from './with-store';

/** How long each part of a store, or of a number, is kept, a line each. */
export function retentionLines(times: Partial<RetentionTimes>): string[] {
	const width = Math.max(...Object.values(PART_NAMES).map((name) => name.length));
	return Object.entries(PART_NAMES).flatMap(([part, name]) => {
		const time = times[part as keyof RetentionTimes];
		if (time === undefined) return [];
		const days = time / DAY;
		return [`  ${name.padEnd(width)}  ${days} ${days === 1 ? 'day' : 'days'}`];
	});
}

/** The same of each number that keeps parts for times of its own. */
export const linesOfNumbers = (
	all: ReadonlyArray<readonly [channel: string, retention: Partial<RetentionTimes>]>,
): string[] =>
	all.flatMap(([channel, retention]) => [`and of the number ${channel}:`, ...retentionLines(retention)]);

/** The times of each number that has times of its own. */
export const retentionOfNumbers = async (store: Store) =>
	[...(await store.settings.all())].flatMap(([channel, { retention }]) =>
		retention ? [[channel, retention] as const] : [],
	);

/** `business-messaging prune`: forgets what is old. */
export const pruneCommand: Command = {
	name: 'prune',
	does: 'Delete what is older than the store keeps it, now',
	about:
		'n8n and the receivers do this once an hour. How long each part is kept is set in n8n, with Inbox: Set Retention.',
	exits: { 1: "the store doesn't exist, or you didn't confirm" },
	actions: [
		action({
			does: 'Delete what is older than the store keeps it, in small pieces, while everything keeps running',
			flags: { store: storeFlag, yes, json },
			run: ({ flags }) =>
				withStore(flags, async (store) => {
					const { times } = await store.retention.read();
					const ofNumbers = linesOfNumbers(await retentionOfNumbers(store));
					const what = ['This deletes what is older than:', ...retentionLines(times), ...ofNumbers];
					if (!(await isConfirmed(what, flags))) return;
					const events = await forgetOldNow(store, store.runtime.now());
					if (flags.json) return printJson({ events });
					const deleted = events === 1 ? '1 event' : `${events} events`;
					printLines([`Deleted ${deleted}, and everything else that was older than it is kept.`]);
				}),
		}),
	],
};
