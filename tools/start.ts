import { parseArgs } from 'node:util';
import { openStore } from '../store';
import { explainThree, howToAsk } from './main-job/explain-three';
import type { Line } from './main-job/report';
import { faultsOf, summaryOf, tableOf, totalsOf } from './main-job/report';
import type { Stage } from './main-job/run-main-job';
import { openStage, runMainJob } from './main-job/run-main-job';

/** What a newcomer does first. No workflow is published yet. */
const firstSteps = (page: string) => `Your first steps:
  1. Open ${page} and follow its tour. It leads you to a workflow of your own that answers.
  2. Write to it as a customer on the page, or with the form of the workflow "Play a customer".
  3. See each message under Executions in n8n, and the decisions above in the executions of "Campaign from a CSV file".
A number delivers to one workflow: unpublish yours before you publish the example "Receive messages".`;

/** Why three customers got what they got, as the store knows it. */
async function whyOf({ n8n, sandbox }: Stage, lines: Line[]): Promise<string> {
	const store = await openStore(`sqlite:${n8n.storeFile}`);
	try {
		return (await explainThree(store, sandbox.phoneNumberId, lines)).join('\n\n');
	} finally {
		await store.close();
	}
}

/** `npm start`: starts the sandbox and n8n, runs the main job once, prints its table, and keeps running until it is stopped. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
	const say = (text: string) => process.stdout.write(`${text}\n`);
	const startedAt = Date.now();
	const step = (text: string) =>
		say(`[${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(3)} s] ${text}`);

	const stage = await openStage(({ page }) => {
		say(`Play a customer: ${page}\n`);
		step('Starting n8n …');
	});
	const stopped = new Promise<void>((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
	try {
		const { lines, summary } = await runMainJob(stage, step);
		say(`\n${tableOf(lines)}\n\n${totalsOf(lines)}\n`);
		say(`Send Due: ${summaryOf(summary)}`);
		const faults = faultsOf(lines, stage.sandbox);
		say(faults.length === 0 ? 'The sandbox saw no violation of the rules.' : faults.join('\n'));
		process.exitCode = faults.length === 0 ? 0 : 1;
		say(`\nThree customers, explained. The times are the sandbox's, in UTC.\n\n${await whyOf(stage, lines)}`);
		// Otherwise, the store is gone in a moment.
		if (!values.once) {
			say(`\n${howToAsk(stage.n8n.storeFile, lines[0]!.customer.phone)}`);
			const { url, owner } = stage.n8n;
			say(`\nn8n:      ${url}\n          Log in as ${owner.email} with the password ${owner.password}`);
			say(`Sandbox:  ${stage.sandbox.url}\n`);
			say(firstSteps(stage.sandbox.page));
			say('\nPress Ctrl+C to stop.');
			await stopped;
		}
	} finally {
		await stage.close();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
