import { systemRuntime } from '../../base';
import type { Engine, Store } from '../../engine';
import { createEngine, findPolicy, parseWebhook } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { remind, timeToRemind } from '../../nodes/BusinessMessaging/message/wait/continue-execution';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { createSender } from '../../sending';
import { openStore } from '../../store';

const CUSTOMER = '491701234567';
const WAIT = { id: 'a', resumeUrl: 'http://n8n/7' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

let sandbox: Sandbox;
let store: Store;
beforeEach(async () => {
	// A gateway that takes templates in an open window, too.
	sandbox = await startSandbox({ policy: 'platform' });
	await sandbox.control.addTemplate({ name: 'hello', body: 'Do you still want it?' });
	store = await openStore('sqlite::memory:');
});
afterEach(async () => {
	await store.close();
	await sandbox.close();
});

async function connectedWith(policy: string) {
	const { url: baseUrl, apiKey, phoneNumberId: channel } = sandbox;
	const engine: Engine = createEngine({ store, policy: await findPolicy(store, policy) });
	const gateway = createGatewayClient({ baseUrl, apiKey });
	const sender = createSender({ engine, gateway });
	return { credential: { channel }, store, engine, gateway, sender } as never as Parameters<typeof remind>[0];
}

const channelOf = () => sandbox.phoneNumberId;

/** A question that is open. The customer wrote so long ago (ms). */
async function asked(policy: string, ago: number) {
	const connected = await connectedWith(policy);
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hello' });
	await sandbox.control.idle();
	for (const { payload } of await sandbox.control.deliveries()) {
		await connected.engine.ingest(parseWebhook(payload));
	}
	await sandbox.clock.advance(ago);
	await connected.sender.freshenClock(channelOf());
	const intent = { channel: channelOf(), to: CUSTOMER, template: { name: 'hello', language: 'en_US' } };
	await store.waits.ask(
		{
			...WAIT,
			token: 'token',
			channel: channelOf(),
			contact: CUSTOMER,
			question: { kind: 'text' },
			askedAt: await connected.engine.now(channelOf()),
			reminder: { intent, components: [], policy },
		},
		systemRuntime.now(),
	);
	await store.waits.sent('a', 'wamid.question', 1);
	return connected;
}

const templates = () => sandbox.control.sent().filter(({ type }) => type === 'template').length;
const dueIn = async () => ((await store.waits.nextDue()) ?? NaN) - systemRuntime.now();

it('it is time 10 minutes before the window closes', async () => {
	const connected = await asked('platform', DAY - 15 * MINUTE);
	const at = (await timeToRemind(connected, CUSTOMER))! - systemRuntime.now();
	expect(Math.round(at / MINUTE)).toBe(5);
});

it('the template goes out then, once, if the policy sends templates in an open window', async () => {
	const connected = await asked('platform', DAY - 10 * MINUTE + 10 * SECOND);
	await remind(connected, (await store.waits.open(WAIT))!);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(1);
	expect(await store.waits.nextDue()).toBeUndefined();
});

it('a policy that holds it until the window has closed has it looked at again then', async () => {
	const connected = await asked('strict', DAY - 10 * MINUTE + 10 * SECOND);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(0);
	expect(Math.round((await dueIn()) / MINUTE)).toBe(10);
	await sandbox.clock.advance(10 * MINUTE);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(1);
});

it('a gateway that refuses it in an open window, against the policy, has it sent once the window has closed', async () => {
	await sandbox.control.configure({ policy: 'strict' });
	const connected = await asked('platform', DAY - 10 * MINUTE + 10 * SECOND);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(0);
	expect(Math.round((await dueIn()) / MINUTE)).toBe(10);
	await sandbox.clock.advance(10 * MINUTE);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(1);
	expect(await store.waits.nextDue()).toBeUndefined();
});

it('a customer who has written meanwhile is reminded later', async () => {
	const connected = await asked('platform', 60 * MINUTE);
	await remind(connected, (await store.waits.open(WAIT))!);
	expect(templates()).toBe(0);
	expect(Math.round((await dueIn()) / MINUTE)).toBe(1_440 - 60 - 10);
});
