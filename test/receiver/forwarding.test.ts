import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ForwardStats, Store } from '../../engine';
import { createEngine, FORWARDED_FOR, signPayload, verifySignature } from '../../engine';
import type { Transport } from '../../gateway';
import { axiosTransport } from '../../gateway';
import type { Forwarder, Incident } from '../../receiver';
import { receiveDelivery, startForwarding } from '../../receiver';
import { ANSWER_BYTES } from '../../receiver/forwarding/post';
import type { ForwardingOptions } from '../../receiver/forwarding/target-queue';
import type { HttpServer, Request } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { DAY, MINUTE, SECOND } from '../support/wire';
import { messageBody, SECRET } from './support/receiver-scene';
import { openTestClock } from '../support/test-clock';

const HEADER = 'x-hub-signature-256';

/** Another consumer, which answers as it is told. */
async function startConsumer() {
	const consumer = {
		server: undefined as unknown as HttpServer,
		/** The status that a request is answered with. */
		answer: (() => 200) as (request: Request) => number,
		requests: () => consumer.server.requests,
		/** The messages that it took, in their order. */
		taken: [] as string[],
		tried: () => consumer.requests().map(idOf),
		url: () => `${consumer.server.url}/hook`,
	};
	consumer.server = await startHttpServer((request, response) => {
		const status = consumer.answer(request);
		if (status < 300) consumer.taken.push(idOf(request));
		json(response, status, {}, status === 302 ? { location: `${consumer.server.url}/elsewhere` } : {});
	});
	return consumer;
}

type Consumer = Awaited<ReturnType<typeof startConsumer>>;

const idOf = ({ text }: Request) => /"id":"m(\d+)"/.exec(text)![1]!;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let time: ReturnType<typeof openTestClock>;
	let store: Store;
	let [one, two]: Consumer[] = [];
	let forwarders: Forwarder[];
	let incidents: Incident[];
	beforeEach(async () => {
		place = placeOf();
		time = openTestClock();
		store = await open();
		[one, two] = await Promise.all([startConsumer(), startConsumer()]);
		[forwarders, incidents] = [[], []];
	});
	afterEach(async () => {
		const closing = Promise.all(forwarders.map((each) => each.close()));
		await Promise.race([closing, time.pass(10 * SECOND)]);
		await closing;
		await Promise.all([one!.server.close(), two!.server.close()]);
		await place.remove();
	});

	/** A handle of the store, for which time waits. */
	async function open(): Promise<Store> {
		const opened = await place.open({ runtime: time.runtime });
		const { claim, settle, ...rest } = opened.forwards;
		return { ...opened, forwards: { ...rest, claim: time.real(claim), settle: time.real(settle) } };
	}

	const targets = () => [one!.url(), two!.url()];

	/** Takes in deliveries, one after the other. */
	async function receive(...ids: string[]) {
		for (const id of ids) {
			const rawBody = Buffer.from(messageBody(`m${id}`, time.now()));
			const delivery = { rawBody, signature: signPayload(rawBody, SECRET) };
			const forward = { to: targets(), signatureHeader: HEADER };
			const engine = createEngine({ store });
			expect((await receiveDelivery(delivery, { engine, secret: SECRET, forward })).status).toBe(200);
		}
	}

	function start(handle = store, forwardTo = targets(), more: Partial<ForwardingOptions> = {}): Forwarder {
		const forwarder = startForwarding({
			store: handle,
			forwardTo,
			privateHosts: forwardTo.map((url) => new URL(url).host),
			tell: (_key, incident) => incidents.push(incident),
			transport: transport(),
			...more,
		});
		forwarders.push(forwarder);
		return forwarder;
	}

	/** Requests, for whose whole answers time waits. */
	function transport(): Transport {
		const request = time.real(axiosTransport());
		return async (given) => {
			const answered = await request(given);
			if (answered.status === 200) void time.real(() => once(answered.body as Readable, 'close'))();
			return answered;
		};
	}

	const waiting = async () =>
		Object.fromEntries((await store.forwards.stats()).map((each) => [each.target, each.waiting]));

	it('each target gets what came, byte by byte, with its signature, in the order in which it came', async () => {
		start();
		await receive('1', '2', '3');
		await time.pass(5 * SECOND);
		for (const consumer of [one!, two!]) {
			expect(consumer.taken).toEqual(['1', '2', '3']);
			const [{ text, headers, method }] = consumer.requests() as [Request];
			expect(method).toBe('POST');
			expect(headers['content-type']).toBe('application/json');
			expect(verifySignature(Buffer.from(text), String(headers[HEADER]), SECRET)).toBe(true);
		}
		expect(await waiting()).toEqual({ [one!.url()]: 0, [two!.url()]: 0 });
	});

	it('what was queued by a process that was killed is forwarded by the next', async () => {
		await receive('1', '2');
		start(await open());
		await time.pass(5 * SECOND);
		expect(one!.taken).toEqual(['1', '2']);
	});

	it('what another process queues is forwarded within a second', async () => {
		const another = await open();
		start(another);
		await time.pass(10 * SECOND);
		await receive('1');
		await time.pass(SECOND);
		expect(one!.taken).toEqual(['1']);
	});

	it('a target that is down holds up nobody else', async () => {
		one!.answer = () => 503;
		start();
		await receive('1', '2', '3');
		await time.pass(SECOND);
		expect(two!.taken).toEqual(['1', '2', '3']);
		expect(await waiting()).toEqual({ [one!.url()]: 3, [two!.url()]: 0 });
	});

	it('a target that is down is asked with one delivery now and then, and not with all that wait', async () => {
		one!.answer = () => 503;
		start(store, [one!.url()]);
		await receive(...Array.from({ length: 40 }, (_each, id) => String(id)));
		await time.pass(SECOND + 2 * SECOND + 4 * SECOND - 1);
		expect(one!.tried()).toEqual(['0', '1', '2']);
		await time.pass(1);
		expect(one!.tried()).toHaveLength(4);
		await time.pass(10 * MINUTE);
		expect(one!.tried().length).toBeLessThan(20);
	});

	it('a target that was down for days gets everything once it is back, and each once', async () => {
		const ids = Array.from({ length: 50 }, (_each, id) => String(id));
		one!.answer = () => 503;
		start(store, [one!.url()]);
		await receive(...ids);
		await time.pass(5 * MINUTE);
		time.jump(6 * DAY);
		await time.pass(2 * MINUTE);
		expect(one!.taken).toEqual([]);
		one!.answer = () => 200;
		await time.pass(5 * MINUTE);
		expect([...one!.taken].sort()).toEqual([...ids].sort());
		expect(incidents.map(({ event }) => event)).toEqual(['forward-failed', 'forward-resumed']);
	});

	it('what never came through is dropped after 7 days, counted, and told', async () => {
		one!.answer = () => 503;
		start();
		await receive('1');
		await time.pass(MINUTE);
		time.jump(FORWARDED_FOR - MINUTE - 1);
		expect(await waiting()).toMatchObject({ [one!.url()]: 1 });
		await time.pass(2 * MINUTE);
		expect((await store.forwards.stats()).find(({ target }) => target === one!.url())).toMatchObject({
			waiting: 0,
			forwarded: 0,
			dropped: 1,
		});
		expect(incidents.filter(({ event }) => event === 'forward-dropped')).toMatchObject([{ deliveries: 1 }]);
		expect(two!.taken).toEqual(['1']);
	});

	it('a delivery that a target refuses waits on its own, longer each time, and the others go on', async () => {
		one!.answer = (request) => (idOf(request) === '2' ? 400 : 200);
		start(store, [one!.url()]);
		await receive('1');
		await time.pass(5 * SECOND);
		await receive('2', '3', '4');
		await time.pass(5 * SECOND - 1);
		expect(one!.taken).toEqual(['1', '3', '4']);
		const triesOf2 = () => one!.tried().filter((id) => id === '2').length;
		expect(triesOf2()).toBe(1);
		await time.pass(5 * MINUTE);
		expect(triesOf2()).toBe(6);
		// What is refused again says nothing about the target, which doesn't rest.
		while (triesOf2() < 7) await time.pass(SECOND);
		await receive('5');
		await time.pass(SECOND);
		expect(one!.taken).toEqual(['1', '3', '4', '5']);
	});

	it.each([
		[302, 'It answered 302, and redirects are not followed.'],
		[500, 'It answered 500.'],
	])('an answer of %p is no success', async (status, error) => {
		one!.answer = () => status;
		start();
		await receive('1');
		await time.pass(SECOND);
		expect(one!.requests().every(({ url }) => url === '/hook')).toBe(true);
		expect((await store.forwards.stats()).find(({ target }) => target === one!.url())).toMatchObject({
			waiting: 1,
			failures: 1,
			error,
		});
	});

	it('a target that does not answer within 10 s is tried again', async () => {
		const silent = await startHttpServer(() => {});
		const forwardTo = [`${silent.url}/hook`];
		// Time passes while the post is on its way.
		const forwarder = startForwarding({
			store,
			forwardTo,
			privateHosts: [new URL(silent.url).host],
			tell: () => {},
		});
		forwarders.push(forwarder);
		const rawBody = Buffer.from(messageBody('m1', time.now()));
		const forward = { to: forwardTo, signatureHeader: HEADER };
		const delivery = { rawBody, signature: signPayload(rawBody, SECRET) };
		await receiveDelivery(delivery, { engine: createEngine({ store }), secret: SECRET, forward });
		while (silent.requests.length === 0) await time.pass(1);
		await time.pass(10 * SECOND);
		const failed = async () => (await store.forwards.stats())[0]!;
		while ((await failed()).failures === 0) await time.pass(0);
		expect(await failed()).toMatchObject({ error: "It didn't answer within 10 s.", waiting: 1 });
		await silent.close();
	});

	it.each([
		['holds its answers open', (response: ServerResponse) => void response.write('{')],
		['answers without end', (response: ServerResponse) => void response.write('x'.repeat(ANSWER_BYTES + 1))],
	])('a target that takes deliveries and %s has no more connections than posts', async (_, answer) => {
		let [open, most] = [0, 0];
		const target = await startHttpServer((_request, response) => {
			most = Math.max(most, (open += 1));
			response.once('close', () => (open -= 1));
			response.writeHead(200);
			answer(response);
		});
		const forwardTo = [`${target.url}/hook`];
		const forward = { to: forwardTo, signatureHeader: HEADER };
		for (let id = 0; id < 40; id += 1) {
			const rawBody = Buffer.from(messageBody(`m${id}`, time.now()));
			const delivery = { rawBody, signature: signPayload(rawBody, SECRET) };
			await receiveDelivery(delivery, { engine: createEngine({ store }), secret: SECRET, forward });
		}
		start(store, forwardTo, { transport: time.real(axiosTransport()) });
		await time.passUntil(async () => (await store.forwards.stats())[0]!.forwarded === 40, SECOND);
		expect(target.requests).toHaveLength(40);
		expect(most).toBeLessThanOrEqual(8);
		expect(incidents.map(({ event }) => event)).toContain('forward-held');
		await target.close();
	});

	it('of what is too much for a target that is down, the oldest is dropped and told', async () => {
		one!.answer = () => 503;
		await receive('1', '2', '3');
		const [{ waitingBytes }] = (await store.forwards.stats()) as [ForwardStats];
		start(store, [one!.url()], { mostBytes: waitingBytes });
		await time.pass(SECOND);
		expect(await waiting()).toMatchObject({ [one!.url()]: 3 });
		await receive('4', '5');
		await time.pass(MINUTE);
		expect(await waiting()).toMatchObject({ [one!.url()]: 3 });
		expect(incidents.filter(({ event }) => event === 'forward-displaced')).toMatchObject([
			{ level: 'error', message: expect.stringContaining(one!.url()), deliveries: 2 },
		]);
		one!.answer = () => 200;
		await time.passUntil(() => one!.taken.length === 3, SECOND);
		expect([...one!.taken].sort()).toEqual(['3', '4', '5']);
	});

	it('several processes share the work, and each delivery comes once', async () => {
		const ids = Array.from({ length: 60 }, (_each, id) => String(id));
		await receive(...ids);
		start();
		start(await open());
		await receive('60', '61');
		await time.pass(10 * SECOND);
		expect([...one!.taken].sort()).toEqual([...ids, '60', '61'].sort());
	});

	it('a host with a private address that is not named is not asked', async () => {
		const url = one!.url().replace('127.0.0.1', 'localhost');
		const forwarder = startForwarding({
			store,
			forwardTo: [url],
			tell: () => {},
			transport: time.real(axiosTransport()),
			names: { forwardTo: 'Forward To', privateHosts: 'Private Hosts' },
		});
		forwarders.push(forwarder);
		const rawBody = Buffer.from(messageBody('m1', time.now()));
		const forward = { to: [url], signatureHeader: HEADER };
		const delivery = { rawBody, signature: signPayload(rawBody, SECRET) };
		await receiveDelivery(delivery, { engine: createEngine({ store }), secret: SECRET, forward });
		await time.pass(SECOND);
		expect(one!.requests()).toEqual([]);
		expect((await store.forwards.stats())[0]!.error).toMatch(
			/^localhost has the private address .+\. Name localhost in Private Hosts if you trust it\.$/,
		);
	});

	it('closing waits for what is on its way, and leaves the rest to the next', async () => {
		await receive('1', '2');
		const forwarder = start();
		const closing = forwarder.close();
		await Promise.race([closing, time.pass(10 * SECOND)]);
		await closing;
		const before = one!.taken.length;
		start(await open());
		await time.pass(10 * SECOND);
		expect(before).toBeLessThanOrEqual(1);
		expect(one!.taken).toEqual(['1', '2']);
	});
});
