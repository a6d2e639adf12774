import { isFolderShared } from '../nodes/shared/shared-store';
import type { Backup, Checked, Finding, RestoreSteps, StoreCheck } from '../store/maintenance';
import { backUpStore, checkStore, restoreStore, storeAddress } from '../store/maintenance';
import type { Command } from './command';
import { action } from './command';
import { aSwitch, flag, json, required, storeFlag } from './flags';
import { printJson, printLines, withProgress } from './print';

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

const check = action({
	name: 'check',
	does: "Look for damage, rows that refer to nothing, leases that never end, states that can't be, wrong counters, and events that disagree with the state. Changes nothing, and n8n can keep running. Works on a temporary copy",
	flags: { store: storeFlag, json },
	async run({ flags: { store, json: isJson } }) {
		const found = await withProgress((show) => checkStore(storeAddress(store), undefined, show));
		if (isJson) printJson({ store: storeName(store), ...found });
		else printLines(checkLines(store, found));
		if (!found.sound) process.exitCode = 1;
	},
});

const backup = action({
	name: 'backup',
	does: 'Copy everything as of one moment to a SQLite file, from either database, while everything keeps running',
	flags: {
		store: storeFlag,
		to: flag('FILE', 'The file to write; it must not exist', required('the file to write')),
		json,
	},
	async run({ flags: { store, to, json: isJson } }) {
		const made = await withProgress((show) => backUpStore(storeAddress(store), to, undefined, show));
		if (isJson) printJson({ store: storeName(store), file: to, ...made });
		else printLines(backupLines(store, to, made));
	},
});

const restore = action({
	name: 'restore',
	does: 'Check a backup, and replace the store with it. Pauses running campaigns, because messages that were sent after the backup are forgotten. Stop n8n and the receivers first',
	flags: {
		store: storeFlag,
		from: flag('FILE', 'The backup, of either database', required('the file of the backup')),
		force: aSwitch('Replace a store that has data'),
		json,
	},
	async run({ flags: { store, from, force, json: isJson } }) {
		const isShared = isFolderShared();
		const steps = await withProgress((show) =>
			restoreStore(store, from, { force, isFolderShared: isShared, onStep: show }),
		);
		if (isJson) printJson({ store: storeName(store), file: from, ...steps });
		else printLines(restoreLines(store, from, steps));
	},
});

/** `business-messaging store`: checks a store, backs it up, or restores a backup. */
export const storeCommand: Command = {
	name: 'store',
	does: 'Check a store, back it up, or restore a backup',
	exits: { 1: 'the store has problems, or the command failed' },
	actions: [check, backup, restore],
};
