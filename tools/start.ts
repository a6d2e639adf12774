import type { Console } from '../console';
import { openStore } from '../store';
import { explainThree, howToAsk } from './main-job/explain-three';
import type { Line } from './main-job/report';
import { faultsOf, resultOf, tableOf, totalsOf } from './main-job/report';
import type { Stage } from './main-job/run-main-job';
import { loginOf, openConsole, openStage, placesOf, runMainJob } from './main-job/run-main-job';
import { readStartOptions, USAGE } from './main-job/start-options';

/** How often a slow machine says how many customers have written, and how many messages were sent so far. ms */
const TELLS_EVERY = 15_000;

/** What `--verbose` adds: every customer's row, the totals, and why three customers got what they got. */
async function detailsOf({ n8n, sandbox }: Stage, lines: Line[]): Promise<string> {
	const store = await openStore(`sqlite:${n8n.storeFile}`);
	try {
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		const three = await explainThree(store, sandbox.phoneNumberId, lines, timeZone);
		return [
			tableOf(lines),
			totalsOf(lines),
			`Three customers, explained. The times are the sandbox's, in ${timeZone}.`,
			...three,
			howToAsk(n8n.storeFile, lines[0]!.customer.phone),
			'',
		].join('\n\n');
	} finally {
		await store.close();
	}
}

/**
 * `npm start`: starts the sandbox and n8n, runs the main job once, says in twelve lines what it did and where to go on, and
 * keeps running until it is stopped. With `--once`, it ends there, and says only what it did.
 */
async function main(): Promise<void> {
	const say = (text: string) => process.stdout.write(`${text}\n`);
	const { help, once, verbose, ports } = await readStartOptions(process.argv.slice(2));
	if (help) return void say(USAGE);
	const startedAt = Date.now();
	const step = (text: string) =>
		say(`[${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(3)} s] ${text}`);

	let isOpen = false;
	const stopped = new Promise<'stopped'>((resolve) => {
		// The handlers stay: npm and the terminal both pass on the same Ctrl+C, and a second signal mustn't leave n8n behind.
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => (isOpen ? resolve('stopped') : process.exit(1)));
		}
	});

	step('Starting n8n …');
	const stage = await openStage(undefined, ports, ({ page }) => {
		if (!once) step(`The simulator runs: ${page}. Its customers and a campaign come once n8n is ready.`);
	});
	isOpen = true;
	let served: Console | undefined;
	try {
		if (!once) {
			served = await openConsole(stage, ports?.[2]);
			step(`n8n is ready: ${loginOf(stage)}. Look around in it while a campaign is sent.`);
		}
		const { control } = stage.sandbox;
		let written = '';
		let told = '';
		const telling = setInterval(() => {
			const { length } = control.sent();
			const progress = length > 0 ? `${length} messages sent so far` : written;
			if (progress !== told) step(`… ${progress}`);
			told = progress;
		}, TELLS_EVERY);
		const onWrite = (count: number, of: number) => {
			written = `${count} of ${of} customers have written so far`;
		};
		const job = runMainJob(stage, step, served, onWrite).finally(() => clearInterval(telling));
		const done = await Promise.race([job, stopped]);
		if (done === 'stopped') return;
		const { lines, summary } = done;
		if (verbose) say(`\n${await detailsOf(stage, lines)}`);
		const faults = faultsOf(lines, stage.sandbox);
		say(resultOf(lines, summary, faults));
		process.exitCode = faults.length === 0 ? 0 : 1;
		if (served) {
			say(placesOf(stage, served, lines).join('\n'));
			await stopped;
		}
	} finally {
		if (!once) say('Stopping …');
		await served?.close();
		await stage.close();
		if (!once) say('Stopped.');
	}
}

main()
	.catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	})
	// What was stopped halfway may still wait for an n8n that is gone.
	.finally(() => process.exit());
