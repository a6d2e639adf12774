import * as z from 'zod';
import { isFolderShared } from '../nodes/shared/shared-store';
import { backUpStore, checkStore, restoreStore, storeAddress } from '../store/maintenance';
import type { Command } from './command';
import { readFlags, shown } from './flags';
import { printLines } from './print';
import { backupLines, checkLines, restoreLines, storeName } from './store-text';

const USAGE = `business-messaging store check --store URL
business-messaging store backup --store URL --to FILE
business-messaging store restore --store URL --from FILE

check    Looks for damage, rows that refer to nothing, leases that never end, states that can't be, wrong counters, and
         events that disagree with the state. Changes nothing, and n8n can keep running. Works on a temporary copy
backup   Copies everything as of one moment to a SQLite file, from either database, while everything keeps running
restore  Checks a backup, and replaces the store with it. Pauses running campaigns, because messages that were sent after
         the backup are forgotten. Stop n8n and the receivers first

  --store URL   The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --to FILE     backup: the file to write; it must not exist
  --from FILE   restore: the backup, of either database
  --force       restore: replace a store that has data
  --json        Print JSON in one line, with times in epoch milliseconds

Exit codes: 0 success, 1 the store has problems or the command failed, 2 wrong flags.
`;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	to: z.string().optional(),
	from: z.string().optional(),
	force: z.boolean().default(false),
	json: z.boolean().default(false),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

const WHATS = ['check', 'backup', 'restore'] as const;
type What = (typeof WHATS)[number];

/** The flags that only one of the subcommands takes, and whether it needs them. */
const ONLY_FOR: Readonly<Record<string, { what: What; needed?: string }>> = {
	to: { what: 'backup', needed: 'the file to write' },
	from: { what: 'restore', needed: 'the file of the backup' },
	force: { what: 'restore' },
};

/** Reads the command line. @throws FlagMistakes with every mistake */
function read(args: string[]): { what: What; flags: Flags } {
	const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [word = '', ...tooMany] = words;
	const what = WHATS.find((one) => one === word);
	const mistakes = [
		...(what
			? []
			: [`Expected "store check", "store backup", or "store restore", not "store ${shown(word)}".`]),
		...tooMany.map((one) => `Unexpected argument: ${shown(one)}.`),
	];
	const consistent = (given: Partial<Record<keyof Flags, unknown>>) => [
		...mistakes,
		...Object.entries(ONLY_FOR).flatMap(([flag, { what: whose, needed }]) => {
			const isGiven = given[flag as keyof Flags] !== undefined;
			if (!what || (what === whose && (isGiven || needed === undefined))) return [];
			if (what === whose) return [`--${flag} is required: ${needed}.`];
			return isGiven ? [`--${flag} only works with store ${whose}.`] : [];
		}),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	return {
		what: what ?? 'check',
		flags: readFlags(shape, args.slice(words.length), { variables, consistent }),
	};
}

async function check({ store, json }: Flags): Promise<void> {
	const found = await checkStore(storeAddress(store));
	printLines(json ? [JSON.stringify({ store: storeName(store), ...found })] : checkLines(store, found));
	if (!found.sound) process.exitCode = 1;
}

async function backUp({ store, to, json }: Flags): Promise<void> {
	const made = await backUpStore(storeAddress(store), to!);
	printLines(
		json ? [JSON.stringify({ store: storeName(store), file: to, ...made })] : backupLines(store, to!, made),
	);
}

async function restore({ store, from, force, json }: Flags): Promise<void> {
	const steps = await restoreStore(store, from!, { force, isFolderShared: isFolderShared() });
	printLines(
		json
			? [JSON.stringify({ store: storeName(store), file: from, ...steps })]
			: restoreLines(store, from!, steps),
	);
}

const RUN: Readonly<Record<What, (flags: Flags) => Promise<void>>> = { check, backup: backUp, restore };

/** `business-messaging store`: checks a store, backs it up, or restores a backup. */
export const storeCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { what, flags } = read(args);
		await RUN[what](flags);
	},
};
