import type { Store } from '../../engine';
import { openTestClock } from '../support/test-clock';
import { openStore } from '../../store';
import { until } from '../support/until';
import { chunk, headOf, openRawConnection } from './support/raw-connection';
import type { ReceiverScene } from './support/receiver-scene';
import { messageBody, openReceiverScene } from './support/receiver-scene';

let scene: ReceiverScene;
afterEach(() => scene.close());

const THREE_MEGABYTES = 3 * 1_024 * 1_024;
const rejected = (reason: string) => scene.metric(`requests_rejected_total{reason="${reason}"}`);

/** A receiver some of whose deliveries wait for the store until `go` is called. */
async function openWaitingScene(options: Parameters<typeof openReceiverScene>[0] = {}) {
	const asked: string[] = [];
	const held = new Set<string>();
	let go = () => {};
	const going = new Promise<void>((resolve) => (go = resolve));
	const real = await openStore('sqlite::memory:');
	const store: Store = {
		...real,
		async commitEvents(commits, ...rest) {
			if (commits.some(({ event }) => held.has(event.id))) {
				asked.push(...commits.map(({ event }) => event.id));
				await going;
			}
			return await real.commitEvents(commits, ...rest);
		},
	};
	scene = await openReceiverScene({ ...options, store });
	const waiting = (id: string) => {
		held.add(`message:${id}`);
		return scene.post(messageBody(id));
	};
	return { asked, go, waiting };
}

describe('the size of a delivery', () => {
	beforeEach(async () => {
		scene = await openReceiverScene();
	});

	it('may be 3 MB', async () => {
		expect((await scene.post('x'.repeat(THREE_MEGABYTES))).status).toBe(200);
	});

	it('may not be a byte more: 413 with a sentence, whether the length is told ahead or not', async () => {
		const body = 'x'.repeat(THREE_MEGABYTES + 1);
		const refusal = {
			error: `A delivery can have at most ${THREE_MEGABYTES} bytes. This one is larger, so it wasn't accepted.`,
		};
		expect(await scene.post(body)).toEqual({ status: 413, body: refusal });

		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body, { 'transfer-encoding': 'chunked' }) + chunk(body));
		expect(await connection.answered('}')).toMatch(/^HTTP\/1\.1 413 /);
		connection.cut();
		expect([await rejected('too-large'), await scene.metric('bytes_in_flight')]).toEqual([2, 0]);
		expect(await scene.kept()).toEqual([]);
	});

	it('that is too large is let through for a second, and then the connection ends, whoever sends it', async () => {
		const time = openTestClock();
		const own = await openReceiverScene({ runtime: time.runtime });
		for (const headers of [undefined, { 'x-provider-signature': 'ab'.repeat(32) }]) {
			const connection = await openRawConnection(own.receiver.url);
			connection.write(headOf('x'.repeat(THREE_MEGABYTES + 1), headers));
			expect(await connection.answered('}')).toMatch(/^HTTP\/1\.1 413 /);
			connection.write('x'.repeat(1_000));
			await time.pass(999);
			const ended = connection.ended();
			await time.pass(1);
			await ended;
		}
		await own.close();
	});

	it('that is told ahead as too large is refused before it is sent, and the connection goes on after it', async () => {
		const connection = await openRawConnection(scene.receiver.url);
		const body = 'x'.repeat(THREE_MEGABYTES + 1);
		connection.write(headOf(body));
		expect(await connection.answered('}')).toMatch(/^HTTP\/1\.1 413 /);
		connection.write(body);
		const next = messageBody('wamid.1');
		connection.write(headOf(next) + next);
		await connection.answered('HTTP/1.1 200');
		connection.cut();
		expect(await scene.kept()).toEqual(['message:wamid.1']);
	});
});

describe('how a delivery comes', () => {
	const body = messageBody('wamid.1');

	it.each([
		['in chunks', [headOf(body, { 'transfer-encoding': 'chunked' }), ...[...body].map(chunk), '0\r\n\r\n']],
		['byte by byte', [...(headOf(body) + body)]],
		['with its head in two parts', [headOf(body).slice(0, 20), headOf(body).slice(20), body]],
	])('%s makes no difference', async (_, parts) => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		for (const part of parts) connection.write(part);
		await connection.answered('HTTP/1.1 200');
		connection.cut();
		expect(await scene.kept()).toEqual(['message:wamid.1']);
	});

	it('several at once on one connection are all taken, and answered in their order', async () => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		const forged = headOf(body, { 'x-provider-signature': 'ab'.repeat(32) }) + body;
		const other = messageBody('wamid.2');
		connection.write(headOf(body) + body + forged + headOf(other) + other);
		const heard = await connection.answered(/(?:HTTP[^]*){3}\}$/);
		connection.cut();
		expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401', 'HTTP/1.1 200']);
		expect((await scene.kept()).sort()).toEqual(['message:wamid.1', 'message:wamid.2']);
	});

	it('with a length that is too short its signature does not fit, and its rest is no request', async () => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body, { 'content-length': String(body.length - 5) }) + body);
		expect(await connection.ended()).not.toContain('HTTP/1.1 200');
		expect(await scene.kept()).toEqual([]);
		expect(await rejected('malformed')).toBe(1);
	});

	it('with two lengths it is no valid HTTP', async () => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body, { 'transfer-encoding': 'chunked', 'content-length': '5' }) + body);
		const heard = await connection.ended();
		expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
		expect(heard).toContain('{"error":"The request isn\'t valid HTTP."}');
	});

	it('with headers that are too large it is refused with 431', async () => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body, { 'x-large': 'x'.repeat(100_000) }));
		expect(await connection.ended()).toMatch(/^HTTP\/1\.1 431 /);
	});

	it('cut off in the middle it leaves nothing behind', async () => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body) + body.slice(0, 50));
		await until(async () => (await scene.metric('bytes_in_flight')) === 50);
		connection.cut();
		await until(async () => (await rejected('aborted')) === 1);
		expect([await scene.metric('bytes_in_flight'), await scene.kept()]).toEqual([0, []]);
	});
});

describe('who takes too long', () => {
	const slow = { headersTimeout: 100, requestTimeout: 200 };

	it.each([
		['nothing at all', ''],
		['half a head', 'POST /webhook HTTP/1.1\r\nhost: rec'],
		['half a body', headOf(messageBody('wamid.1')) + messageBody('wamid.1').slice(0, 50)],
	])('with %s is answered 408, and the connection ends', async (_, begun) => {
		scene = await openReceiverScene({ limits: slow });
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(begun);
		expect(await connection.ended()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*didn't arrive in time/);
		await until(async () => (await rejected('timeout')) === 1);
		expect(await scene.metric('bytes_in_flight')).toBe(0);
	});
});

describe('too much at once', () => {
	it('is answered 503 with Retry-After as soon as the deliveries that wait for the store are enough', async () => {
		const { asked, go, waiting } = await openWaitingScene({ limits: { deliveriesInFlight: 2 } });
		const first = [waiting('wamid.1'), waiting('wamid.2')];
		await until(() => asked.length === 2);
		const third = await scene.post(messageBody('wamid.3'));
		expect(third).toEqual({
			status: 503,
			body: { error: 'Too many deliveries are in progress. Send again in a moment.' },
		});
		expect(asked.sort()).toEqual(['message:wamid.1', 'message:wamid.2']);
		go();
		expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
		expect((await scene.post(messageBody('wamid.3'))).status).toBe(200);
		expect(await scene.metric('deliveries_in_flight')).toBe(0);
	});

	it('is answered 503 as soon as the bytes that came are too many, and taken again when they are let go', async () => {
		const body = 'x'.repeat(900);
		scene = await openReceiverScene({ limits: { bytesInFlight: 1_000 } });
		const begun = await openRawConnection(scene.receiver.url);
		begun.write(headOf(body) + body.slice(0, 800));
		await until(async () => (await scene.metric('bytes_in_flight')) === 800);
		expect((await scene.post('y'.repeat(200))).status).toBe(200);
		expect((await scene.post('y'.repeat(201))).status).toBe(503);
		begun.write(body.slice(800));
		await begun.answered('HTTP/1.1 200');
		begun.cut();
		expect((await scene.post('y'.repeat(201))).status).toBe(200);
		expect(await scene.metric('bytes_in_flight')).toBe(0);
	});

	it('never holds more than it may, whatever is thrown at it, and answers all of it', async () => {
		const limits = { bytesInFlight: 1_000_000, deliveriesInFlight: 10 };
		const { go, waiting } = await openWaitingScene({ limits });
		const flood = [
			...Array.from({ length: 100 }, (_, each) => waiting(`wamid.${each}`)),
			...Array.from({ length: 100 }, () => scene.post('x'.repeat(100_000))),
		];
		let isOver = false;
		const over = Promise.all(flood).finally(() => (isOver = true));
		const held: number[][] = [];
		await until(async () => {
			held.push([await scene.metric('bytes_in_flight'), await scene.metric('deliveries_in_flight')]);
			if (held.length === 20) go();
			return isOver;
		});
		const statuses = (await over).map(({ status }) => status);
		expect(Math.max(...held.map(([bytes]) => bytes!))).toBeLessThanOrEqual(1_000_000);
		expect(Math.max(...held.map(([, deliveries]) => deliveries!))).toBe(10);
		expect(new Set(statuses)).toEqual(new Set([200, 503]));
		expect(await scene.metric('deliveries_accepted_total')).toBe(
			statuses.filter((each) => each === 200).length,
		);
		expect([await scene.metric('bytes_in_flight'), await scene.metric('deliveries_in_flight')]).toEqual([
			0, 0,
		]);
	});
});

describe('stopping', () => {
	it('takes nothing new, answers what was begun, and ends the connections that wait for nothing', async () => {
		const { asked, go, waiting } = await openWaitingScene();
		const idle = await openRawConnection(scene.receiver.url);
		const used = await openRawConnection(scene.receiver.url);
		const body = messageBody('wamid.before');
		used.write(headOf(body) + body);
		await used.answered('HTTP/1.1 200');
		const begun = waiting('wamid.begun');
		await until(() => asked.length === 1);

		const closed = scene.receiver.close();
		await Promise.all([idle.ended(), used.ended()]);
		await expect(openRawConnection(scene.receiver.url)).rejects.toThrow('ECONNREFUSED');
		go();
		expect((await begun).status).toBe(200);
		await closed;
		expect(await scene.kept()).toEqual(['message:wamid.before', 'message:wamid.begun']);
	});

	it('takes a delivery whose body is still on its way', async () => {
		scene = await openReceiverScene();
		const body = messageBody('wamid.1');
		const uploading = await openRawConnection(scene.receiver.url);
		uploading.write(headOf(body) + body.slice(0, 50));
		await until(async () => (await scene.metric('bytes_in_flight')) === 50);
		const closed = scene.receiver.close();
		uploading.write(body.slice(50));
		expect(await uploading.ended()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
		await closed;
	});

	it('may be asked for twice', async () => {
		scene = await openReceiverScene();
		await Promise.all([scene.receiver.close(), scene.receiver.close()]);
		await scene.receiver.close();
	});
});
