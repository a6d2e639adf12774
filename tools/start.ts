import { parseArgs } from 'node:util';
import { faultsOf, summaryOf, tableOf, totalsOf } from './main-job/report';
import { openStage, runMainJob } from './main-job/run-main-job';

/** `npm start`: starts the sandbox and n8n, runs the main job once, prints its table, and keeps running until it is stopped. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
	const say = (text: string) => process.stdout.write(`${text}\n`);
	const startedAt = Date.now();
	const step = (text: string) =>
		say(`[${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(3)} s] ${text}`);

	step('Starting the sandbox gateway and n8n …');
	const stage = await openStage();
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
		if (!values.once) {
			const { url, owner } = stage.n8n;
			say(`\nn8n:      ${url}\n          Log in as ${owner.email} with the password ${owner.password}`);
			say(`Sandbox:  ${stage.sandbox.url}/sandbox/state\n\nPress Ctrl+C to stop.`);
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
