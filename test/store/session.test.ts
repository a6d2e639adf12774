import type { Runtime, Store } from '../../engine';
import { createEngine, policies, signPayload } from '../../engine';
import { readyPolicy } from '../../engine/policies/ready-policy';
import { answerPosterOf, forwardSoon, receiveDelivery } from '../../receiver';
import { NOW } from '../support/engine-scene';
import type { HttpServer } from '../support/http-server';
import { startHttpServer } from '../support/http-server';
import { messageBody, SECRET } from '../receiver/support/receiver-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES, inSqlite } from '../support/stores';
import { openTestClock } from '../support/test-clock';
import { CHANNEL, CUSTOMER, SECOND } from '../support/wire';

/** Something that a test lets happen. */
function later() {
	let happens = () => {};
	const happened = new Promise<void>((resolve) => (happens = resolve));
	return { happens: () => happens(), happened };
}

describe('the session of an open store', () => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = inSqlite();
		store = await place.open();
	});
	afterEach(() => place.remove());

	it('makes a part once, with the store’s runtime', async () => {
		const made: Runtime[] = [];
		const part = (runtime: Runtime) => ({ number: made.push(runtime) });
		expect(store.session.part(part)).toBe(store.session.part(part));
		expect(made).toEqual([store.runtime]);
		const other = await place.open();
		expect(other.session.part(part)).toEqual({ number: 2 });
	});

	it('ends its parts when the store is closed, the newest first, one after the other', async () => {
		const ended: string[] = [];
		const closed = (name: string) => async () => {
			ended.push(`${name} begins`);
			await Promise.resolve();
			ended.push(name);
		};
		store.session.part(() => ({ close: closed('first') }));
		store.session.part(() => new Map());
		store.session.part(() => ({ close: closed('second') }));
		await store.close();
		expect(ended).toEqual(['second begins', 'second', 'first begins', 'first']);
	});

	it('tells work in the background to end, and waits for it before the database is closed', async () => {
		const { happens, happened } = later();
		let found: unknown;
		store.session.inBackground(async (closing) => {
			await happened;
			await store.runtime.turn();
			found = [closing.aborted, await store.readScopes('clock')];
		});
		const closing = store.close();
		happens();
		await closing;
		expect(found).toEqual([true, []]);
	});

	it('leaves failures of work in the background to the work', async () => {
		store.session.inBackground(() => Promise.reject(new Error('The disk is full')));
		await expect(store.close()).resolves.toBeUndefined();
	});

	it('begins nothing once the store is closed', async () => {
		await store.close();
		expect(() => store.session.part(() => new Map())).toThrow('The store is closed.');
		expect(() => store.session.inBackground(async () => {})).toThrow('The store is closed.');
	});
});

describe('a policy', () => {
	const place = inSqlite();
	afterAll(() => place.remove());

	it('is compiled once for a store, as long as it says the same', async () => {
		const store = await place.open();
		const read = () => structuredClone(policies.strict);
		expect(readyPolicy(store, read())).toBe(readyPolicy(store, read()));
		expect(readyPolicy(store, { ...read(), version: 99 })).not.toBe(readyPolicy(store, read()));
	});

	it('is compiled again after fifty others were used', async () => {
		const store = await place.open();
		const nth = (version: number) => readyPolicy(store, { ...policies.strict, version });
		const first = nth(0);
		for (let version = 1; version < 50; version += 1) nth(version);
		expect(nth(0)).toBe(first);
		for (let version = 100; version < 150; version += 1) nth(version);
		expect(nth(0)).not.toBe(first);
	});
});

describe.each(DATABASES)('closing a store on %s', (_, placeOf) => {
	let place: StorePlace;
	let server: HttpServer;
	/** Every request to the server waits until it's broken off. */
	let arrived: ReturnType<typeof later>;
	let brokenOff: ReturnType<typeof later>;
	beforeEach(async () => {
		place = placeOf();
		[arrived, brokenOff] = [later(), later()];
		server = await startHttpServer((_request, response) => {
			response.once('close', brokenOff.happens);
			arrived.happens();
		});
	});
	afterEach(async () => {
		await server.close();
		await place.remove();
	});

	it('breaks off the post of an answer, without a report, and another process posts it again', async () => {
		const { runtime } = standingClock();
		const store = await place.open({ runtime });
		const asked = { id: 'wait', token: 'token', channel: CHANNEL, contact: CUSTOMER, askedAt: NOW };
		await store.waits.ask(
			{ ...asked, question: { kind: 'text' }, resumeUrl: `${server.url}/webhook-waiting/7` },
			NOW,
		);
		await store.waits.sent('wait', 'wamid.asked', NOW);
		const incidents: unknown[] = [];
		answerPosterOf(store, (incident) => incidents.push(incident)).wake();
		await arrived.happened;
		await store.close();
		await brokenOff.happened;
		expect(incidents).toEqual([]);
		const next = await place.open({ runtime });
		expect(await next.waits.nextDue()).toBeGreaterThan(NOW);
	});

	it('breaks off what is being forwarded after some seconds, and another process forwards it again', async () => {
		const time = openTestClock();
		const store = await place.open({ runtime: time.runtime });
		const rawBody = Buffer.from(messageBody('m1', time.now()));
		const delivery = { rawBody, signature: signPayload(rawBody, SECRET) };
		const to = [`${server.url}/hook`];
		const forward = { to, signatureHeader: 'x-hub-signature-256' };
		await receiveDelivery(delivery, { engine: createEngine({ store }), secret: SECRET, forward });
		forwardSoon({ store, forwardTo: to, privateHosts: [new URL(server.url).host], tell: () => {} });
		await arrived.happened;
		const closing = store.close();
		await time.pass(5 * SECOND);
		await Promise.all([closing, brokenOff.happened]);
		const next = await place.open({ runtime: time.runtime });
		const claim = { limit: 1, leaseMs: SECOND, token: 'next' };
		expect((await next.forwards.claim(to[0]!, claim)).deliveries).toHaveLength(1);
	});
});
