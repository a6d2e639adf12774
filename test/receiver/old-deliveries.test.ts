import { createEngine, forgetOld, marksKeptFor, signPayload } from '../../engine';
import type { Engine, MessagingEvent, Store } from '../../engine';
import type { ReceiveOptions } from '../../receiver';
import { receiveDelivery } from '../../receiver';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES, inSqlite } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY, HOUR, SECOND } from '../support/wire';
import { openReceiverScene } from './support/receiver-scene';

const SECRET = 'signing secret';
const start = { trigger: 'workflow/node', wants: ({ kind }: MessagingEvent) => kind === 'message' };

/** A delivery that somebody recorded. */
const recorded = customerMessage({ at: NOW });
const clock = standingClock();

let place: StorePlace;
let store: Store;
let engine: Engine;

async function open(given: StorePlace): Promise<void> {
	clock.now = NOW;
	place = given;
	store = await place.open(clock);
	engine = createEngine({ store });
}
afterEach(() => place.remove());

async function receive(body: unknown = recorded, options: Partial<ReceiveOptions> = {}) {
	const text = JSON.stringify(body);
	const delivery = { rawBody: Buffer.from(text), signature: signPayload(text, SECRET) };
	return receiveDelivery(delivery, { engine, secret: SECRET, start, ...options });
}

async function receiveAndStart(): Promise<void> {
	const { toStart, settle } = await receive();
	expect(toStart).toHaveLength(1);
	await settle('confirmed');
}

const NOTHING = { status: 200, received: 0, duplicates: 0, tooOld: 1, toStart: [] };
const kept = async () => (await store.inbox.read()).length;
const window = async () => (await engine.conversation({ channel: CHANNEL, to: CUSTOMER })).window;

/** Old things are forgotten as of some time later. */
async function forgetAfter(ms: number): Promise<void> {
	clock.now = NOW + ms;
	await forgetOld(store, clock.now);
}

describe.each(DATABASES)('%s', (_, placeOf) => {
	beforeEach(() => open(placeOf()));

	describe('a delivery that is replayed once nothing tells any more that it came before', () => {
		it('is counted, and starts and keeps nothing', async () => {
			await receiveAndStart();
			await forgetAfter(8 * DAY + SECOND);
			expect(await kept()).toBe(0);
			expect(await receive()).toMatchObject(NOTHING);
			expect(await kept()).toBe(0);
		});

		it("doesn't bring an erased customer back", async () => {
			await receiveAndStart();
			await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			await forgetAfter(9 * DAY);
			expect(await place.rows('erased')).toEqual([]);
			expect(await receive()).toMatchObject(NOTHING);
			const { state, events } = await store.customers.export({ channel: CHANNEL, name: CUSTOMER });
			expect([state, events]).toEqual([[], []]);
		});
	});

	describe('with a retention of a day', () => {
		beforeEach(() => store.retention.set({ events: DAY, starts: DAY }));

		it('an event goes after a day, and its redelivery is known for 8 days', async () => {
			await receiveAndStart();
			await forgetAfter(DAY + SECOND);
			expect(await kept()).toBe(0);
			await forgetAfter(8 * DAY);
			expect(await receive()).toMatchObject({ duplicates: 1, tooOld: 0, toStart: [] });
			expect([await kept(), await window()]).toEqual([0, 'closed']);
			await forgetAfter(8 * DAY + 2 * HOUR);
			expect(await Promise.all(['erased', 'start'].map((table) => place.rows(table)))).toEqual([[], []]);
			expect(await receive()).toMatchObject(NOTHING);
		});

		it("one whose execution couldn't be started is started by its redelivery", async () => {
			await (await receive()).settle('released');
			await forgetAfter(2 * DAY);
			expect(await receive()).toMatchObject({ duplicates: 1, toStart: [{ kind: 'message' }] });
			expect(await kept()).toBe(0);
		});

		it('one that comes first after an outage of a week counts', async () => {
			clock.now = NOW + 7 * DAY;
			expect(await receive()).toMatchObject({ received: 1, tooOld: 0, toStart: [{ kind: 'message' }] });
		});

		it('an erased one stays erased for 8 days', async () => {
			await receiveAndStart();
			await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			await forgetAfter(7 * DAY);
			expect(await receive()).toMatchObject({ received: 0, toStart: [] });
			expect(await kept()).toBe(0);
		});
	});
});

/** Something that came long ago, and is forgotten. */
async function forgetAnything(): Promise<void> {
	clock.now = NOW - 100 * DAY;
	await receive(customerMessage({ at: clock.now, id: 'wamid.forgotten', from: '4915550009' }));
	await forgetAfter(0);
	expect(await kept()).toBe(0);
}

describe.each(DATABASES)('%s: a store that has forgotten nothing', (_, placeOf) => {
	beforeEach(() => open(placeOf()));

	it('takes in an event of any age: it knows everything that came before', async () => {
		clock.now = NOW + 100 * DAY;
		await receiveAndStart();
		expect(await kept()).toBe(1);
		expect(await receive()).toMatchObject({ received: 0, duplicates: 1, tooOld: 0, toStart: [] });
	});

	it.each([
		['the first event, when it is deleted', () => forgetAnything()],
		[
			'one of several',
			async () => {
				await receive(customerMessage({ at: NOW, id: 'wamid.kept', from: '4915550008' }));
				await receive(customerMessage({ at: NOW, id: 'wamid.erased', from: '4915550009' }));
				await store.customers.erase({ channel: CHANNEL, name: '4915550009' });
			},
		],
	])('has forgotten %s', async (__, forget) => {
		expect(await store.retention.hasForgotten()).toBe(false);
		await forget();
		expect(await store.retention.hasForgotten()).toBe(true);
		clock.now = NOW + 9 * DAY;
		expect(await receive()).toMatchObject(NOTHING);
	});
});

describe('the age of an event', () => {
	beforeEach(async () => {
		await open(inSqlite());
		await forgetAnything();
	});

	it.each([
		['8 days', undefined, 8 * DAY],
		['8 days, if events are kept for less', DAY, 8 * DAY],
		['the time that events are kept, if that is longer', 30 * DAY, 30 * DAY],
	])('is at most %s', async (__, events, most) => {
		if (events) await store.retention.set({ events });
		expect(marksKeptFor((await store.retention.read()).times)).toBe(most);
		clock.now = NOW + most + 1;
		expect(await receive()).toMatchObject(NOTHING);
		clock.now = NOW + most;
		expect(await receive()).toMatchObject({ received: 1, tooOld: 0 });
	});

	it("is by the gateway's clock, which is asked if the local one is ahead", async () => {
		clock.now = NOW + 20 * DAY;
		const measureClock = (channel: string) => engine.observeClock(channel, NOW + HOUR);
		expect(await receive(recorded, { measureClock })).toMatchObject({ received: 1, tooOld: 0 });
	});

	it('counts for each event of a delivery', async () => {
		const old = customerMessage({ at: NOW - 9 * DAY, from: '4915550001' });
		const both = { ...recorded, entry: [...old.entry, ...recorded.entry] };
		expect(await receive(both)).toMatchObject({ received: 1, tooOld: 1, toStart: [{ contact: CUSTOMER }] });
	});

	it("isn't passed on to other systems if it is too high", async () => {
		const forward = { to: ['https://chat.example.com/hook'], signatureHeader: 'x-provider-signature' };
		clock.now = NOW + 9 * DAY;
		await receive(recorded, { forward });
		expect(await store.forwards.stats()).toEqual([]);
	});
});

it('a receiver counts and reports what is too old', async () => {
	await open(inSqlite());
	await forgetAnything();
	clock.now = NOW + 9 * DAY;
	const scene = await openReceiverScene({ store, runtime: clock.runtime });
	expect((await scene.post(JSON.stringify(recorded))).status).toBe(200);
	expect(await scene.metric('events_total{result="too-old"}')).toBe(1);
	expect(scene.incidents).toMatchObject([{ event: 'too-old', events: 1 }]);
	expect(await scene.kept()).toEqual([]);
	await scene.close();
});
