import { writeFileSync } from 'node:fs';
import type { CustomerData, ErasedCounts, Store } from '../engine';
import { numbersOf } from '../engine';
import { customerDataJson } from '../nodes/BusinessMessaging/conversation/customer-json';
import { normalizeAddress, readAddress } from '../platform';
import type { Command } from './command';
import { action } from './command';
import { isConfirmed, yes } from './confirm';
import { channelFlag, flag, json, newFile, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { withStore } from './with-store';

const word = { name: 'CUSTOMER', needed: 'a customer: a phone number or a user ID' };
const flags = {
	store: storeFlag,
	channel: channelFlag('The phone number ID (default: every number of the store)'),
};

/** The numbers that are asked about. */
const channelsOf = async (store: Store, channel: string | undefined) =>
	channel === undefined ? numbersOf(store) : [channel];

/** What is stored, by what people call it, in the order in which it is said. */
const PARTS: ReadonlyArray<[part: keyof CustomerData, one: string, several: string]> = [
	['names', 'other name', 'other names'],
	['state', 'fact about the conversation', 'facts about the conversation'],
	['events', 'event', 'events'],
	['deadLetters', 'dead letter', 'dead letters'],
	['starts', 'started execution', 'started executions'],
	['bursts', 'waiting burst', 'waiting bursts'],
	['sends', 'message', 'messages'],
	['sentTexts', 'message text', 'message texts'],
	['decisions', 'decision', 'decisions'],
	['charges', 'charge', 'charges'],
	['waits', 'waiting execution', 'waiting executions'],
	['forwards', 'delivery to forward', 'deliveries to forward'],
];

/** Counts in words: `12 events, 3 messages`; empty if there is nothing. */
const inWords = (counts: ErasedCounts) =>
	PARTS.filter(([part]) => counts[part] > 0)
		.map(([part, one, several]) => `${counts[part]} ${counts[part] === 1 ? one : several}`)
		.join(', ');

/** The name that the others lead to isn't kept by itself. */
const countsOf = ({ names: [, ...names], ...data }: CustomerData) =>
	Object.fromEntries(
		Object.entries({ names, ...data }).map(([part, kept]) => [part, kept.length]),
	) as unknown as ErasedCounts;

/** What is stored about a customer of a number. */
interface Stored {
	channel: string;
	data: CustomerData;
}

/** What is stored about a customer, for each number that has anything. */
async function storedAbout(store: Store, name: string, channel: string | undefined): Promise<Stored[]> {
	const found: Stored[] = [];
	for (const each of await channelsOf(store, channel)) {
		const data = await store.customers.export({ channel: each, name });
		if (inWords(countsOf(data)) !== '') found.push({ channel: each, data });
	}
	return found;
}

const addressOf = (given: string) => readAddress(given) ?? normalizeAddress(given);

const nothingAbout = (name: string) =>
	`Nothing is stored about ${name}. Check the number with its country code, and the store.`;

const summaryOf = ({ channel, data }: Stored) => `Number ${channel}: ${inWords(countsOf(data))}`;

const exported = action({
	name: 'export',
	word,
	does: 'Write everything that is stored about a customer as one JSON document, with readable times: for each number, what Conversation: Export returns in n8n',
	flags: {
		...flags,
		to: flag('FILE', 'A new file, which only you can read (default: standard output)', newFile.optional()),
		json,
	},
	run: ({ flags: { to, json: isJson, channel, ...given }, word: customer }) =>
		withStore(given, async (store) => {
			const name = addressOf(customer);
			const found = await storedAbout(store, name, channel);
			const policies = await store.decisions.policies();
			const numbers = found.map((each) => ({
				channel: each.channel,
				...customerDataJson(name, each.data, policies),
			}));
			const text = JSON.stringify({ customer: name, numbers }, null, isJson ? undefined : '\t');
			if (to === undefined) {
				process.stdout.write(`${text}\n`);
				return;
			}
			writeFileSync(to, `${text}\n`, { mode: 0o600, flag: 'wx' });
			printLines([
				...(found.length === 0 ? [nothingAbout(name)] : found.map(summaryOf)),
				`Written to ${to}. Only you can read it.`,
			]);
		}),
});

const erase = action({
	name: 'erase',
	word,
	does: 'Delete everything that is stored about a customer for good. Opt-outs still count afterward, and nothing is processed or sent twice',
	flags: { ...flags, yes, json },
	run: ({ flags: { channel, json: isJson, ...given }, word: customer }) =>
		withStore(given, async (store) => {
			const name = addressOf(customer);
			const found = await storedAbout(store, name, channel);
			if (found.length === 0) {
				if (!isJson) printLines([nothingAbout(name)]);
				return;
			}
			const what = [
				`This erases everything that is stored about ${name}, for good:`,
				...found.map((each) => `  ${summaryOf(each)}`),
				'Opt-outs still count afterward. Backups that were made before still have it.',
			];
			if (!(await isConfirmed(what, given))) return;
			for (const each of found) {
				const erased = await store.customers.erase({ channel: each.channel, name });
				if (isJson) printJson({ channel: each.channel, customer: name, erased });
				else printLines([`Erased, number ${each.channel}: ${inWords(erased)}`]);
			}
		}),
});

/** `business-messaging customer`: everything about one customer. */
export const customerCommand: Command = {
	name: 'customer',
	does: 'Export or erase everything that is stored about a customer',
	about:
		'A customer is a phone number with its country code, a user ID, or another name that the store has learned.',
	exits: { 1: "the store doesn't exist, or you didn't confirm" },
	actions: [exported, erase],
};
