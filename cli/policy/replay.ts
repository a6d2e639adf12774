import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { ChangedDecision, Replay } from '../../engine';
import { changesAsCsv, createEngine } from '../../engine';
import { action } from '../command';
import { aSwitch, channelFlag, flag, json, newFile, sinceFlag, storeFlag } from '../flags';
import { printJson, printLines } from '../print';
import { readSince } from '../since';
import { withStore } from '../with-store';
import { policyNamed, policyWord } from './policy-named';

/** The exit code if too many decisions differ. */
const TOO_MANY = 3;

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

/** `policy replay`: what another policy would have decided. */
export const replay = action({
	name: 'replay',
	word: policyWord,
	does: 'Ask a policy about the decisions of the past, with what was known then, and say what would have changed, by rule before and after. Changes nothing',
	flags: {
		store: storeFlag,
		since: sinceFlag('30d'),
		channel: channelFlag('The decisions of one phone number ID (default: every number of the store)'),
		campaign: flag('ID', 'The decisions about one campaign (default: every message)', z.string().optional()),
		'max-changes': flag(
			'N',
			'How many decisions may differ without the exit code 3 (default: 0)',
			z
				.string()
				.regex(/^\d{1,9}$/, 'must be a whole number')
				.transform(Number)
				.default(0),
		),
		changes: flag('FILE', 'Write every decision that differs to a new CSV file', newFile.optional()),
		markdown: aSwitch('Print a summary for a pull request'),
		json,
	},
	problems: ({ markdown, json }) =>
		markdown === true && json === true ? ['--markdown and --json are two forms. Use one.'] : [],
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const policy = await policyNamed(store, word);
			const changed: ChangedDecision[] = [];
			const replayed = await createEngine({ store, policy }).replay({
				since: readSince(flags.since, store.runtime.now())!,
				channel: flags.channel,
				campaign: flags.campaign,
				...(flags.changes !== undefined && { onChange: (change) => void changed.push(change) }),
			});
			if (flags.changes !== undefined) writeFileSync(flags.changes, changesAsCsv(changed));
			if (flags.json) printJson(replayed);
			else printLines(flags.markdown ? markdownLines(policy.name, replayed) : plainLines(replayed));
			if (replayed.differ > flags['max-changes']) process.exitCode = TOO_MANY;
		}),
});
