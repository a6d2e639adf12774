import { Client } from 'pg';
import {
	findCustomers,
	findEnding,
	findNamed,
	findNamedLately,
	profilesOf,
	wroteAt,
} from '../../store/tables/find-customers';
import {
	countHappened,
	countOpenWindows,
	findUnanswered,
	findWhom,
	recentCustomers,
} from '../../store/tables/overview';
import { pageCampaigns } from '../../store/tables/campaigns';
import {
	countRecipients,
	heldUntil,
	nextDue,
	pageRecipients,
	sampleReasons,
	sampleTimes,
} from '../../store/tables/recipients/read';
import { listTemplates } from '../../store/tables/figures';
import type { Work } from '../../store/work';
import { FILLED, fillLarge, LARGE } from '../../tools/bench/console/large-store';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { inPostgres, inSqlite } from '../support/stores';
import { until } from '../support/until';
import { HOUR, MINUTE } from '../support/wire';
import { tamper } from './maintenance/support/used-store';
import { planned } from './support/plans';

/** `npm run bench -- console` has a million. From some thousands on, plans don't depend on how many there are. */
const SIZES = { recipients: 100_000, events: 20_000 };
const CAMPAIGN = { channel: LARGE.channel, id: LARGE.campaign };
const CHANNEL = LARGE.channel;

/** In the middle of those with such names. */
const NAMED = { contact: '491701000500', profile: 'Customer 1000500', folded: 'customer 1000500' };

/** What the console reads, as it reads it. */
const READS: ReadonlyArray<[what: string, work: () => Work<unknown>]> = [
	['how many recipients are in each state', () => countRecipients(CAMPAIGN)],
	['why some are held', () => sampleReasons(CAMPAIGN, { state: 'held', limit: 1_000 })],
	['when the next held one is due', () => heldUntil(CAMPAIGN)],
	['when the next one is due', () => nextDue(CAMPAIGN)],
	['when some were sent', () => sampleTimes(CAMPAIGN, { state: 'read', limit: 1_000, period: HOUR })],
	[
		'a page of recipients in the middle',
		() => pageRecipients({ campaign: CAMPAIGN, states: ['read', 'held'], after: '8', limit: 100 }),
	],
	['a page of campaigns', () => pageCampaigns({ limit: 30 })],
	[
		'a page of the campaigns of a number',
		() => pageCampaigns({ channels: [CHANNEL], after: { ...CAMPAIGN, plannedAt: NOW }, limit: 30 }),
	],
	[
		'what happened in a quarter of an hour',
		() => countHappened({ from: NOW - 2 * HOUR, to: NOW - 2 * HOUR + 15 * MINUTE, ahead: 0 }),
	],
	['open windows', () => countOpenWindows({ channel: CHANNEL, openedAfter: NOW - HOUR, most: 50_000 })],
	[
		'customers by the beginning of a name',
		() => findCustomers({ channel: CHANNEL, name: '4915', isWhole: false, limit: 50 }),
	],
	[
		'a customer by a whole name',
		() => findCustomers({ channel: CHANNEL, name: '491701000001', isWhole: true, limit: 50 }),
	],
	[
		'customers by the beginning of a name in a profile',
		() => findNamed({ channel: CHANNEL, folded: 'customer 10', limit: 50 }),
	],
	['the next of them', () => findNamed({ channel: CHANNEL, folded: 'customer', after: NAMED, limit: 50 })],
	[
		'those who wrote last, by a word of their name',
		() => findNamedLately({ channel: CHANNEL, folded: '10', limit: 50 }),
	],
	[
		'those heard of last, by the end of their number',
		() => findEnding({ channel: CHANNEL, digits: '500', limit: 50 }),
	],
	[
		'when customers last wrote',
		() => wroteAt({ channel: CHANNEL, contacts: ['491701000001', NAMED.contact] }),
	],
	['those who wrote last', () => recentCustomers({ channel: CHANNEL, limit: 50 })],
	[
		'those who wrote and got no answer',
		() => findUnanswered({ channel: CHANNEL, after: NOW - 24 * HOUR, before: NOW, limit: 100 }),
	],
	...(['answered', 'held', 'skipped', 'failed', 'unconfirmed'] as const).map(
		(what): [string, () => Work<unknown>] => [
			`to whom it happened: ${what}`,
			() =>
				findWhom({
					what,
					from: NOW - 2 * HOUR,
					to: NOW - HOUR,
					before: { at: NOW - HOUR, contact: '491701000001', channel: CHANNEL },
					limit: 50,
				}),
		],
	),
	['names in profiles', () => profilesOf({ channel: CHANNEL, contacts: ['491701000001', NAMED.contact] })],
	['templates', () => listTemplates()],
];

// What the server learns of its tables would stay in a schema that other cases use.
describe.each([
	['SQLite', inSqlite],
	['Postgres', inPostgres],
] as const)('%s: a store with many rows', (database, placeOf) => {
	let place: StorePlace;
	const clock = standingClock();
	beforeAll(async () => {
		clock.now = NOW;
		place = placeOf();
		await place.open(clock);
		await tamper(place, fillLarge(database, SIZES, NOW).join(';'));
		await (database === 'Postgres' ? vacuum(place.url) : tamper(place, 'ANALYZE'));
	});
	afterAll(() => place.remove());

	it.each(READS)('%s: no table is read from end to end', async (_, work) => {
		const { scanned, plans } = await planned(place, NOW, work());
		expect(plans.length).toBeGreaterThan(0);
		expect(scanned.filter((table) => !SMALL.includes(table))).toEqual([]);
	});

	it('a read without an index would be noticed', async () => {
		const { scanned } = await planned(place, NOW, unindexed());
		expect(scanned).toEqual(['send']);
	});
});

/**
 * What the server does now and then: only then does it count by an index alone. It leaves out what a transaction that
 * began before, such as another test's, may not see yet.
 */
async function vacuum(url: string): Promise<void> {
	const client = new Client({ connectionString: url });
	await client.connect();
	const schema = new URL(url).searchParams.get('schema');
	// Only these: what is looked at in another schema would be another case's.
	const tables = FILLED.map((table) => `${schema}.${table}`);
	const ofThese = tables.map((table) => `'${table}'::regclass`).join(', ');
	await until(async () => {
		await client.query(`VACUUM ANALYZE ${tables.join(', ')}`);
		const { rows } = await client.query<{ count: string }>(
			`SELECT count(*) AS count FROM pg_class WHERE oid IN (${ofThese}) AND relallvisible < relpages`,
		);
		return Number(rows[0]!.count) === 0;
	});
	await client.end();
}

/** Nothing is in them, so that Postgres reads the nothing from end to end. */
const SMALL = ['alias', 'history', 'campaign'];

function* unindexed(): Work<unknown> {
	return yield { text: 'SELECT count(*) AS count FROM send WHERE reason = ?', rows: [['no such reason']] };
}
