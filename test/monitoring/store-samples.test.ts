import { MINUTE } from '../../base';
import type { DecisionNote, Engine, SendRecord, Store } from '../../engine';
import { createEngine, parseWebhook, savePrices, signPayload } from '../../engine';
import { expose, fullName, METRICS, storeSamples, type MetricName } from '../../monitoring';
import { receiveDelivery } from '../../receiver';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { ACCOUNT, CHANNEL, customerMessage, messageStatus, templateStatus } from '../support/wire';
import { readExposition } from './support/read-exposition';

const NOW = Date.UTC(2026, 9, 15, 12);
const SECRET = 'a-key-to-sign-with';

describe.each(DATABASES)('%s: what a store tells Prometheus', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;

	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
		engine = createEngine({ store, now: () => NOW });
	});
	afterEach(() => place.remove());

	const read = async () => readExposition(expose(await storeSamples(engine)));

	/** The samples of a metric, by the values of their labels. */
	async function values(name: MetricName): Promise<Record<string, number>> {
		const samples = (await read()).get(fullName(name))?.samples ?? [];
		return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
	}

	const deliver = (body: object) => {
		const rawBody = Buffer.from(JSON.stringify(body));
		const signature = signPayload(rawBody, SECRET);
		return receiveDelivery({ rawBody, signature }, { engine, secret: SECRET });
	};

	const decided = (key: string, action: 'hold' | 'skip' | 'template', rule: string) =>
		({ key, channel: CHANNEL, contact: '491701111111', at: NOW, action, rule }) satisfies DecisionNote;

	it('an empty store is up, and has nothing to tell but that', async () => {
		const metrics = await read();
		expect(await values('store_up')).toEqual({ '': 1 });
		expect(metrics.get(fullName('store_write_seconds'))?.samples[0]?.value).toBeGreaterThan(0);
		expect(metrics.has(fullName('decisions_total'))).toBe(false);
		expect(Object.keys(await values('build_info'))).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+ /)]);
	});

	it('a store that is closed is down, and the process that asks is told why', async () => {
		await store.close();
		const troubles: string[] = [];
		const samples = await storeSamples(engine, (trouble) => troubles.push(trouble));
		expect(readExposition(expose(samples)).get(fullName('store_up'))?.samples).toMatchObject([{ value: 0 }]);
		expect(troubles).toEqual([
			expect.stringMatching(/^The store can't be written to: /),
			expect.stringMatching(/^The store doesn't respond: /),
		]);
	});

	it('events count by what became of them', async () => {
		const body = customerMessage({ at: NOW, id: 'wamid.1' });
		for (let time = 0; time < 3; time += 1) expect((await deliver(body)).status).toBe(200);
		expect(await values('events_total')).toEqual({ new: 1, duplicate: 2 });
		expect(await values('messages_received_total')).toEqual({ [CHANNEL]: 1 });
		await receiveDelivery({ rawBody: Buffer.from('{}'), signature: undefined }, { engine, secret: SECRET });
		expect(await values('deliveries_refused_total')).toEqual({ '': 1 });
	});

	it('statuses count once each, and not those of the messages of an agent', async () => {
		const status = messageStatus({ at: NOW });
		for (let time = 0; time < 2; time += 1) await engine.ingest(parseWebhook(status, NOW));
		expect(await values('statuses_total')).toEqual({ [`${CHANNEL} delivered`]: 1 });
	});

	it('decisions count by rule, from all handles of the store', async () => {
		const other = await place.open();
		store.decisions.note(decided('a', 'hold', 'quiet-hours'), decided('b', 'skip', 'opted-out'));
		other.decisions.note(decided('c', 'hold', 'quiet-hours'));
		await other.figures();
		expect(await values('decisions_total')).toEqual({
			[`${CHANNEL} hold quiet-hours`]: 2,
			[`${CHANNEL} skip opted-out`]: 1,
		});
	});

	it('a decision that sends counts if the send begins, and not if it was begun before', async () => {
		const send: SendRecord = {
			key: 'a',
			channel: CHANNEL,
			contact: '491701111111',
			action: 'template',
			state: 'sending',
			at: NOW,
		};
		for (let time = 0; time < 2; time += 1) {
			await store.sends.begin(send, { channel: CHANNEL, lead: 0 }, [], decided('a', 'template', 'usable'));
		}
		expect(await values('decisions_total')).toEqual({ [`${CHANNEL} template usable`]: 1 });
	});

	it('counts of a process that cannot write them are written with the next', async () => {
		store.addTally('sends', { number: CHANNEL, result: 'accepted' }, 2);
		await place.rename('counter', 'gone');
		await expect(store.figures()).rejects.toThrow();
		await place.rename('gone', 'counter');
		store.addTally('sends', { number: CHANNEL, result: 'accepted' });
		expect(await values('sends_total')).toEqual({ [`${CHANNEL} accepted`]: 3 });
	});

	it('what a process counted is written when it closes the store', async () => {
		const other = await place.open();
		other.addTally('sends', { number: CHANNEL, result: 'accepted' });
		await other.close();
		expect(await values('sends_total')).toEqual({ [`${CHANNEL} accepted`]: 1 });
	});

	it('a number has its rate, its slots, and how long it is halted', async () => {
		await store.rates.set(CHANNEL, 10);
		await store.rates.take({ channel: CHANNEL, lead: 0 }, 600);
		await store.rates.halt(CHANNEL, { base: MINUTE, most: MINUTE }, 'The account is restricted.');
		expect(await values('number_messages_per_second')).toEqual({ [CHANNEL]: 10 });
		expect(await values('number_speed_ratio')).toEqual({ [CHANNEL]: 1 });
		const [booked, halted] = [await values('number_booked_seconds'), await values('number_halted_seconds')];
		expect([booked[CHANNEL]! > 30, booked[CHANNEL]! <= 60]).toEqual([true, true]);
		expect([halted[CHANNEL]! > 30, halted[CHANNEL]! <= 60]).toEqual([true, true]);
	});

	it('campaigns and those who wait in them count by state, and only while they are running or paused', async () => {
		const recipients = ['1', '2', '3'].map((id) => ({
			contact: `49170111111${id}`,
			content: {},
			state: 'planned' as const,
			due: NOW,
		}));
		const campaign = await store.campaigns.open({
			id: 'sale',
			channel: CHANNEL,
			kept: false,
			policy: { name: 'strict', version: 1 },
			plannedAt: NOW,
		});
		await store.campaigns.plan(campaign, recipients);
		expect(await values('campaigns')).toEqual({ [`${CHANNEL} running`]: 1 });
		expect(await values('campaign_recipients')).toEqual({ [`${CHANNEL} planned`]: 3 });
		await store.campaigns.move(campaign, ['running'], 'cancelled');
		// Another process, as this one counts those who wait only now and then.
		engine = createEngine({ store: await place.open(), now: () => NOW });
		expect(await values('campaigns')).toEqual({ [`${CHANNEL} cancelled`]: 1 });
		expect(await values('campaign_recipients')).toEqual({});
	});

	it('templates count by account and state, and a pause that is over is none', async () => {
		const paused = templateStatus({ at: NOW - MINUTE, event: 'PAUSED', title: 'FIRST_PAUSE' });
		await engine.ingest(parseWebhook(paused, NOW));
		expect(await values('templates')).toEqual({ [`${ACCOUNT} paused`]: 1 });
		engine = createEngine({ store, now: () => NOW + 24 * 60 * MINUTE });
		expect(await values('templates')).toEqual({ [`${ACCOUNT} sendable`]: 1 });
	});

	it("this month's spending is told in units, by account, number, currency, and kind", async () => {
		await savePrices(
			store,
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2026-10-01',
				rows: [{ Market: 'Germany', Marketing: '0.1131' }],
			},
			NOW,
		);
		const pricing = { type: 'regular', category: 'marketing' };
		await engine.ingest(parseWebhook(messageStatus({ at: NOW, pricing }), NOW));
		expect(await values('month_spending')).toEqual({
			[`${ACCOUNT} ${CHANNEL} EUR spent`]: 0.1131,
			[`${ACCOUNT} ${CHANNEL} EUR pending`]: 0,
			[`${ACCOUNT} ${CHANNEL} EUR estimated`]: 0,
		});
	});

	it('each sample is of a metric of the list, with the labels that the list names', async () => {
		await deliver(customerMessage({ at: NOW, id: 'wamid.1' }));
		store.addTally('sends', { number: CHANNEL, result: 'accepted' });
		store.decisions.note(decided('a', 'hold', 'say "hi"\\\n'));
		for (const { name, labels = {} } of await storeSamples(engine)) {
			expect([name, Object.keys(labels)]).toEqual([name, METRICS[name].labels]);
		}
		expect(await values('decisions_total')).toEqual({ [`${CHANNEL} hold say "hi"\\\n`]: 1 });
	});
});
