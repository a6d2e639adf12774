import type { Engine, Store } from '../../engine';
import { createEngine, signPayload } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { receiveDelivery } from '../../receiver';
import { startSandbox } from '../../sandbox';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { clientOf } from '../sandbox/support/client';
import { CHANNEL, CUSTOMER, customerMessage, HOUR } from '../support/wire';
import { openReceiverScene } from './support/receiver-scene';
import { standingClock } from '../support/standing-clock';

const SECRET = 'secret';

let store: Store;
let engine: Engine;
let time: ReturnType<typeof standingClock>;
let asked: string[];
let deliveries = 0;

beforeEach(async () => {
	store = await openStore('sqlite::memory:');
	time = standingClock();
	engine = createEngine({ store, runtime: time.runtime });
	asked = [];
});
afterEach(() => store.close());

type Gateway = () => Promise<void>;
type Place = { channel?: string; clockChannels?: string[] | null };
const silent: Gateway = () => new Promise(() => {});
const failing: Gateway = () => Promise.reject(new Error('It is down.'));

/** Takes in a delivery with an event dated ahead. */
function ahead(gateway: Gateway, { channel = CHANNEL, clockChannels = [CHANNEL] }: Place = {}) {
	deliveries += 1;
	const at = Date.now() + HOUR;
	const rawBody = Buffer.from(JSON.stringify(customerMessage({ at, channel, id: `wamid.${deliveries}` })));
	const measureClock = async (of: string) => {
		asked.push(of);
		await gateway();
	};
	const options = { engine, secret: SECRET, measureClock, clockChannels: clockChannels ?? undefined };
	return receiveDelivery({ rawBody, signature: signPayload(rawBody, SECRET) }, options);
}

it('deliveries dated ahead share one reading of the clock', async () => {
	let answer = () => {};
	const gateway = () => new Promise<void>((resolve) => (answer = resolve));
	const both = Promise.all([ahead(gateway), ahead(gateway)]);
	await new Promise((resolve) => setImmediate(resolve));
	answer();
	expect((await both).map(({ status }) => status)).toEqual([200, 200]);
	expect(asked).toEqual([CHANNEL]);
	await ahead(async () => {});
	expect(asked).toEqual([CHANNEL, CHANNEL]);
});

it.each([
	['says nothing', silent],
	['fails', failing],
])('a gateway that %s is not waited for, and is left alone for ten seconds', async (_, gateway) => {
	expect((await ahead(gateway)).status).toBe(200);
	time.now += 9_999;
	expect((await ahead(gateway)).status).toBe(200);
	expect(asked).toEqual([CHANNEL]);
	time.now += 1;
	expect((await ahead(gateway)).status).toBe(200);
	expect(asked).toEqual([CHANNEL, CHANNEL]);
});

it('numbers that are not ours make no calls', async () => {
	expect((await ahead(silent, { channel: 'another' })).status).toBe(200);
	expect(asked).toEqual([]);
});

it('where nobody says which numbers are ours, a few calls run at a time, however many numbers there are', async () => {
	const receipts = await Promise.all(
		Array.from({ length: 50 }, (_, index) =>
			ahead(silent, { channel: `number ${index}`, clockChannels: null }),
		),
	);
	expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
	expect(asked).toHaveLength(8);
});

it('a customer who writes after the gateway’s clock moved on by 25 hours can be answered freely', async () => {
	const sandbox = await startSandbox();
	const { url: baseUrl, apiKey, phoneNumberId: channel, signingSecret: secret } = sandbox;
	const sender = createSender({ engine, gateway: createGatewayClient({ baseUrl, apiKey }) });
	const { measureClock } = sender;
	const scene = await openReceiverScene({ store, secret, measureClock, clockChannels: [channel] });
	await clientOf(sandbox).setWebhook(scene.receiver.url);
	await sandbox.clock.advance(25 * HOUR);
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	await sandbox.control.idle();
	const decision = await engine.decide({ channel, to: CUSTOMER, freeform: true });
	expect(decision).toMatchObject({ action: 'freeform' });
	await scene.receiver.close();
	await sandbox.close();
});
