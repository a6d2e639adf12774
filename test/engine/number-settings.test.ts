import type { PartOfNumber, SettingName, Store } from '../../engine';
import {
	changeSettings,
	DEFAULT_RETENTION,
	forgetOld,
	parseWebhook,
	PARTS_OF_NUMBER,
	settingsOf,
} from '../../engine';
import { NOW } from '../support/engine-scene';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL as A, CUSTOMER, customerMessage, DAY } from '../support/wire';

const B = '200';

describe.each(DATABASES)('%s: the settings of a number', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	it('are its own: what is set for one number is not set for another', async () => {
		await changeSettings(store, A, { set: { policy: 'platform', timeZone: 'Europe/Berlin' }, unset: [] });
		expect(await settingsOf(store, A)).toEqual({ policy: 'platform', timeZone: 'Europe/Berlin' });
		expect(await settingsOf(store, B)).toEqual({});
	});

	it('stay as they are unless they are named, and can be taken away', async () => {
		const retention = { events: 30 * DAY, sends: DAY };
		await changeSettings(store, A, { set: { policy: 'platform', checkFirst: false, retention }, unset: [] });
		await changeSettings(store, A, { set: { retention: { events: 20 * DAY } }, unset: ['policy'] });
		const left = { checkFirst: false, retention: { events: 20 * DAY, sends: DAY } };
		expect(await store.settings.of(A)).toEqual(left);
		await changeSettings(store, A, { set: {}, unset: ['retention.events', 'retention.sends', 'checkFirst'] });
		expect(await store.settings.of(A)).toEqual({});
	});

	it('count for other processes after five seconds at the latest', async () => {
		const other = await place.open(clock);
		expect(await settingsOf(other, A)).toEqual({});
		await changeSettings(store, A, { set: { policy: 'platform' }, unset: [] });
		clock.now += 4_999;
		expect(await settingsOf(other, A)).toEqual({});
		clock.now += 1;
		expect(await settingsOf(other, A)).toEqual({ policy: 'platform' });
	});

	it('are all kept if two processes set different ones at the same time', async () => {
		const other = await place.open(clock);
		await Promise.all([
			changeSettings(store, A, { set: { policy: 'platform' }, unset: [] }),
			changeSettings(other, A, { set: { timeZone: 'UTC' }, unset: [] }),
		]);
		expect(await store.settings.of(A)).toEqual({ policy: 'platform', timeZone: 'UTC' });
	});

	it('include the rate, which is the usual one again when it is taken away', async () => {
		const rate = async () => (await store.rates.read(A)).perSecond;
		await changeSettings(store, A, { set: { messagesPerSecond: 20 }, unset: [] });
		expect([await rate(), (await store.rates.read(B)).perSecond]).toEqual([20, 80]);
		await store.rates.set(A, 500);
		await changeSettings(store, A, { set: { policy: 'platform' }, unset: [] });
		expect(await rate()).toBe(500);
		await changeSettings(store, A, { set: {}, unset: ['messagesPerSecond'] });
		expect(await rate()).toBe(80);
	});

	it('are refused with everything that is wrong with them, and nothing is changed', async () => {
		const set = {
			policy: 'nothing like it',
			timeZone: 'Mars/Olympus',
			messagesPerSecond: 0,
			retention: { events: 0.5 * DAY, decisions: -DAY },
		};
		const refused = changeSettings(store, A, { set, unset: ['policy', 'retention.events'] });
		await expect(refused).rejects.toThrow(
			/^Nothing was changed\. The policy "nothing like it" doesn't exist.*timeZone is "Mars\/Olympus", which isn't a time zone.*messagesPerSecond must be a number above 0, and at most 1000\. retention\.events must be a whole number of days from 1 to 10000\. retention\.decisions must be a whole number of days from 0 to 10000\. policy is both set and taken away.*retention\.events is both/s,
		);
		await expect(changeSettings(store, A, { set: {}, unset: [] })).rejects.toThrow(
			'Choose at least one setting.',
		);
		expect(await store.settings.of(A)).toEqual({});
	});

	it('are refused if some to take away do not exist, and all of these are named', async () => {
		await changeSettings(store, A, { set: { policy: 'platform' }, unset: [] });
		const unset = ['policy', 'polcy', 'retention.starts'] as SettingName[];
		await expect(changeSettings(store, A, { set: {}, unset })).rejects.toThrow(
			'Nothing was changed. A number has no setting "polcy", "retention.starts", so it can\'t be taken away. The settings are: policy, timeZone, checkFirst, messagesPerSecond, retention.events, ',
		);
		expect(await store.settings.of(A)).toEqual({ policy: 'platform' });
	});

	it('can be taken away if they are not set: nothing changes', async () => {
		await changeSettings(store, A, { set: { policy: 'platform' }, unset: ['timeZone'] });
		expect(await store.settings.of(A)).toEqual({ policy: 'platform' });
	});

	/** Puts something into each part for a number, as old as this. */
	const PUT: Readonly<Record<PartOfNumber, (channel: string, at: number) => Promise<void>>> = {
		async events(channel, at) {
			const [event] = parseWebhook(customerMessage({ at, channel, id: `${channel} ${at}` }), at);
			await store.commitEvents([{ event: event!, changes: {} }], at);
		},
		async sends(channel, at) {
			const key = `${channel} ${at}`;
			const send = { channel, contact: CUSTOMER, action: 'freeform', state: 'sending' } as const;
			await store.sends.begin({ ...send, key, at }, ANY_SLOT);
			await store.sends.end(key, { state: 'accepted', messageId: `wamid.${key}` });
		},
		async recipients(channel, at) {
			const policy = { name: 'strict', version: 2 };
			const ref = { channel, id: `${channel} ${at}` };
			await store.campaigns.open({ ...ref, kept: false, policy, plannedAt: at });
			const recipient = { contact: CUSTOMER, content: {}, state: 'planned', due: 0 } as const;
			await store.campaigns.plan(ref, [recipient]);
			await store.campaigns.skipWaiting(ref, { rule: 'end', reason: 'It ended.', at: 1 }, 10);
		},
		async sentTexts(channel, at) {
			const sent = {
				channel,
				contact: CUSTOMER,
				messageId: `${channel} ${at}`,
				type: 'text',
				text: 'Hi',
				at,
			};
			const register = { scope: channel, subject: CUSTOMER, rank: 1, id: 'e', at: NOW };
			await store.apply({ registers: [{ ...register, name: 'category', value: 'x' }], sentTexts: [sent] });
		},
		async decisions(channel, at) {
			const key = `${channel} ${at}`;
			store.decisions.note({ key, channel, contact: CUSTOMER, at, action: 'skip', rule: 'no-template' });
			await store.decisions.ofSends([]);
		},
		async conversations(channel, at) {
			const register = { scope: channel, subject: `customer ${at}`, rank: 1, id: 'e', at };
			await store.apply({ registers: [{ ...register, name: 'window', value: 'open' }] });
		},
	};

	const TABLE: Readonly<Record<PartOfNumber, [table: string, number: string]>> = {
		events: ['inbox', 'channel'],
		sends: ['send', 'channel'],
		recipients: ['campaign', 'channel'],
		sentTexts: ['sent_text', 'channel'],
		decisions: ['decision', 'channel'],
		conversations: ['register', 'scope'],
	};

	describe.each(PARTS_OF_NUMBER)('%s', (part) => {
		const [table, column] = TABLE[part];
		const usual = DEFAULT_RETENTION[part];
		async function left(channel: string): Promise<number> {
			const rows = (await place.rows(table)) as Array<Record<string, unknown>>;
			return rows.filter((row) => row[column] === channel && row.name !== 'settings').length;
		}

		it('are kept for longer if the number is set so, those of others as the store is set', async () => {
			await changeSettings(store, A, { set: { retention: { [part]: usual + 10 * DAY } }, unset: [] });
			for (const channel of [A, B]) {
				await PUT[part](channel, NOW - usual - 10 * DAY - 1);
				await PUT[part](channel, NOW - usual - 10 * DAY);
			}
			await forgetOld(store, NOW);
			expect([await left(A), await left(B)]).toEqual([1, 0]);
		});

		it('are kept for a shorter time if the number is set so', async () => {
			await changeSettings(store, A, { set: { retention: { [part]: DAY } }, unset: [] });
			for (const channel of [A, B]) {
				await PUT[part](channel, NOW - DAY - 1);
				await PUT[part](channel, NOW - DAY);
			}
			await forgetOld(store, NOW);
			expect([await left(A), await left(B)]).toEqual([1, 2]);
		});
	});

	it('events that are kept for less than redeliveries take leave their marks', async () => {
		await changeSettings(store, A, { set: { retention: { events: DAY } }, unset: [] });
		await PUT.events(A, NOW - 2 * DAY);
		await forgetOld(store, NOW);
		expect(await place.rows('inbox')).toEqual([]);
		await PUT.events(A, NOW - 2 * DAY);
		expect(await place.rows('inbox')).toEqual([]);
	});

	it('thousands of events that one number keeps do not keep old ones of another', async () => {
		await changeSettings(store, A, { set: { retention: { events: 100 * DAY } }, unset: [] });
		const commits = (channel: string, from: number) =>
			Array.from({ length: 1_500 }, (__, index) => {
				const at = NOW - 20 * DAY + from + index;
				const [event] = parseWebhook(customerMessage({ at, channel, id: `${channel} ${index}` }), at);
				return { event: event!, changes: {} };
			});
		await store.commitEvents(commits(A, 0), NOW - 20 * DAY);
		await store.commitEvents(commits(B, 0), NOW - 20 * DAY);
		await PUT.events(B, NOW);
		await forgetOld(store, NOW);
		const rows = (await place.rows('inbox')) as Array<{ channel: string }>;
		expect(rows.filter(({ channel }) => channel === A)).toHaveLength(1_500);
		expect(rows.filter(({ channel }) => channel === B)).toHaveLength(1);
	});
});
