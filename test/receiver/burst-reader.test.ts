import type { Burst, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { openStore } from '../../store';
import type { BurstReader, Incident } from '../../receiver';
import { startBurstReader } from '../../receiver';
import { customerMessage } from '../support/wire';
import { openTestClock, type TestClock } from '../support/test-clock';

let clock: TestClock;
let store: Store;
let readers: BurstReader[];
let handedOut: Burst[];
let numbers = 0;

beforeEach(async () => {
	clock = openTestClock();
	store = await openStore('sqlite::memory:', clock);
	[readers, handedOut] = [[], []];
});
afterEach(async () => {
	await clock.passWhile(Promise.all(readers.map((reader) => reader.close())));
	await store.close();
});

async function write(from: string, { silenceMs = 1, trigger = 't' } = {}): Promise<void> {
	const events = parseWebhook(
		customerMessage({ at: clock.now(), from, id: `m${(numbers += 1)}` }),
		clock.now(),
	);
	const burst = { burst: `burst-${numbers}`, atOnce: false };
	const gather = { silenceMs, atMostMs: 3_600_000, events: new Map(events.map(({ id }) => [id, burst])) };
	await createEngine({ store }).ingest(events, { start: { trigger, eventIds: new Set(), gather } });
}

function read(
	run: (burst: Burst) => Promise<unknown> = ({ id }) => store.bursts.begin(id),
	{ of = store, ...more }: { of?: Store; untilEmpty?: boolean; log?: (incident: Incident) => void } = {},
): BurstReader {
	const reader = startBurstReader({
		store: of,
		reader: 't',
		log: () => {},
		...more,
		async run(burst) {
			handedOut.push(burst);
			await run(burst);
		},
	});
	readers.push(reader);
	return reader;
}

const contacts = () => handedOut.map(({ contact }) => contact);
const isEmpty = async () => !(await store.bursts.any('t'));

it('hands out what is due, each conversation by itself', async () => {
	read();
	await write('ada');
	await write('bob');
	await clock.passUntil(isEmpty);
	expect(contacts().sort()).toEqual(['ada', 'bob']);
});

it('hands out nothing of another trigger', async () => {
	read();
	await write('ada', { trigger: 'other' });
	await write('bob');
	await clock.passUntil(isEmpty);
	expect(contacts()).toEqual(['bob']);
	expect(await store.bursts.any('other')).toBe(true);
});

it('hands out again what no execution has begun, under another key', async () => {
	read(({ id }) => (handedOut.length === 1 ? Promise.resolve() : store.bursts.begin(id)));
	await write('ada');
	await clock.passUntil(() => handedOut.length === 1);
	await clock.pass(20_000);
	await clock.passUntil(isEmpty);
	expect(contacts()).toEqual(['ada', 'ada']);
	expect(new Set(handedOut.map(({ key }) => key)).size).toBe(2);
});

it('keeps what an execution may still begin, for some minutes', async () => {
	read(() => new Promise(() => {}));
	await write('ada');
	await clock.passUntil(() => handedOut.length === 1);
	await clock.pass(300_000 - 1_000);
	expect(handedOut).toHaveLength(1);
	await clock.pass(300_000);
	expect(handedOut).toHaveLength(2);
});

it('another reader takes over what a reader that was killed had', async () => {
	const dead = read(() => new Promise(() => {}));
	await write('ada');
	await clock.passUntil(() => handedOut.length === 1);
	await clock.passWhile(dead.close());
	await clock.pass(20_000);
	read();
	await clock.passUntil(isEmpty);
	expect(contacts()).toEqual(['ada', 'ada']);
});

it('one that is closed hands out nothing more', async () => {
	await clock.passWhile(read().close());
	await write('ada');
	read();
	await clock.passUntil(isEmpty);
	expect(contacts()).toEqual(['ada']);
});

it('gives back at once what it claimed while it was closed', async () => {
	let answer: (() => void) | undefined;
	const slow: Store = {
		...store,
		bursts: {
			...store.bursts,
			async claim(reader, claim) {
				const due = await store.bursts.claim(reader, claim);
				if (due.length > 0) await new Promise<void>((resolve) => (answer = resolve));
				return due;
			},
		},
	};
	const closing = read(undefined, { of: slow });
	await write('ada');
	await clock.passUntil(() => answer !== undefined);
	const closed = closing.close();
	answer!();
	await clock.passWhile(closed);
	expect(handedOut).toEqual([]);
	expect(await store.bursts.claim('t', { limit: 1, leaseMs: 1, token: 'next' })).toHaveLength(1);
});

it('tells once that the store is away and once that it is back, and goes on', async () => {
	const incidents: Incident[] = [];
	let isAway = true;
	const flaky: Store = {
		...store,
		bursts: {
			...store.bursts,
			claim: (reader, claim) =>
				isAway ? Promise.reject(new Error('No store.')) : store.bursts.claim(reader, claim),
		},
	};
	read(undefined, { of: flaky, log: (incident) => incidents.push(incident) });
	await write('ada');
	await clock.passUntil(() => incidents.length > 0);
	isAway = false;
	await clock.passUntil(isEmpty);
	await clock.passUntil(() => incidents.length > 1);
	expect(incidents).toMatchObject([
		{ event: 'store-trouble', level: 'error' },
		{ event: 'store-recovered', level: 'info' },
	]);
});

it('one that is to end by itself hands out what waits, looks once more, and ends', async () => {
	await write('ada', { silenceMs: 50 });
	const reader = read(undefined, { untilEmpty: true });
	await clock.passUntil(isEmpty);
	expect(contacts()).toEqual(['ada']);
	await clock.passWhile(reader.close());
});
