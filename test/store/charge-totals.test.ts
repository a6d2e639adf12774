import type { SpendingBy, Store } from '../../engine';
import type { MessagePlace } from '../../engine/store/money';
import { createEngine, parseWebhook, readSpending, savePrices } from '../../engine';
import { unpricedSends } from '../../store/tables/charges';
import { readMessageTotals, readTotals, totalCharges } from '../../store/tables/charge-totals';
import { daysToSumUp, readSpent, sumUp } from '../../store/tables/spending';
import { readSpendingSteps } from '../../store/tables/spending-steps';
import type { Work } from '../../store/work';
import { NOW } from '../support/engine-scene';
import { seededRandom } from '../support/seeded-random';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES, inPostgres, inSqlite } from '../support/stores';
import { ACCOUNT, CHANNEL, DAY, HOUR, messageStatus, MINUTE } from '../support/wire';
import { tamper } from './maintenance/support/used-store';
import { inStore, makeOldStore } from './support/old-store';
import { planned } from './support/plans';

/** The last version that counted nothing by day before it forgot it. */
const BEFORE = 30;

/** 23:30 in Berlin. */
const LATE = Date.UTC(2026, 9, 15, 21, 30);

const pricing = (type: string, category = 'marketing') => ({
	pricing_model: 'PMP',
	billable: true,
	type,
	category,
});

type Row = Record<string, unknown>;

describe.each(DATABASES)('what is charged is counted by day, in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(() => {
		clock.now = NOW;
		place = placeOf();
	});
	afterEach(() => place.remove());

	const setPrices = (timeZone = 'Europe/Berlin', price = '0.11', on = store) =>
		savePrices(
			on,
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone,
				firstDay: '2020-01-01',
				rows: [{ Market: 'Germany', Marketing: price, Utility: '0.04' }],
			},
			clock.now,
		);
	const hears = async (...statuses: Array<Parameters<typeof messageStatus>[0]>) => {
		const engine = createEngine({ store });
		for (const status of statuses) await engine.ingest(parseWebhook(messageStatus(status), clock.now));
	};
	const asRows = (rows: readonly unknown[]) =>
		(rows as Row[])
			.map(({ messages, ...kind }) => ({ ...kind, messages: Number(messages) }))
			.filter(({ messages }) => messages !== 0)
			.map((row) => JSON.stringify(row))
			.sort();
	const totals = async () => asRows(await place.rows('charge_total'));
	const days = async () => {
		const sums = await readSpending(store, {
			firstDay: '2026-10-01',
			lastDay: '2026-10-31',
			by: ['day'],
			now: clock.now,
		});
		return sums.map(({ by, spent }) => [by.day, spent]);
	};

	it.each([1, 2, 3])('as if it were counted anew, whatever statuses come (seed %i)', async (seed) => {
		const { pick, chance, upTo } = seededRandom(seed);
		store = await place.open(clock);
		await setPrices();
		for (let count = 0; count < 60; count += 1) {
			await hears({
				at: NOW - Math.floor(upTo(3 * DAY)),
				id: `wamid.${Math.floor(upTo(12))}`,
				to: pick(['491701234567', '918123456789']),
				status: pick(['sent', 'delivered', 'read', 'failed']),
				...(chance(0.6) && {
					pricing: pricing(pick(['regular', 'free_entry_point']), pick(['marketing', 'utility'])),
				}),
			});
		}
		const kept = await totals();
		await tamper(place, 'DELETE FROM charge_total');
		await planned(place, clock.now, totalCharges());
		expect(kept).toEqual(await totals());
		expect(kept.length).toBeGreaterThan(5);
	});

	it('and by customer, whose sums are those of the days, also of messages that are not kept any more', async () => {
		store = await place.open(clock);
		await setPrices();
		const [ada, ben] = ['491701111111', '491702222222'];
		const regular = { pricing: pricing('regular') };
		await hears(
			{ at: NOW, id: 'a1', to: ada, ...regular },
			{ at: NOW, id: 'b1', to: ben, ...regular },
			{ at: NOW, id: 'b2', to: ben, ...regular },
			{ at: NOW - 40 * DAY, id: 'b3', to: ben, ...regular },
			{ at: NOW, id: 'old', to: '491703333333', ...regular },
		);
		const day = new Date(NOW).toISOString().slice(0, '2026-10-15'.length);
		const sums = async (by: SpendingBy[]) => {
			const found = await readSpending(store, {
				channel: CHANNEL,
				firstDay: day,
				lastDay: day,
				by,
				now: NOW,
			});
			return found.map((sum) => [...Object.values(sum.by), sum.spent]);
		};
		expect(await sums(['customer'])).toEqual([
			[ben, 220_000],
			[ada, 110_000],
			['491703333333', 110_000],
		]);
		await tamper(place, "DELETE FROM charge WHERE message_id = 'old'");
		expect(await sums(['customer'])).toEqual([
			[ben, 220_000],
			['', 110_000],
			[ada, 110_000],
		]);
		expect(await sums([])).toEqual([[440_000]]);
	});

	it('by customer, page by page', async () => {
		store = await place.open(clock);
		await hears(
			...['1', '2', '3'].flatMap((customer) =>
				['a', 'b'].map((message) => ({ at: NOW, id: `${message}${customer}`, to: `49170111111${customer}` })),
			),
		);
		for (const channel of [CHANNEL, undefined]) {
			const found: string[] = [];
			const days = { firstDay: '2026-01-01', lastDay: '2026-12-31' };
			for (let after: MessagePlace | undefined; ;) {
				const page = await store.money.messageTotals({
					...days,
					...(channel !== undefined && { channel }),
					...(after && { after }),
					limit: 4,
				});
				found.push(...page.totals.map(({ contact }) => contact.slice(-1)));
				after = page.next;
				if (!after) break;
			}
			expect(found).toEqual(['1', '1', '2', '2', '3', '3']);
		}
	});

	it('and counts again at the days of another time zone when it is set', async () => {
		clock.now = LATE + HOUR;
		store = await place.open(clock);
		await hears(
			{ at: LATE, id: 'a', pricing: pricing('regular') },
			{ at: LATE + HOUR, id: 'b', pricing: pricing('regular') },
		);
		expect((await days()).map(([day]) => day)).toEqual(['2026-10-15']);
		await setPrices();
		expect(await days()).toEqual([
			['2026-10-15', 110_000],
			['2026-10-16', 110_000],
		]);
		await setPrices('America/New_York');
		expect(await days()).toEqual([['2026-10-15', 220_000]]);
		await hears({ at: LATE + HOUR, id: 'c', pricing: pricing('regular') });
		expect(await days()).toEqual([['2026-10-15', 330_000]]);
	});

	it('another process counts at the prices that were set last, from the next status on', async () => {
		store = await place.open(clock);
		const other = await place.open(clock);
		await setPrices();
		await hears({ at: NOW, id: 'a', pricing: pricing('regular') });
		await setPrices('Europe/Berlin', '0.2', other);
		await hears({ at: NOW, id: 'b', pricing: pricing('regular') });
		const day = new Date(NOW).toISOString().slice(0, '2026-10-01'.length);
		expect(await store.money.spent({ channel: CHANNEL, day, campaign: '' })).toMatchObject([
			{ today: 400_000 },
		]);
	});

	it('leaves nothing of days on which everything was delivered later', async () => {
		store = await place.open(clock);
		await hears({ at: NOW - DAY, status: 'sent' }, { at: NOW, status: 'delivered' });
		expect(await place.rows('charge_total')).toHaveLength(2);
		await store.prune({ events: 0, sends: 0 });
		expect(await place.rows('charge_total')).toMatchObject([{ state: 'charged' }]);
	});

	it('also what an older version of the package left uncounted, at the days of its time zone', async () => {
		await makeOldStore(place, BEFORE);
		const content = JSON.stringify({
			currency: 'EUR',
			timeZone: 'Europe/Berlin',
			prices: [{ market: 'Germany', category: 'marketing', price: 110_000 }],
		});
		const charge = (id: string, at: number, delivered: number | null, account: string = ACCOUNT) =>
			`('${CHANNEL}', '${id}', '', '${account}', '', 'Germany', 'regular', 'marketing', ${at}, ${delivered})`;
		await inStore(place, async (run) => {
			await run(`INSERT INTO price_table VALUES ('${ACCOUNT}', '2020-01-01', 1, '${content}', 0)`);
			await run(`INSERT INTO charge (channel, message_id, recipient, account, contact, market, type, category, sent_at, delivered_at)
				VALUES ${charge('a', LATE, LATE + HOUR)}, ${charge('b', LATE, LATE)}, ${charge('c', LATE, null)}, ${charge('d', LATE, LATE + HOUR, 'unpriced')}`);
			await run(`INSERT INTO charge_total VALUES
				('${CHANNEL}', '${ACCOUNT}', '2026-10-01', '', 'Germany', 'regular', 'marketing', '', 'charged', 5)`);
			await run(`INSERT INTO spending VALUES ('${CHANNEL}', '2026-10-15', 'marketing', '', 220000, 0)`);
		});
		clock.now = LATE + HOUR + MINUTE;
		store = await place.open(clock);
		expect(await days()).toEqual([
			['2026-10-01', 550_000],
			['2026-10-15', 110_000],
			['2026-10-15', 0],
			['2026-10-16', 110_000],
		]);
		await hears({ at: LATE + HOUR, id: 'c', pricing: pricing('regular') });
		expect((await days()).at(-1)).toEqual(['2026-10-16', 220_000]);
		const spent = await store.money.spent({ channel: CHANNEL, day: '2026-10-15', campaign: '' });
		expect(spent).toMatchObject([{ today: 330_000, thisMonth: 330_000 }]);
	});
});

/** From some thousands on, plans don't depend on how many there are. */
const ROWS = 40_000;

const QUERY = { channel: CHANNEL, day: '2026-10-15', campaign: 'spring' };
const MONTH = { firstDay: '2026-10-01', lastDay: '2026-10-31' };

const READS: ReadonlyArray<[what: string, work: () => Work<unknown>]> = [
	['what was spent by all numbers in a month', () => readTotals(MONTH)],
	['by one number on a day', () => readTotals({ channel: CHANNEL, firstDay: QUERY.day, lastDay: QUERY.day })],
	['by a campaign', () => readTotals({ channel: CHANNEL, campaign: 'spring', firstDay: '', lastDay: '9' })],
	['what went out and nobody has told of', () => unpricedSends({ from: NOW - DAY, to: NOW })],
	['the same of a number', () => unpricedSends({ channel: CHANNEL, from: NOW - DAY, to: NOW })],
	[
		'each message of a number, with its template',
		() => readMessageTotals({ channel: CHANNEL, firstDay: '', lastDay: '9', limit: 500 }),
	],
	['what caps count', () => readSpent(QUERY)],
	['what caps count without a campaign', () => readSpent({ ...QUERY, campaign: '' })],
	['what was added to the sums on a day', () => sumUp(CHANNEL, QUERY.day)],
	[
		'how what was spent changed in a time',
		() => readSpendingSteps({ channel: CHANNEL, from: NOW - DAY + 1_000, to: NOW - DAY + 3_000 }),
	],
	['on which days there is something to sum up', () => daysToSumUp()],
];

/** Nothing is in them, so that databases read the nothing from end to end. An account has few tables of prices. */
const EMPTY = ['alias', 'price_table'];

describe.each([
	['SQLite', inSqlite],
	['Postgres', inPostgres],
] as const)('%s: with many charges, no table is read from end to end to read', (database, placeOf) => {
	let place: StorePlace;
	const clock = standingClock();
	beforeAll(async () => {
		clock.now = NOW;
		place = placeOf();
		await place.open(clock);
		const fill = (into: string, values: string) =>
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
			 INSERT INTO ${into} SELECT ${values} FROM n`;
		const channel = "CASE WHEN i % 20 = 0 THEN '" + CHANNEL + "' ELSE 'other' || i % 20 END";
		const day = "'20' || (10 + i % 90) || '-1' || (i % 3) || '-' || (10 + i % 20)";
		await tamper(
			place,
			[
				fill(
					'charge_total',
					`${channel}, 'a', ${day}, 'c' || (i % 500), 'Germany', 'regular', 't' || i, '', 'charged', 1`,
				),
				fill(
					'send (key, channel, contact, action, state, at, message_id, reserved, reserved_for)',
					`'k' || i, ${channel}, 'c' || i, 'template', CASE WHEN i % 50 = 0 THEN 'accepted' ELSE 'read' END, ${NOW - DAY} + i, 'm' || i, 1, '{}'`,
				),
				fill(
					'charge (channel, message_id, recipient, account, contact, market, sent_at, counted, counted_for)',
					`${channel}, 'm' || i, '', 'a', '', 'Germany', ${NOW}, 1, '{}'`,
				),
				fill(
					'spending (channel, day, category, campaign, amount, free_service, summed)',
					`${channel}, ${day}, 't' || i, 'c' || (i % 500), 1, 0, CASE WHEN i % 100 = 0 THEN 0 ELSE 1 END`,
				),
				...['charge_total', 'send', 'charge', 'spending'].map((table) => `ANALYZE ${table}`),
			].join(';'),
		);
	});
	afterAll(() => place.remove());

	it.each(READS)('%s', async (_, work) => {
		const { scanned, plans } = await planned(place, NOW, work());
		expect(plans.length).toBeGreaterThan(0);
		expect(scanned.filter((table) => !EMPTY.includes(table))).toEqual([]);
	});

	it('and it would be noticed', async () => {
		const { scanned } = await planned(place, NOW, totalCharges());
		expect(scanned).toContain('charge');
		expect(database).toBe(place.url.startsWith('sqlite') ? 'SQLite' : 'Postgres');
	});
});
