import type { Engine, MessagingEvent, Store } from '../../engine';
import { createEngine, signPayload } from '../../engine';
import { openStore } from '../../store';
import type { ReceiveOptions } from '../../receiver';
import { receiveDelivery } from '../../receiver';

const SECRET = 'signing secret';
const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

let store: Store;
let engine: Engine;
let localTime: number;

beforeEach(async () => {
	localTime = NOW;
	store = await openStore('sqlite::memory:');
	engine = createEngine({ store, now: () => localTime });
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
