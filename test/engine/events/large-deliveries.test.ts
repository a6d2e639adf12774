import type { Engine, MessagingEvent, Store } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import { openStore } from '../../../store';
import { CHANNEL, delivery } from '../../support/wire';

const NOW = 1_800_000_000_000;

interface MessageOf {
	id?: string;
	type?: string;
	system?: object;
	from?: string;
	from_user_id?: string;
}

const messages = (count: number, of: (index: number) => MessageOf = () => ({})) =>
	Array.from({ length: count }, (_, index) => ({
		from: String(4_917_000_000_000 + index),
		id: `wamid.${index}`,
		timestamp: String(NOW / 1_000),
		type: 'text',
		text: { body: 'Hi' },
		...of(index),
	}));

const metadata = { phone_number_id: CHANNEL };
const bodyOf = (value: object) => delivery('messages', { metadata, ...value });

describe('a list of many parts', () => {
	it('has its contacts read once, however many messages stand beside them', () => {
		const counted = { reads: 0 };
		const contacts = Array.from({ length: 300 }, (_, index) => ({
			get wa_id() {
				counted.reads += 1;
				return String(4_917_000_000_000 + index);
			},
			user_id: `US.${index}`,
			profile: { name: `Customer ${index}` },
		}));
		const events = parseWebhook(
			bodyOf({ messages: messages(300, (index) => ({ from_user_id: `US.${index}` })), contacts }),
		);
		expect(events.map((event) => 'contactName' in event && event.contactName)).toEqual(
			contacts.map(({ profile }) => profile.name),
		);
		expect(counted.reads).toBeLessThan(10 * contacts.length);
	});

	it.each([
		['entries', (parts: unknown[]) => ({ entry: parts })],
		['changes', (parts: unknown[]) => ({ entry: [{ id: 'A', changes: parts }] })],
		['messages', (parts: unknown[]) => bodyOf({ messages: parts })],
		['groups', (parts: unknown[]) => delivery('group_status_update', { groups: parts })],
	])('keeps %s that can be nothing together, in one event', (_, around) => {
		const nothings = [1, 'two', null, {}, []];
		expect(parseWebhook(around(nothings))).toMatchObject([{ kind: 'unknown', raw: nothings }]);
		expect(parseWebhook(around([7]))).toMatchObject([{ kind: 'unknown', raw: 7 }]);
	});
});

describe('a large delivery', () => {
	let real: Store;
	let engine: Engine;
	let commits: number[];
	let failsAt: number | undefined;
	const events = parseWebhook(bodyOf({ messages: messages(1_200) }));
	const start = { trigger: 'flow/node', eventIds: new Set(events.map(({ id }) => id)) };

	beforeEach(async () => {
		real = await openStore('sqlite::memory:');
		commits = [];
		failsAt = undefined;
		const store: Store = {
			...real,
			async commitEvents(given, ...rest) {
				commits.push(given.length);
				if (commits.length === failsAt) throw new Error('The store is gone.');
				return await real.commitEvents(given, ...rest);
			},
		};
		engine = createEngine({ store, now: () => NOW });
	});
	afterEach(() => real.close());

	const kept = async () => (await real.inbox.read({ limit: 10_000 })).map(({ event }) => event.id);
	const ids = (some: MessagingEvent[]) => some.map(({ id }) => id);

	it('is committed in pieces, in the order of its events', async () => {
		const { fresh, starts } = await engine.ingest(events, { start });
		expect(commits).toEqual([500, 500, 200]);
		expect([ids(fresh), starts.length, await kept()]).toEqual([ids(events), 1_200, ids(events)]);
	});

	it('of exactly a piece takes one commit, and an empty one does too', async () => {
		await engine.ingest(events.slice(0, 500));
		await engine.ingest([]);
		expect(commits).toEqual([500, 0]);
	});

	it('that fails in the middle is taken when it comes again: each event once, each execution started', async () => {
		failsAt = 2;
		await expect(engine.ingest(events, { start })).rejects.toThrow('The store is gone.');
		expect(await kept()).toEqual(ids(events.slice(0, 500)));

		const { fresh, duplicates, starts } = await engine.ingest(events, { start });
		expect([fresh.length, duplicates]).toEqual([700, 500]);
		expect(new Set(starts.map(({ state }) => state))).toEqual(new Set(['start']));
		expect([starts.length, await kept()]).toEqual([1_200, ids(events)]);
	});
});

describe('many numbers of one user', () => {
	it('become one conversation, each moved once', async () => {
		const store = await openStore('sqlite::memory:');
		const engine = createEngine({ store, now: () => NOW });
		const numbers = messages(400, (index) => ({ from: String(4_917_999 - index), from_user_id: 'US.1' }));
		await engine.ingest(parseWebhook(bodyOf({ messages: numbers })));
		const open = await engine.openConversations({ channel: CHANNEL });
		expect(open.map(({ contact }) => contact)).toEqual([String(4_917_999 - 399)]);
		const named = [...numbers.map(({ from }) => from!), 'US.1'];
		const windows = await Promise.all(named.map((to) => engine.conversation({ channel: CHANNEL, to })));
		expect(new Set(windows.map(({ window }) => window))).toEqual(new Set(['open']));
		await store.close();
	});

	it('that come chained, each beside the next, do too', async () => {
		const store = await openStore('sqlite::memory:');
		const engine = createEngine({ store, now: () => NOW });
		const chained = messages(400, (index) => ({
			type: 'system',
			from: undefined,
			system: { user_id: `US.${index + 1}`, previous_user_id: `US.${index}` },
		}));
		const written = messages(1, () => ({ id: 'wamid.first', from: undefined, from_user_id: 'US.0' }));
		await engine.ingest(parseWebhook(bodyOf({ messages: [...chained.reverse(), ...written] })));
		expect(await engine.openConversations({ channel: CHANNEL })).toMatchObject([{ contact: 'US.0' }]);
		expect(await engine.conversation({ channel: CHANNEL, to: 'US.400' })).toMatchObject({ window: 'open' });
		await store.close();
	});
});
