import { headOf, openRawConnection } from './support/raw-connection';
import type { ReceiverScene } from './support/receiver-scene';
import { messageBody, openReceiverScene } from './support/receiver-scene';
import { standingClock } from '../support/standing-clock';
import { until } from '../support/until';

let scene: ReceiverScene;
afterEach(() => scene.close());

const inFlight = () => scene.metric('bytes_in_flight');
const rejected = (reason: string) => scene.metric(`requests_rejected_total{reason="${reason}"}`);

/** A connection that says how long its body is, and stops before its end. */
async function stall(count: number, length = 10_000, signature = 'ab'.repeat(32)) {
	const before = await inFlight();
	const connection = await openRawConnection(scene.receiver.url);
	const headers = { 'content-length': String(length), 'x-provider-signature': signature };
	connection.write(headOf('', headers) + 'x'.repeat(count));
	await until(async () => (await inFlight()) === before + count);
	return connection;
}

describe('bodies that stall', () => {
	it('give way to a delivery that needs their memory, the slowest first', async () => {
		const time = standingClock();
		scene = await openReceiverScene({
			runtime: time.runtime,
			limits: { bytesInFlight: 2_000, slowestBody: 1_000 },
		});
		const slowest = await stall(600);
		const slow = await stall(900);
		time.now += 1_000;
		expect((await scene.post(messageBody('wamid.1') + ' '.repeat(200))).status).toBe(200);
		expect(await slowest.answered('}')).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
		expect([await inFlight(), await rejected('overload')]).toEqual([900, 1]);
		slow.cut();
	});

	it('stay where nobody needs their memory', async () => {
		const time = standingClock();
		scene = await openReceiverScene({ runtime: time.runtime });
		const stalled = await stall(600);
		time.now += 20_000;
		expect((await scene.post(messageBody('wamid.1'))).status).toBe(200);
		expect(await inFlight()).toBe(600);
		stalled.cut();
	});

	it('and those that arrive fast enough, or came within the last second, do not', async () => {
		const time = standingClock();
		scene = await openReceiverScene({
			runtime: time.runtime,
			limits: { bytesInFlight: 2_000, slowestBody: 1_000 },
		});
		const fast = await stall(1_500);
		time.now += 999;
		expect((await scene.post('y'.repeat(600))).status).toBe(503);
		time.now += 1;
		expect((await scene.post('y'.repeat(600))).status).toBe(503);
		time.now += 501;
		expect((await scene.post('y'.repeat(600))).status).toBe(200);
		expect(await fast.answered('}')).toMatch(/^HTTP\/1\.1 503 /);
	});
});

describe('limits of an address, which are off by default', () => {
	it('end the connections beyond those that it may have', async () => {
		scene = await openReceiverScene({ limits: { connectionsPerAddress: 2 } });
		const open = [await openRawConnection(scene.receiver.url), await openRawConnection(scene.receiver.url)];
		expect(await (await openRawConnection(scene.receiver.url)).ended()).toBe('');
		expect(await rejected('overload')).toBe(1);
		open[0]!.cut();
		await until(async () => {
			const another = await openRawConnection(scene.receiver.url);
			another.write('GET /healthz HTTP/1.1\r\nhost: receiver\r\n\r\n');
			return await another.answered('200 OK').then(
				() => true,
				() => false,
			);
		});
		for (const connection of open) connection.cut();
	});

	it('refuse the bytes beyond those that it may have in flight', async () => {
		scene = await openReceiverScene({ limits: { bytesPerAddress: 1_000 } });
		const stalled = await stall(800);
		expect((await scene.post('y'.repeat(201))).status).toBe(503);
		expect((await scene.post('y'.repeat(200))).status).toBe(200);
		stalled.cut();
		await until(async () => (await inFlight()) === 0);
		expect((await scene.post('y'.repeat(1_000))).status).toBe(200);
	});
});
