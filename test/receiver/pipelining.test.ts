import type { Store } from '../../engine';
import { openStore } from '../../store';
import { until } from '../support/until';
import { headOf, openRawConnection } from './support/raw-connection';
import type { ReceiverScene } from './support/receiver-scene';
import { messageBody, openReceiverScene } from './support/receiver-scene';

let scene: ReceiverScene;
afterEach(() => scene.close());

const ASKED = 'GET /healthz HTTP/1.1\r\nhost: receiver\r\n\r\n';
const rejected = (reason: string) => scene.metric(`requests_rejected_total{reason="${reason}"}`);

/** A receiver whose store says how many ask it at a time, and answers once `go` is called. */
async function openAskedScene(limits = {}) {
	const asking = { now: 0, most: 0 };
	let go = () => {};
	const going = new Promise<void>((resolve) => (go = resolve));
	const real = await openStore('sqlite::memory:');
	const retention: Store['retention'] = {
		...real.retention,
		async read() {
			asking.now += 1;
			asking.most = Math.max(asking.most, asking.now);
			await going;
			asking.now -= 1;
			return await real.retention.read();
		},
	};
	scene = await openReceiverScene({ store: { ...real, retention }, limits });
	return { asking, go: () => go() };
}

describe('requests that come before the answer to an earlier one', () => {
	it('are answered one at a time, in their order', async () => {
		const { asking, go } = await openAskedScene();
		const connection = await openRawConnection(scene.receiver.url);
		const body = messageBody('wamid.1');
		connection.write(ASKED.repeat(100) + headOf(body) + body + ASKED);
		await until(() => asking.now === 1);
		go();
		const heard = await connection.answered(/"received"[^]*"ok"\}$/);
		expect(asking.most).toBe(1);
		const lengths = heard.match(/content-length: \d+/g)!;
		expect(lengths.findIndex((length) => length !== lengths[0])).toBe(100);
		connection.cut();
	});

	it('end their connection when too many wait', async () => {
		const { asking, go } = await openAskedScene({ waitingRequests: 10 });
		const [patient, greedy] = [
			await openRawConnection(scene.receiver.url),
			await openRawConnection(scene.receiver.url),
		];
		patient.write(ASKED.repeat(6));
		await until(() => asking.now === 1);
		greedy.write(ASKED.repeat(7));
		expect(await greedy.ended()).toBe('');
		go();
		expect((await patient.answered(/^(?:HTTP[^{]*\{[^}]*\}){6}$/)).match(/200 OK/g)).toHaveLength(6);
		expect(await rejected('overload')).toBe(1);
		patient.cut();
	});
});

it('a client that reads no answers is hung up on', async () => {
	scene = await openReceiverScene({ limits: { answerTimeout: 50 } });
	const silent = await openRawConnection(scene.receiver.url, { reads: false });
	const question = `GET /webhook?hub.challenge=${'x'.repeat(10_000)} HTTP/1.1\r\nhost: receiver\r\n\r\n`;
	silent.write(question.repeat(2_000));
	await silent.ended();
});

describe('what follows a delivery on its connection', () => {
	it.each([
		['garbage', 'no HTTP at all\r\n\r\n'],
		['a broken body', 'POST /webhook HTTP/1.1\r\ntransfer-encoding: chunked\r\nhost: x\r\n\r\nno length\r\n'],
	])('%s does not take its answer away, and ends the connection', async (_, garbage) => {
		scene = await openReceiverScene();
		const body = messageBody('wamid.1');
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf(body) + body + garbage);
		const heard = await connection.ended();
		expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
		expect(heard).toMatch(/connection: close/i);
		expect(await scene.kept()).toEqual(['message:wamid.1']);
		expect(await rejected('malformed')).toBe(1);
	});
});

it.each([
	['', "The signature header doesn't contain a signature."],
	['ab', "The signature header doesn't contain a signature."],
])(
	'a delivery with the signature "%s" is refused before its body comes, and the connection ends',
	async (signature, error) => {
		scene = await openReceiverScene();
		const connection = await openRawConnection(scene.receiver.url);
		connection.write(headOf('', { 'content-length': '1000', 'x-provider-signature': signature }));
		expect(await connection.answered('}')).toMatch(
			new RegExp(`^HTTP/1\\.1 401 [^]*connection: close[^]*${error}`, 'i'),
		);
		expect(await scene.metric('bytes_in_flight')).toBe(0);
		await connection.ended();
	},
);

it('/metrics of the deliveries’ port answers 404, and says where figures are', async () => {
	scene = await openReceiverScene();
	const { status, text } = await scene.get('/metrics');
	expect([status, text]).toEqual([404, expect.stringContaining('--metrics-port')]);
	expect(new URL(scene.receiver.metricsUrl!).hostname).toBe('127.0.0.1');
});

it('the answer of a store that takes nothing names no cause; the incident does', async () => {
	scene = await openReceiverScene();
	await scene.store.close();
	const { status, body } = await scene.post(messageBody('wamid.1'));
	expect([status, body]).toEqual([503, { error: "The store didn't accept the delivery." }]);
	expect(scene.incidents).toMatchObject([{ reason: 'store', cause: expect.stringMatching(/\w/) as unknown }]);
});
