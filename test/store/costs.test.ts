import { FORWARDED_FOR, parseWebhook } from '../../engine';
import { anyBurst, dueBursts, gather, takeBursts } from '../../store/tables/bursts';
import { claimForwards, hasForwards, settleForwards } from '../../store/tables/forwards';
import { nextDueWait, takeDueWaits } from '../../store/tables/waits';
import type { Work } from '../../store/work';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { inPostgres, inSqlite } from '../support/stores';
import { CHANNEL, customerMessage, DAY, HOUR, SECOND } from '../support/wire';
import { tamper } from './maintenance/support/used-store';
import { planned } from './support/plans';

const WAITING = 20_000;
const TARGET = 'https://one.example/hook';
const CLAIM = { limit: 10, leaseMs: 20 * SECOND, token: 'token' };

/** What may have been learned of the rows: nothing, or what they were when the server last looked. */
const STATISTICS: ReadonlyArray<[string, string]> = [
	['before the database has looked at its rows', 'SELECT 1'],
	['after it has', 'ANALYZE burst; ANALYZE burst_event; ANALYZE forward; ANALYZE wait'],
];

// What the server learns of its tables would stay in a schema that other cases use.
describe.each([
	['SQLite', inSqlite],
	['Postgres', inPostgres],
] as const)('%s: looking for what is due', (_, placeOf) => {
	let place: StorePlace;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		await place.open(clock);
	});
	afterEach(() => place.remove());

	/** Adds rows, with `i` from 1 on. */
	const fill = (into: string, values: string, count = WAITING) =>
		tamper(
			place,
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
			 INSERT INTO ${into} SELECT ${values} FROM n`,
		);
	const run = async <Result>(work: Work<Result>) => {
		const { scanned, result } = await planned(place, clock.now, work);
		return { scanned: scanned.filter((table) => table !== 'inbox' && table !== 'alias'), result };
	};

	describe.each(STATISTICS)('%s', (__, look) => {
		describe('bursts', () => {
			const burst = (id: string, due: number, wait: number = HOUR) =>
				`${id}, 't', '${CHANNEL}', 'c' || i, ${NOW}, ${due}, ${wait}`;
			const INTO = 'burst (id, reader, channel, contact, opened_at, due_at, wait_ms)';
			beforeEach(async () => {
				await fill(INTO, burst("'waits' || i", NOW + HOUR));
				await fill('burst_event (burst, event_id)', "'waits' || i, 'e' || i");
				await fill(INTO, `'other' || i, 'u', '${CHANNEL}', 'c' || i, ${NOW}, ${NOW}, ${HOUR}`);
				await tamper(place, look);
			});

			it('reads none that waits, nor those of another reader', async () => {
				expect(await run(dueBursts('t', 10))).toEqual({ scanned: [], result: [] });
				expect(await run(anyBurst('nobody'))).toEqual({ scanned: [], result: false });
			});

			it('searches the indexes by the time, and not all of a reader', async () => {
				const { plans } = await planned(place, clock.now, dueBursts('t', 10));
				const searches = plans.filter((line) => /^SEARCH burst |Index Cond: .*reader/.test(line));
				expect(searches).toEqual([
					expect.stringMatching(/due_at ?<|due_at <=/),
					expect.stringMatching(/<expr>>|due_at - \(.*wait_ms\)\) >/),
				]);
			});

			it('finds those that are due, and those of a clock that was set back, and takes them', async () => {
				await fill(INTO, burst("'due'", NOW), 1);
				await fill(INTO, burst("'later'", NOW + 1).replace("'c' || i", "'d'"), 1);
				await fill(INTO, burst("'ahead'", NOW + 2 * HOUR + 1).replace("'c' || i", "'e'"), 1);
				await fill(INTO, burst("'not yet'", NOW + 2 * HOUR).replace("'c' || i", "'f'"), 1);
				await tamper(place, "UPDATE burst SET contact = 'g' WHERE id = 'due'");
				const { scanned, result } = await run(dueBursts('t', 10));
				expect({ scanned, ids: result.map(({ id }) => id) }).toEqual({ scanned: [], ids: ['due', 'ahead'] });
				expect((await run(takeBursts(result, CLAIM))).scanned).toEqual([]);
			});

			it('finds no more than asked for', async () => {
				await tamper(place, `UPDATE burst SET due_at = ${NOW} WHERE id IN ('waits1', 'waits2', 'waits3')`);
				const { scanned, result } = await run(dueBursts('t', 2));
				expect({ scanned, ids: result.map(({ id }) => id) }).toEqual({
					scanned: [],
					ids: ['waits1', 'waits2'],
				});
			});

			it('a message joins the burst of its conversation without reading others', async () => {
				const events = parseWebhook(customerMessage({ at: NOW, from: '491700000001' }), NOW);
				const given = new Map(events.map(({ id }) => [id, { burst: 'new', atOnce: false }]));
				const gathering = { silenceMs: SECOND, atMostMs: HOUR, events: given };
				expect((await run(gather('t', events, gathering))).scanned).toEqual([]);
			});
		});

		describe('deliveries to forward', () => {
			const INTO = 'forward (seq, target, received_at, due, headers, body)';
			const forward = (seq: string, received: number, due: number, target = TARGET) =>
				`${seq}, '${target}', ${received}, ${due}, '{}', 'a body'`;
			beforeEach(async () => {
				await fill(INTO, forward('i', NOW, NOW + HOUR));
				await fill(INTO, forward(`${WAITING} + i`, NOW, NOW, 'https://two.example/hook'));
				await tamper(place, look);
			});

			it('reads none that waits, nor those of another target', async () => {
				expect(await run(hasForwards(TARGET, {}))).toEqual({ scanned: [], result: false });
				expect(await run(claimForwards(TARGET, CLAIM))).toEqual({
					scanned: [],
					result: { deliveries: [], dropped: 0, displaced: 0 },
				});
			});

			it('takes what is due and what a clock that was set back has put off, and drops what is old', async () => {
				await tamper(
					place,
					`UPDATE forward SET due = ${NOW} WHERE seq = 7;
					 UPDATE forward SET due = ${NOW + 24 * HOUR + 1} WHERE seq = 8;
					 UPDATE forward SET due = ${NOW + 24 * HOUR} WHERE seq = 9;
					 UPDATE forward SET received_at = ${NOW - FORWARDED_FOR}, due = ${NOW + DAY} WHERE seq = 10;
					 UPDATE forward SET received_at = ${NOW - FORWARDED_FOR + 1} WHERE seq = 11`,
				);
				expect(await run(hasForwards(TARGET, {}))).toEqual({ scanned: [], result: true });
				const { scanned, result } = await run(claimForwards(TARGET, CLAIM));
				expect({ scanned, dropped: result.dropped, taken: result.deliveries.map(({ seq }) => seq) }).toEqual({
					scanned: [],
					dropped: 1,
					taken: [7, 8],
				});
			});

			it('settles what it has taken without reading the rest', async () => {
				await tamper(place, `UPDATE forward SET due = ${NOW} WHERE seq IN (7, 8)`);
				const [one, two] = (await run(claimForwards(TARGET, CLAIM))).result.deliveries;
				const ends = [one!, { ...two!, wait: SECOND }];
				expect((await run(settleForwards(TARGET, ends))).scanned).toEqual([]);
			});
		});

		it('questions whose answer is to be posted: reads none that is open', async () => {
			await fill(
				'wait (id, channel, contact, resume_url, question, asked_at)',
				`'w' || i, '${CHANNEL}', 'c' || i, 'u' || i, '{"kind":"text"}', ${NOW}`,
			);
			await tamper(place, look);
			await tamper(
				place,
				`UPDATE wait SET event_id = 'e', due_at = ${NOW}, due_since = ${NOW} WHERE id = 'w7'`,
			);
			expect(await run(nextDueWait())).toEqual({ scanned: [], result: NOW });
			const { scanned, result } = await run(takeDueWaits(NOW, SECOND, 10));
			expect({ scanned, ids: result.map(({ id }) => id) }).toEqual({ scanned: [], ids: ['w7'] });
		});
	});
});
