import type { ForwardStats, InboxStats, Store } from '../engine';
import { numbersOf } from '../engine';
import type { Command } from './command';
import { action } from './command';
import { json, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { linesOfNumbers, retentionLines, retentionOfNumbers } from './prune';
import { withStore } from './with-store';

const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

/** How full a store is, how far behind its readers are, and how long things are kept. */
async function statsOf(store: Store) {
	const [identity, numbers, inbox, forwards, retention, ofNumbers, refused] = await Promise.all([
		store.identity(),
		numbersOf(store),
		store.inbox.stats(),
		store.forwards.stats(),
		store.retention.read(),
		retentionOfNumbers(store),
		store.webhooks.refused(),
	]);
	const kept = { ...retention, ofNumbers: Object.fromEntries(ofNumbers) };
	return { store: identity, numbers, ...inbox, forwards, retention: kept, ...(refused && { refused }) };
}

function triggerLines({ subscriptions, failing }: InboxStats): string[] {
	const letters = new Map(failing.map(({ id, deadLetters }) => [id, deadLetters]));
	const reading = subscriptions.map(({ id, name, lag, oldestAt }) => {
		const since = oldestAt === undefined ? '' : `, the oldest from ${iso(oldestAt)!}`;
		const behind = lag === 0 ? 'has got everything' : `${lag} events behind${since}`;
		const dead = letters.get(id) ?? 0;
		letters.delete(id);
		return `  ${name ?? id}: ${behind}${dead === 0 ? '' : `, ${dead} dead letters`}`;
	});
	const ended = failing
		.filter(({ id }) => letters.has(id))
		.map(({ id, name, deadLetters }) => `  ${name ?? id}: not published, ${deadLetters} dead letters`);
	const all = [...reading, ...ended];
	return all.length === 0 ? [] : ['Inbox Triggers:', ...all];
}

function forwardLines(forwards: readonly ForwardStats[]): string[] {
	const lines = forwards.map(({ target, waiting, oldestAt, dropped, error }) => {
		const since = oldestAt === undefined ? '' : `, the oldest from ${iso(oldestAt)!}`;
		const lost = dropped === 0 ? '' : `, ${dropped} dropped`;
		const last = waiting === 0 || error === undefined ? '' : `. The last try failed: ${error}`;
		return `  ${target}: ${waiting} deliveries wait${since}${lost}${last}`;
	});
	return lines.length === 0 ? [] : ['Forwarded to:', ...lines];
}

const keptLines = ({ times, forgottenAt, ofNumbers }: Awaited<ReturnType<typeof statsOf>>['retention']) => [
	`Kept for (last pruned: ${iso(forgottenAt) ?? 'never'}):`,
	...retentionLines(times),
	...linesOfNumbers(Object.entries(ofNumbers)),
];

function statsLines(stats: Awaited<ReturnType<typeof statsOf>>): string[] {
	const { store, numbers, events, oldestAt, deadLetters, forwards, retention, refused } = stats;
	const since = oldestAt === undefined ? '' : `, the oldest from ${iso(oldestAt)!}`;
	return [
		`Store ${store.id} (${store.name})`,
		`Numbers: ${numbers.length === 0 ? 'none yet' : numbers.join(', ')}`,
		`Events: ${events}${since}`,
		`Dead letters: ${deadLetters}`,
		...(refused
			? [
					`Deliveries that were refused because of their signatures: ${refused.count}, the last one at ${iso(refused.at)!}`,
				]
			: []),
		...triggerLines(stats),
		...forwardLines(forwards),
		...keptLines(retention),
	];
}

/** `business-messaging stats`: how full a store is. */
export const statsCommand: Command = {
	name: 'stats',
	does: 'Say how full a store is, and how far behind its readers are',
	exits: { 1: "the store doesn't exist" },
	actions: [
		action({
			does: 'Say how full the store is, how far behind its Inbox Triggers and the systems in Forward To are, how many dead letters there are, and how long things are kept',
			flags: { store: storeFlag, json },
			run: ({ flags }) =>
				withStore(flags, async (store) => {
					const stats = await statsOf(store);
					if (flags.json) printJson(stats);
					else printLines(statsLines(stats));
				}),
		}),
	],
};
