import type { Store } from '../../engine';
import type { DecisionNote } from '../../engine/store/decisions';
import { HAPPENED } from '../../engine/store/overview';
import { createEngine, parseWebhook } from '../../engine';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, customerMessage, DAY, HOUR, MINUTE } from '../support/wire';
import { fillLarge, LARGE } from '../../tools/bench/console/large-store';
import { tamper } from './maintenance/support/used-store';

const OTHER = '109876543210987';

describe.each(DATABASES)('%s: overview', (database, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		clock.now = NOW;
		place = placeOf();
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const write = (from: string, at: number, channel = CHANNEL) =>
		createEngine({ store, now: () => at }).ingest(
			parseWebhook(customerMessage({ at, from, channel, id: `${from} ${at} ${channel}` }), at),
		);

	describe('what happened in a time', () => {
		const decide = (action: 'hold' | 'skip' | 'freeform' | 'template', at: number) =>
			store.decisions.note({
				key: `${action} ${at}`,
				channel: CHANNEL,
				contact: '491701111111',
				at,
				action,
				rule: 'a-rule',
			});
		const happened = async (from: number, to: number, ahead = 0) => {
			await store.decisions.ofSends([]);
			const found = await store.overview.happened({ from, to, ahead });
			return found.map(({ channel, what, count }) => `${channel} ${what} ${count}`).sort();
		};

		it('is counted by number: messages received, and decisions by what they decided', async () => {
			await write('491701111111', NOW);
			await write('491702222222', NOW);
			await write('491702222222', NOW, OTHER);
			for (const action of ['hold', 'skip', 'freeform', 'template'] as const) decide(action, NOW);
			expect(await happened(NOW, NOW + 1)).toEqual([
				`${CHANNEL} answered 2`,
				`${CHANNEL} held 1`,
				`${CHANNEL} received 2`,
				`${CHANNEL} skipped 1`,
				`${OTHER} received 1`,
			]);
		});

		it('has its beginning, and not its end', async () => {
			decide('hold', NOW);
			expect(await happened(NOW - MINUTE, NOW)).toEqual([]);
			expect(await happened(NOW, NOW + MINUTE)).toEqual([`${CHANNEL} held 1`]);
		});

		it('is a time of the gateway, while deliveries are received by the local clock', async () => {
			await write('491701111111', NOW);
			expect(await happened(NOW + MINUTE, NOW + MINUTE + 1)).toEqual([]);
			expect(await happened(NOW + MINUTE, NOW + MINUTE + 1, MINUTE)).toEqual([`${CHANNEL} received 1`]);
		});

		it('has what came before the gateway’s clock was moved when it came, and what came since by that clock', async () => {
			await write('491701111111', NOW);
			clock.now = NOW + MINUTE;
			await write('491702222222', NOW + MINUTE + DAY);
			await write('491703333333', NOW + MINUTE + DAY, OTHER);
			expect(await happened(NOW, NOW + 1, DAY)).toEqual([`${CHANNEL} received 1`]);
			expect(await happened(NOW + DAY, NOW + DAY + HOUR, DAY)).toEqual([
				`${CHANNEL} received 1`,
				`${OTHER} received 1`,
			]);
			expect(await happened(NOW - DAY, NOW, -DAY)).toEqual([]);
		});

		it('has messages that failed, and those of whom nothing is known', async () => {
			await tamper(place, fillLarge(database as 'SQLite', { recipients: 1_000, events: 10 }, NOW).join(';'));
			const lost = (await happened(NOW - DAY, NOW)).filter((line) => /failed|unconfirmed/.test(line));
			expect(lost).toEqual([`${CHANNEL} failed 20`, `${CHANNEL} unconfirmed 10`]);
		});
	});

	it('a message that was let out and that the gateway refused failed, and is in no other list', async () => {
		const note = (key: string, decision: Pick<DecisionNote, 'action' | 'rule' | 'policy'>, at: number) =>
			store.decisions.note({ key, channel: CHANNEL, contact: `49170000000${key}`, at, ...decision });
		const asked = { action: 'freeform', rule: 'as-asked' } as const;
		note('1', asked, NOW);
		note('2', asked, NOW);
		note('2', { action: 'skip', rule: 'redecide' }, NOW + 1);
		// A rule of a policy can be called like what an error is about.
		note('3', { action: 'skip', rule: 'opted-out', policy: 'a' }, NOW + 2);
		const span = { from: NOW, to: NOW + MINUTE };
		await store.decisions.ofSends([]);
		const found = await store.overview.happened({ ...span, ahead: 0 });
		const sums = Object.fromEntries(
			HAPPENED.map((what) => [
				what,
				found.filter((one) => one.what === what).reduce((sum, { count }) => sum + count, 0),
			]),
		);
		expect(sums).toEqual({ received: 0, answered: 1, held: 0, skipped: 1, failed: 1, unconfirmed: 0 });
		const whom = async (what: 'answered' | 'skipped' | 'failed') =>
			(await store.overview.whom({ what, ...span, limit: 9 })).map(({ contact }) => contact.at(-1));
		expect(await Promise.all([whom('answered'), whom('skipped'), whom('failed')])).toEqual([
			['1'],
			['3'],
			['2'],
		]);
	});

	it('open windows are customers, counted up to a number', async () => {
		for (const from of ['491701111111', '491702222222', '491703333333']) {
			await write(from, NOW - HOUR);
			await write(from, NOW);
		}
		await write('491704444444', NOW - 2 * DAY);
		const open = (most: number, openedAfter = NOW - DAY) =>
			store.overview.openWindows({ channel: CHANNEL, openedAfter, most });
		expect(await open(100)).toBe(3);
		expect(await open(2)).toBe(2);
		expect(await open(100, NOW)).toBe(0);
		expect(await store.overview.openWindows({ channel: OTHER, openedAfter: 0, most: 9 })).toBe(0);
	});

	describe('customers', () => {
		beforeEach(async () => {
			for (const from of ['491701111111', '491702222222', '4930999']) await write(from, NOW);
			await store.apply({
				aliases: [{ scope: CHANNEL, alias: '491701111111', contact: 'DE.A1', ownedAt: NOW }],
			});
			await store.sends.begin(
				{
					key: 'k',
					channel: CHANNEL,
					contact: '491705555555',
					action: 'template',
					state: 'sending',
					at: NOW,
				},
				{ channel: CHANNEL, lead: 0 },
			);
		});
		const named = async (name: string, more = {}) =>
			(await store.overview.customers({ channel: CHANNEL, name, isWhole: false, limit: 10, ...more })).map(
				(found) => found.name,
			);

		it('are found by the beginning of a name, also those who only got something', async () => {
			expect(await named('4917')).toEqual(['491701111111', '491702222222', '491705555555']);
			expect(await named('DE.')).toEqual(['DE.A1']);
			expect(await named('4931')).toEqual([]);
		});

		it('are found by a whole name alone, if that is asked for', async () => {
			expect(await named('49170', { isWhole: true })).toEqual([]);
			expect(await named('491702222222', { isWhole: true })).toEqual(['491702222222']);
		});

		it('lead to the name that a customer is kept under', async () => {
			const found = await store.overview.customers({
				channel: CHANNEL,
				name: '491701111111',
				isWhole: true,
				limit: 10,
			});
			expect(found).toEqual([
				{ name: '491701111111', contact: expect.stringMatching(/^(DE\.A1|491701111111)$/) },
			]);
		});

		it('come page by page', async () => {
			expect(await named('49', { limit: 2 })).toEqual(['491701111111', '491702222222']);
			expect(await named('49', { limit: 2, after: '491702222222' })).toEqual(['491705555555', '4930999']);
			expect(await named('49', { limit: 2, after: '4930999' })).toEqual([]);
		});

		it('of another number are not found, nor what is kept beside customers', async () => {
			await write('491709999999', NOW, OTHER);
			expect(await named('491709')).toEqual([]);
			expect(await named('number:')).toEqual([]);
			expect(await named('template:')).toEqual([]);
		});
	});

	it('the names in profiles are told of those who are asked about, as far as they are known, on their number only', async () => {
		await write('491701111111', NOW);
		await write('491702222222', NOW);
		await write('491703333333', NOW, OTHER);
		const profiles = (...contacts: string[]) => store.overview.profiles({ channel: CHANNEL, contacts });
		expect([...(await profiles('491701111111', '491703333333', '4930999'))]).toEqual([
			['491701111111', 'Ada'],
		]);
		expect([...(await profiles())]).toEqual([]);
	});

	it('those who wrote last come first, page by page', async () => {
		await write('491701111111', NOW - HOUR);
		await write('491702222222', NOW - MINUTE);
		await write('491703333333', NOW);
		const page = await store.overview.recent({ channel: CHANNEL, limit: 2 });
		expect(page).toEqual([
			{ contact: '491703333333', at: NOW },
			{ contact: '491702222222', at: NOW - MINUTE },
		]);
		const rest = await store.overview.recent({ channel: CHANNEL, before: page[1]!, limit: 2 });
		expect(rest).toEqual([{ contact: '491701111111', at: NOW - HOUR }]);
	});

	it('who wrote and got no answer are those to whom nobody has replied since, not even in the phone app', async () => {
		const HELLO = ['491701111111', '491702222222', '491703333333'] as const;
		for (const from of HELLO) await write(from, NOW - HOUR);
		const replied = (contact: string, at: number, value: string) =>
			store.apply({
				registers: [{ scope: CHANNEL, subject: contact, name: 'human', at, rank: 0, id: contact, value }],
			});
		await replied(HELLO[0], NOW - HOUR, 'replied');
		await replied(HELLO[1], NOW - HOUR - 1_000, 'replied');
		await replied(HELLO[2], NOW, 'ended');
		const span = { channel: CHANNEL, after: NOW - DAY, before: NOW, limit: 9 };
		const found = await store.overview.unanswered(span);
		expect(found.map(({ contact }) => contact).sort()).toEqual([HELLO[1], HELLO[2]]);
	});

	it('whoever asked for a person waits until one answers, whatever workflows send meanwhile', async () => {
		const ADA = '491701111111';
		await write(ADA, NOW - HOUR);
		const mark = (name: string, value: string, at: number) =>
			store.apply({
				registers: [{ scope: CHANNEL, subject: ADA, name, at, rank: 0, id: value, value }],
			});
		const waiting = () =>
			store.overview.unanswered({ channel: CHANNEL, after: NOW - DAY, before: NOW - 2 * HOUR, limit: 9 });
		expect(await waiting()).toEqual([]);
		await mark('human-elsewhere', 'replied', NOW - 1);
		await mark('human', 'called', NOW);
		expect(await waiting()).toEqual([{ contact: ADA, at: NOW - HOUR, calledAt: NOW }]);
		await mark('human-elsewhere', 'replied', NOW);
		expect(await waiting()).toEqual([]);
		await mark('human', 'called', NOW + 1);
		expect(await waiting()).toHaveLength(1);
		await mark('human', 'replied', NOW + 2);
		expect(await waiting()).toEqual([]);
	});

	describe('campaigns', () => {
		const plan = (id: string, plannedAt: number, channel = CHANNEL) =>
			store.campaigns.open({
				id,
				channel,
				kept: false,
				policy: { name: 'strict', version: 3 },
				plannedAt,
			});

		it('come page by page, the newest plan first, of some numbers or of all', async () => {
			await plan('old', NOW - DAY);
			await plan('new', NOW);
			await plan('other', NOW, OTHER);
			const ids = async (query: object) =>
				(await store.campaigns.page({ limit: 2, ...query })).map(({ id }) => id);
			expect(await ids({})).toEqual(['other', 'new']);
			expect(await ids({ after: { plannedAt: NOW, channel: CHANNEL, id: 'new' } })).toEqual(['old']);
			expect(await ids({ channels: [CHANNEL] })).toEqual(['new', 'old']);
		});

		it('tell why and when from some of their messages', async () => {
			await tamper(place, fillLarge(database as 'SQLite', { recipients: 1_000, events: 10 }, NOW).join(';'));
			const ref = { channel: LARGE.channel, id: LARGE.campaign };
			const reasons = await store.campaigns.sampleReasons(ref, { state: 'held', limit: 1_000 });
			expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(100);
			expect(reasons[0]).toMatchObject({ rule: expect.stringMatching(/^rule-\d$/) });
			const some = await store.campaigns.sampleReasons(ref, { state: 'held', limit: 30 });
			expect(some.reduce((sum, { count }) => sum + count, 0)).toBe(30);
			const times = await store.campaigns.sampleTimes(ref, { state: 'read', limit: 1_000, period: HOUR });
			expect(times.map(({ at }) => at % HOUR)).toEqual(times.map(() => 0));
			expect(times.reduce((sum, { count }) => sum + count, 0)).toBe(400);
			expect(await store.campaigns.sampleTimes(ref, { state: 'held', limit: 9, period: HOUR })).toEqual([]);
		});
	});
});
