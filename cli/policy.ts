import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { ChangedDecision, PolicyDocument, Replay, Store } from '../engine';
import { changesAsCsv, createEngine, definePolicy, findPolicy } from '../engine';
import { isFolderShared } from '../nodes/shared/shared-store';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists } from './command';
import { readFlags, shown } from './flags';
import { printLines } from './print';
import { readSince } from './since';

const USAGE = `business-messaging policy replay FILE-OR-NAME --store URL

Asks a policy about the decisions of the past, with what was known then, and says what would have changed, by rule before
and after. The policy is a JSON file, or the name of one that is built in or saved. Changes nothing.

  --store URL       The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --since TIME      How far to look back: 12h, 30d, or a time such as 2026-11-01T00:00Z (default: 30d)
  --channel ID      The decisions of one phone number ID (default: all)
  --max-changes N   How many decisions may differ without the exit code 3 (default: 0)
  --changes FILE    Write every decision that differs to a CSV file, which must not exist
  --markdown        Print a summary for a pull request
  --json            Print JSON in one line, with times in epoch milliseconds

Exit codes: 0 success, 1 the policy or the store can't be used, 2 wrong flags, 3 too many decisions differ.
`;

/** The exit code if too many decisions differ. */
const TOO_MANY = 3;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	since: z
		.string()
		.refine((text) => readSince(text, 0) !== undefined, 'must be like 12h, 30d, or 2026-11-01T00:00Z')
		.default('30d'),
	channel: z.string().optional(),
	'max-changes': z
		.string()
		.regex(/^\d{1,9}$/, 'must be a whole number')
		.transform(Number)
		.default(0),
	changes: z
		.string()
		.refine((file) => !existsSync(file), 'must name a file that does not exist yet')
		.optional(),
	markdown: z.boolean().default(false),
	json: z.boolean().default(false),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

/** Reads the command line. @throws FlagMistakes with every mistake */
function read(args: string[]): { policy: string; flags: Flags } {
	const firstFlag = args.findIndex((arg) => arg.startsWith('--'));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [what = '', policy = '', ...tooMany] = words;
	const mistakes = [
		...(what === 'replay' ? [] : [`Expected "policy replay", not "policy ${shown(what)}".`]),
		...(policy === '' ? ['policy replay needs a policy: a JSON file, or a name.'] : []),
		...tooMany.map((word) => `Unexpected argument: ${shown(word)}.`),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	const consistent = ({ markdown, json }: Partial<Record<keyof Flags, unknown>>) => [
		...mistakes,
		...(markdown === true && json === true ? ['--markdown and --json are two forms. Use one.'] : []),
	];
	return { policy, flags: readFlags(shape, args.slice(words.length), { variables, consistent }) };
}

/** A policy from a file, or by its name. @throws Error that says what is wrong with it */
async function policyNamed(store: Store, named: string): Promise<PolicyDocument> {
	if (!existsSync(named)) return findPolicy(store, named);
	let document: unknown;
	try {
		document = JSON.parse(readFileSync(named, 'utf8'));
	} catch (error) {
		throw new Error(`${named} isn't JSON: ${(error as Error).message}`, { cause: error });
	}
	return definePolicy(document);
}

const exampleOf = ({ at, contact }: ChangedDecision) => `${contact} at ${new Date(at).toISOString()}`;

/** So many customers are named for each change. */
const SHOWN = 3;

function plainLines({ sentence, changes, withoutPolicy }: Replay): string[] {
	const others = withoutPolicy === 0 ? [] : [`No policy decided about ${withoutPolicy} others.`];
	return [
		sentence,
		...others,
		...changes.map(
			({ count, sentence: change, examples }) =>
				`${String(count).padStart(9)}  ${change}, for example ${examples.slice(0, SHOWN).map(exampleOf).join(', ')}`,
		),
	];
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function markdownLines(name: string, { sentence, changes }: Replay): string[] {
	const rows = changes.map(
		({ before, after, count }) =>
			`| ${count} | ${before.action}: ${cell(before.rule)} | ${after.action}: ${cell(after.rule)} |`,
	);
	const table =
		rows.length === 0 ? [] : ['', '| decisions | before | after |', '| ---: | --- | --- |', ...rows];
	return [`### Policy ${name}`, '', sentence, ...table];
}

/** `business-messaging policy replay`: what another policy would have decided. */
export const policyCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { policy: named, flags } = read(args);
		assertStoreExists(flags.store);
		const store = await openStore(flags.store, { isFolderShared: isFolderShared() });
		try {
			const policy = await policyNamed(store, named);
			const changed: ChangedDecision[] = [];
			const replay = await createEngine({ store, policy }).replay({
				since: readSince(flags.since, store.runtime.now())!,
				channel: flags.channel,
				...(flags.changes !== undefined && { onChange: (change) => void changed.push(change) }),
			});
			if (flags.changes !== undefined) writeFileSync(flags.changes, changesAsCsv(changed));
			if (flags.json) printLines([JSON.stringify(replay)]);
			else printLines(flags.markdown ? markdownLines(policy.name, replay) : plainLines(replay));
			if (replay.differ > flags['max-changes']) process.exitCode = TOO_MANY;
		} finally {
			await store.close();
		}
	},
};
