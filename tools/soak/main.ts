import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordReliability } from '../docs/record-reliability';
import { growthPerHour, seriesTable } from './series';
import { startSoak } from './start-soak';

const { values } = parseArgs({
	options: {
		/** How long it runs. */
		minutes: { type: 'string', default: '30' },
		/** Deliveries and messages a second. */
		events: { type: 'string', default: '500' },
		sends: { type: 'string', default: '80' },
	},
});

/** How long after the end everything may still be in progress. ms */
const SETTLES_WITHIN = 5 * 60_000;
const SAMPLE_EVERY = 5_000;

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** `npm run soak`: n8n under load for a long time, with an n8n beside it that does nothing. */
async function main(): Promise<void> {
	const [minutes, events, sends] = [values.minutes, values.events, values.sends].map(Number) as [
		number,
		number,
		number,
	];
	const folder = mkdtempSync(join(tmpdir(), 'business-messaging-soak-'));
	const soak = await startSoak(folder, { events, sends, seconds: minutes * 60 });
	try {
		print(`${events} events/s and ${sends} messages/s for ${minutes} min, next to an idle n8n`);
		const end = performance.now() + minutes * 60_000;
		const load = soak.load();
		while (performance.now() < end) {
			await soak.sample();
			await wait(SAMPLE_EVERY);
		}
		const loaded = await load;
		const result = await soak.settle(SETTLES_WITHIN);
		print(seriesTable(soak.series()));
		print(
			[
				'',
				`${loaded.delivered} events delivered (${loaded.perSecond.toFixed(0)}/s), ${loaded.refused} answers other than 200, ${result.unread} not read, ${result.deadLetters} dead letters`,
				`${result.sent} messages sent (${(result.sent / (minutes * 60)).toFixed(1)}/s), ${result.twice} customers with more than one`,
			].join('\n'),
		);
		const growth = Object.fromEntries(
			soak
				.series()
				.map((one) => [`${one.name}, per hour`, `${growthPerHour(one).toFixed(1)} ${one.unit}`.trim()]),
		);
		recordReliability({
			id: 'soak',
			group: 'soak',
			promise: "n8n under constant load keeps up, loses nothing, sends nothing twice, and doesn't grow.",
			suite: 'tools/soak/',
			command: `npm run soak -- --minutes ${minutes}`,
			rounds: minutes,
			of: 'minutes',
			tried: `${loaded.delivered} events, ${result.sent} messages`,
			lost: result.unread + loaded.unanswered,
			twice: result.twice,
			figures: growth,
		});
		if (result.twice + result.unread + loaded.unanswered + result.deadLetters > 0) process.exitCode = 1;
	} finally {
		await soak.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
