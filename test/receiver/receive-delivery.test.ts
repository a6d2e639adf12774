import { systemRuntime } from '../../base';
import type { Engine, MessagingEvent, Store } from '../../engine';
import { createEngine, signPayload } from '../../engine';
import { openStore } from '../../store';
import type { ReceiveOptions } from '../../receiver';
import { receiveDelivery } from '../../receiver';
import { CUSTOMER, handover } from '../support/wire';

const SECRET = 'signing secret';
const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

let store: Store;
let engine: Engine;
let localTime: number;

beforeEach(async () => {
	localTime = NOW;
	const clock = () => localTime;
	store = await openStore('sqlite::memory:', { runtime: { ...systemRuntime, now: clock, monotonic: clock } });
	engine = createEngine({ store });
});
afterEach(() => store.close());

const body = (id: string, at = NOW) =>
	JSON.stringify({
		entry: [
			{
				id: 'A',
				changes: [
					{
						field: 'messages',
						value: {
							metadata: { phone_number_id: '100' },
							messages: [
								{
									id,
									from: '491701234567',
									timestamp: String(at / 1_000),
									type: 'text',
									text: { body: 'Hi' },
								},
							],
						},
					},
				],
			},
		],
	});

const start = { trigger: 'workflow/node', wants: ({ kind }: MessagingEvent) => kind === 'message' };

type Given = Partial<ReceiveOptions> & { signature?: string };

function receive(text: string, { signature = signPayload(text, SECRET), ...options }: Given = {}) {
	return receiveDelivery(
		{ rawBody: Buffer.from(text), signature },
		{ engine, secret: SECRET, start, ...options },
	);
}

const kept = async () => (await store.inbox.read()).map(({ event }) => event);

it('answers 200 after the events are kept, and says which start an execution', async () => {
	const receipt = await receive(body('wamid.1'));
	expect(receipt).toMatchObject({
		status: 200,
		body: { received: 1, duplicates: 0 },
		toStart: [{ id: 'message:wamid.1' }],
	});
	expect(await kept()).toMatchObject([{ id: 'message:wamid.1' }]);
});

it.each([
	['another secret', { signature: signPayload(body('wamid.1'), 'another') }],
	['another body', { signature: signPayload(body('wamid.2'), SECRET) }],
	['no signature', { signature: '' }],
])('answers 401 to %s, and keeps nothing', async (_, given) => {
	expect(await receive(body('wamid.1'), given)).toMatchObject({ status: 401, toStart: [] });
	expect(await kept()).toEqual([]);
});

it('keeps a signed body that is no JSON as unknown, and answers 200', async () => {
	expect(await receive('no JSON')).toMatchObject({ status: 200, toStart: [] });
	expect(await kept()).toMatchObject([{ kind: 'unknown', raw: 'no JSON' }]);
});

it('answers 503 when the store takes nothing', async () => {
	await store.close();
	const receipt = await receive(body('wamid.1'));
	expect(receipt.status).toBe(503);
	expect(receipt.body.error).toContain("The store didn't accept the delivery");
});

describe('starting an execution, in two phases', () => {
	it('a redelivery is not started again once the first is confirmed', async () => {
		await (await receive(body('wamid.1'))).settle('confirmed');
		expect(await receive(body('wamid.1'))).toMatchObject({
			status: 200,
			body: { received: 0, duplicates: 1 },
			toStart: [],
		});
	});

	it('a redelivery is started once the first is released', async () => {
		await (await receive(body('wamid.1'))).settle('released');
		expect(await receive(body('wamid.1'))).toMatchObject({
			status: 200,
			toStart: [{ id: 'message:wamid.1' }],
		});
	});

	it('a redelivery is answered 503 while the first is being answered, so that it comes again', async () => {
		const first = await receive(body('wamid.1'));
		expect(await receive(body('wamid.1'))).toMatchObject({ status: 503, toStart: [] });
		await first.settle('confirmed');
		expect(await receive(body('wamid.1'))).toMatchObject({ status: 200, toStart: [] });
	});

	it.each([
		[59_999, 503],
		[60_000, 200],
	])('%p ms after a first whose end nobody heard a redelivery is answered %p', async (later, status) => {
		await receive(body('wamid.1'));
		localTime += later;
		expect((await receive(body('wamid.1'))).status).toBe(status);
	});

	it('another trigger starts an execution of its own', async () => {
		await (await receive(body('wamid.1'))).settle('confirmed');
		const another = { ...start, trigger: 'another/node' };
		expect(await receive(body('wamid.1'), { start: another })).toMatchObject({
			toStart: [{ id: 'message:wamid.1' }],
		});
	});
});

describe('an event dated later than now', () => {
	it('makes the receiver ask the gateway what time it is, and keeps its date where the gateway agrees', async () => {
		const measureClock = jest.fn(async () => engine.observeClock('100', NOW + 25 * HOUR));
		await receive(body('wamid.1', NOW + 25 * HOUR), { measureClock });
		expect(measureClock).toHaveBeenCalledWith('100');
		expect(await kept()).toMatchObject([{ at: NOW + 25 * HOUR }]);
	});

	it('is dated five minutes later than its receipt at most, where the gateway does not', async () => {
		await receive(body('wamid.1', NOW + 25 * HOUR), {
			measureClock: async () => engine.observeClock('100', NOW),
		});
		expect(await kept()).toMatchObject([{ at: NOW + 300_000 }]);
	});

	it('within five minutes is taken as it is, and nobody is asked', async () => {
		const measureClock = jest.fn(async () => {});
		await receive(body('wamid.1', NOW + 300_000), { measureClock });
		expect(measureClock).not.toHaveBeenCalled();
		expect(await kept()).toMatchObject([{ at: NOW + 300_000 }]);
	});
});

describe('a delivery that names no number', () => {
	const standby = JSON.parse(
		body('standby')
			.replace('"messages":[', '"standby":{"messages":[')
			.replace(/\]\}\}\]\}\]\}$/, ']}}}]}]}'),
	) as {
		entry: Array<{ changes: Array<{ field: string; value: { metadata?: unknown } }> }>;
	};
	const [change] = standby.entry[0]!.changes;
	change!.field = 'standby';
	delete change!.value.metadata;
	const text = JSON.stringify(standby);
	const holder = async () => (await engine.conversation({ channel: '100', to: '491701234567' })).holder;

	it('is of the number whose deliveries come here', async () => {
		expect(await receive(text, { channel: '100' })).toMatchObject({ status: 200, received: 1, unplaced: 0 });
		expect(await holder()).toBe('agent');
	});

	it('is of the number that its secret is bound to', async () => {
		const secrets = [{ secret: SECRET, channels: ['100'], accounts: ['A'] }];
		const taken = await receive(text, { secret: undefined, secrets });
		expect(taken).toMatchObject({ status: 200, beyondSecret: 0, unplaced: 0 });
		expect(await holder()).toBe('agent');
	});

	it('is kept and counted if nobody knows it', async () => {
		expect(await receive(text)).toMatchObject({ status: 200, received: 1, unplaced: 1 });
		expect(await holder()).toBe('business');
	});
});

describe('a handover with a role that nobody knows', () => {
	const passed = JSON.stringify(handover({ at: NOW, to: 'agent', channel: '100' })).replace(
		'"business"',
		'"acme_bot"',
	);

	it('is told once, with the role', async () => {
		const unclear = [expect.stringContaining('acme_bot')];
		expect(await receive(passed)).toMatchObject({ status: 200, received: 1, unclear });
		expect(await receive(passed)).toMatchObject({ status: 200, received: 0, unclear: [] });
	});

	it('says nothing if it is what the provider calls its agent', async () => {
		expect(await receive(passed, { agentRole: 'acme_bot' })).toMatchObject({ received: 1, unclear: [] });
		expect((await engine.conversation({ channel: '100', to: CUSTOMER })).holder).toBe('business');
	});
});

describe('a trigger that starts when a person has answered with another system', () => {
	const wants = async (event: MessagingEvent) =>
		(await engine.reactionsTo(event)).some(({ name }) => name === 'human-replied');
	const status = (name: string) => {
		const [pricing, recipient_id] = [{ category: 'service' }, '491701234567'];
		const timestamp = String(NOW / 1_000);
		const statuses = [{ id: 'wamid.desk', status: name, timestamp, recipient_id, pricing }];
		const value = { metadata: { phone_number_id: '100' }, statuses };
		return JSON.stringify({ entry: [{ id: 'A', changes: [{ field: 'messages', value }] }] });
	};
	const take = (name: string) => receive(status(name), { start: { trigger: 'workflow/node', wants } });
	const startedBy = async (name: string) => (await take(name)).toStart.map(({ id }) => id);

	it('starts with the first status of the message, and with no other', async () => {
		expect(await startedBy('sent')).toEqual(['status:wamid.desk:sent']);
		expect(await startedBy('delivered')).toEqual([]);
	});

	it('starts once, if two statuses come at the same moment', async () => {
		const started = await Promise.all([startedBy('sent'), startedBy('delivered')]);
		expect(started.flat()).toHaveLength(1);
	});

	it('starts with the same status again, if the execution couldn’t be started', async () => {
		const { settle } = await take('sent');
		expect(await startedBy('delivered')).toEqual([]);
		await settle('released');
		expect(await startedBy('sent')).toEqual(['status:wamid.desk:sent']);
	});
});

describe('a trigger that waits for silence', () => {
	const waiting = (atOnce = false) => ({
		start: { ...start, gather: { silenceMs: 8_000, atMostMs: 60_000, how: () => ({ atOnce }) } },
	});
	const claim = () => store.bursts.claim(start.trigger, { limit: 10, leaseMs: 1_000, token: 't' });

	it('takes a message in, and starts nothing with it until its burst is due', async () => {
		const receipt = await receive(body('m1'), waiting());
		expect([receipt.status, receipt.toStart, receipt.received]).toEqual([200, [], 1]);
		expect(await claim()).toEqual([]);
		localTime += 8_000;
		expect(await claim()).toMatchObject([{ events: [{ event: { id: 'message:m1' } }] }]);
	});

	it('starts what need not wait, and nothing waits', async () => {
		const alone = {
			...start,
			gather: { ...waiting().start.gather, how: () => ({ atOnce: true, alone: true as const }) },
		};
		const receipt = await receive(body('m1'), { start: alone });
		expect(receipt.toStart).toMatchObject([{ id: 'message:m1' }]);
		expect(await store.bursts.any(start.trigger)).toBe(false);
	});

	it('asks for the delivery again while another one starts the same event, and then it does not wait', async () => {
		const other = await receive(body('m1'));
		expect((await receive(body('m1'), waiting())).status).toBe(503);
		await other.settle('confirmed');
		expect((await receive(body('m1'), waiting())).status).toBe(200);
		expect(await store.bursts.any(start.trigger)).toBe(false);
	});
});
