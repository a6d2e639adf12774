import * as z from 'zod';
import { systemRuntime } from '../base';
import { isFolderShared } from '../nodes/shared/shared-store';
import type { Backup, Checked, Finding, RestoreSteps, StoreCheck } from '../store/maintenance';
import { backUpStore, checkStore, needsSentence, restoreStore, storeAddress } from '../store/maintenance';
import type { Command } from './command';
import { readFlags, shown } from './flags';
import { printError, printLines } from './print';

const USAGE = `business-messaging store check --store URL
business-messaging store backup --store URL --to FILE
business-messaging store restore --store URL --from FILE

check    Looks for damage, rows that refer to nothing, leases that never end, states that can't be, wrong counters, and
         events that disagree with the state. Changes nothing, and n8n can keep running. Works on a temporary
         copy, and says first what room and time that takes
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

const number = (value: number) => value.toLocaleString('en-US');
const time = (ms: number) => new Date(ms).toISOString();
const counted = (count: number, one: string, many = `${one}s`) =>
	`${number(count)} ${count === 1 ? one : many}`;

/** `store://` without a password, for people. */
function storeName(url: string): string {
	if (!/^postgres/.test(url.trim())) return url.trim();
	const { host, pathname, searchParams } = new URL(url);
	return `postgres://${host}${pathname}?schema=${searchParams.get('schema') ?? 'business_messaging'}`;
}

function resultOf(findings: Finding[]): string {
	const [problems, warnings] = (['problem', 'warning'] as const).map(
		(severity) => findings.filter((finding) => finding.severity === severity).length,
	) as [number, number];
	if (problems > 0) return counted(problems, 'problem');
	return warnings > 0 ? counted(warnings, 'warning') : 'ok';
}

function findingLines({ severity, text, count, examples }: Finding): string[] {
	const rows = count > 1 || examples.length > 0 ? ` (${counted(count, 'row')})` : '';
	const more = count > examples.length && examples.length > 0 ? ', …' : '';
	const named = examples.length === 0 ? [] : [`           ${examples.join(', ')}${more}`];
	return [`  ${severity.padEnd(7)}  ${text}${rows}`, ...named];
}

/** A readable check: a line for each thing that was checked, with what was found, and the size of each table. */
function checkLines(
	store: string,
	{ version, newestVersion, minimumWriter, rows, checks, sound }: StoreCheck,
) {
	const width = Math.max(0, ...Object.keys(rows).map((table) => table.length));
	const writes = minimumWriter === undefined ? '' : `, writers need ${minimumWriter} or later`;
	const lineOf = ({ name, looksAt, findings }: Checked) => [
		`${name.padEnd(10)}  ${resultOf(findings).padEnd(11)}  ${looksAt}`,
		...findings.flatMap(findingLines),
	];
	const tables = Object.entries(rows).map(
		([table, count]) => `${table.padEnd(width)}  ${number(count).padStart(9)}`,
	);
	return [
		`${storeName(store)}: schema version ${version} (this package: ${newestVersion}${writes})`,
		'',
		...checks.flatMap(lineOf),
		...(tables.length === 0 ? [] : ['', ...tables]),
		'',
		sound ? 'The store is sound.' : 'The store has problems.',
	];
}

/** What a backup has in it. */
const backupLines = (store: string, file: string, { madeAt, rows, bytes }: Backup): string[] => [
	`${storeName(store)} as of ${time(madeAt)}: ${counted(rows, 'row')}, ${number(Math.ceil(bytes / 1024))} KB in ${file}`,
	'The file contains phone numbers and messages. Only you can read it. Customers who are erased later are still in it.',
];

/** What a restore did, what is forgotten, and what to do next. */
function restoreLines(store: string, file: string, steps: RestoreSteps): string[] {
	const { madeAt, paused, unconfirmed, repeated, leftOut } = steps;
	const since = madeAt === undefined ? 'the backup was made' : time(madeAt);
	return [
		`${storeName(store)} is restored from ${file}.`,
		`Everything since ${since} is forgotten: messages that were sent, events that were received, opt-outs, and handovers. Customers who were erased since then are back: erase them again.`,
		...(paused.length === 0
			? []
			: [
					`Paused ${counted(paused.length, 'campaign')}: ${paused.map(({ campaign, channel }) => `${campaign} (number ${channel})`).join(', ')}. Some of those who are still planned there may have got their message since the backup. Resume sends to all of them; it's your decision.`,
				]),
		...(unconfirmed === 0
			? []
			: [
					`${counted(unconfirmed, 'message')} that ${unconfirmed === 1 ? 'was' : 'were'} about to be sent ${unconfirmed === 1 ? "is unconfirmed now, and isn't" : "are unconfirmed now, and aren't"} sent again.`,
				]),
		...(repeated === 0
			? []
			: [
					'Events that Inbox Triggers had not settled at the time of the backup are handed out again, marked as repeats.',
				]),
		...(leftOut.length === 0
			? []
			: [`The backup also had what isn't part of a store, and wasn't restored: ${leftOut.join(', ')}.`]),
	];
}

async function check({ store, json }: Flags): Promise<void> {
	const found = await checkStore(storeAddress(store), systemRuntime, (needs) => {
		if (!json) printError(`${needsSentence(needs)}\n`);
	});
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
