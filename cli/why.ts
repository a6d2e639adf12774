import * as z from 'zod';
import type { Store, TimelineEntry } from '../engine';
import { createEngine, numbersOf, reasonsForNothing } from '../engine';
import { isFolderShared } from '../nodes/shared/shared-store';
import { withLocalTimes } from '../nodes/shared/times';
import { isTimeZone } from '../rules';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists } from './command';
import { readFlags, shown } from './flags';
import { printLines } from './print';
import { readSince } from './since';

const USAGE = `business-messaging why CUSTOMER --store URL

Explains what a customer got and didn't get: what came in, what was decided by which rule and why, what was sent, and
what happens next. A customer is a phone number, a user ID, or another name that the store has learned.

  --store URL     The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --since TIME    How far to look back: 30m, 12h, 7d, or a time such as 2026-11-24T08:00Z (default: 7d)
  --channel ID    The phone number ID (default: every number of the store)
  --time-zone Z   The time zone of the times, such as Europe/Berlin (default: this machine's)
  --json          Print JSON, one object per line, with times in epoch milliseconds

Exit codes: 0 success, 1 the store doesn't exist, 2 wrong flags.
`;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	since: z
		.string()
		.refine((text) => readSince(text, 0) !== undefined, 'must be like 30m, 12h, 7d, or 2026-11-24T08:00Z')
		.default('7d'),
	channel: z.string().optional(),
	'time-zone': z
		.string()
		.refine(isTimeZone, 'must be a time zone, such as Europe/Berlin')
		.default(new Intl.DateTimeFormat().resolvedOptions().timeZone),
	json: z.boolean().default(false),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

/** Reads the command line. @throws FlagMistakes with every mistake */
function read(args: string[]): { customer: string; flags: Flags } {
	const firstFlag = args.findIndex((arg) => arg.startsWith('-') && !/^-?\d/.test(arg));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [customer = '', ...tooMany] = words;
	const mistakes = [
		...(customer === '' ? ['why needs a customer: a phone number or a user ID.'] : []),
		...tooMany.map((word) => `Unexpected argument: ${shown(word)}.`),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	const flags = readFlags(shape, args.slice(words.length), { variables, consistent: () => mistakes });
	return { customer, flags };
}

/** An entry as a line, with its times in a time zone. */
export function lineOf({ at, sentence }: TimelineEntry, timeZone: string): string {
	// Swedish writes dates as ISO 8601 does.
	const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	return `${local.format(at)}  ${withLocalTimes(sentence, timeZone)}`;
}

/** Explains a customer of a number. @returns whether anything is stored */
async function explain(
	store: Store,
	channel: string,
	customer: string,
	{ since, json, 'time-zone': timeZone }: Flags,
): Promise<boolean> {
	const engine = createEngine({ store });
	const now = await engine.now(channel);
	const entries = await engine.timeline({ channel, to: customer, since: readSince(since, now)! });
	if (entries.length === 0) return false;
	if (json) printLines(entries.map((entry) => JSON.stringify({ channel, ...entry })));
	else {
		const lines = entries.map((entry) => lineOf(entry, timeZone));
		printLines([`${customer} and the number ${channel}, times in ${timeZone}:`, ...lines]);
	}
	return true;
}

/** `business-messaging why`: explains what a customer got, and didn't get. */
export const whyCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { customer, flags } = read(args);
		assertStoreExists(flags.store);
		const store = await openStore(flags.store, { isFolderShared: isFolderShared() });
		try {
			const channels = flags.channel === undefined ? await numbersOf(store) : [flags.channel];
			let isKnown = false;
			for (const channel of channels) if (await explain(store, channel, customer, flags)) isKnown = true;
			if (isKnown || flags.json) return;
			printLines([`Nothing is stored about ${customer} since ${flags.since}.`]);
			if (channels.length === 0) printLines(['The store knows no number yet: nothing was received or sent.']);
			for (const channel of channels) {
				printLines([
					`The number ${channel}:`,
					...(await reasonsForNothing(store, channel)).map(
						(one) => `  ${withLocalTimes(one, flags['time-zone'])}`,
					),
				]);
			}
		} finally {
			await store.close();
		}
	},
};
