import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import { expose, storeSamples } from '../../monitoring';
import { filledStore, rowsOf } from './filled-store';
import { medianOf } from './measure';

const ROUNDS = 20;
/** How often Prometheus asks by default in its example. s */
const SCRAPE_EVERY = 15;
/** What a message of a campaign takes of the processor, as `npm run bench -- campaign` measures it at best. ms */
const MESSAGE = 0.4;
/** What is counted of a message at most: its decision, its call, and three statuses. */
const COUNTED = 5;
const COUNTS = 200_000;

const now = Date.now();

/** A running campaign with so many who wait, all that was sent as often this month, and 1,000 templates. */
const filled = (count: number): string[] => [
	`INSERT INTO campaign (channel, id, kept, state, policy_name, policy_version, planned_at)
	 VALUES ('n', 'sale', 0, 'running', 'strict', 1, ${now})`,
	`${rowsOf(count)} INSERT INTO send (key, channel, contact, action, state, at, campaign, recipient, due)
	 SELECT 'k' || i, 'n', 'c' || i, 'template', CASE WHEN i % 10 = 0 THEN 'held' ELSE 'planned' END, 0, 'sale',
		'c' || i, ${now} FROM n`,
	`${rowsOf(count)} INSERT INTO charge
		(channel, message_id, recipient, account, contact, market, type, category, subtype, sent_at, delivered_at)
	 SELECT 'n', 'm' || i, '', 'a', 'c' || i, 'Germany', 'regular', 'marketing', '', ${now}, ${now} FROM n`,
	`INSERT INTO price_table (account, first_day, version, content, saved_at)
	 VALUES ('a', '2020-01-01', 1, '{"account":"a","currency":"EUR","timeZone":"UTC","firstDay":"2020-01-01","prices":[]}', 1)`,
	`${rowsOf(1_000)} INSERT INTO history (scope, subject, at, rank, id, value)
	 SELECT 'a', 'template:t' || i || ':en_us', ${now}, 1, 'e' || i, '{"status":"APPROVED"}' FROM n`,
	'ANALYZE',
];

async function timeOf(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

/** How much of the processor counting something takes, without writing it. ms */
function timeOfCount({ addTally }: Store): number {
	const began = process.cpuUsage();
	for (let index = 0; index < COUNTS; index += 1) {
		addTally('decisions', { number: 'n', action: 'template', rule: `rule-${index % 20}` });
	}
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1_000 / COUNTS;
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;

/**
 * `npm run bench -- metrics [recipients]`: what it costs to count a message, and to read all metrics of a store in which
 * a million recipients wait.
 */
export async function benchMetrics([given = '1000000']: string[]): Promise<void> {
	for (const database of ['SQLite', 'Postgres'] as const) {
		const { store, remove } = await filledStore(database, filled(Number(given)));
		const engine = createEngine({ store });
		const first = await timeOf(() => storeSamples(engine));
		const counting = await timeOf(() => store.campaigns.waiting());
		const took: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) took.push(await timeOf(() => storeSamples(engine)));
		const each = medianOf(took);
		const count = timeOfCount(store);
		const flush = await timeOf(() => store.figures());
		const { length } = expose(await storeSamples(engine));
		process.stdout.write(
			[
				`${database}, ${Number(given).toLocaleString('en-US')} recipients wait, as many charges this month:`,
				`  reading all metrics: ${each.toFixed(1)} ms, ${share(each, SCRAPE_EVERY * 1_000)} of ${SCRAPE_EVERY} s; counting who waits: ${counting.toFixed(0)} ms, at most 1 % of the time; all with spending, once in ten minutes: ${first.toFixed(0)} ms; ${length} bytes`,
				`  counting a message ${COUNTED} times: ${(COUNTED * count * 1_000).toFixed(1)} µs, ${share(COUNTED * count, MESSAGE)} of ${MESSAGE} ms; writing the counts, once in ten seconds: ${flush.toFixed(1)} ms`,
				'',
			].join('\n'),
		);
		await remove();
	}
}
