import { parseWebhook, placeEvents } from '../../../engine';
import { INTENT, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { ACCOUNT, CHANNEL, CUSTOMER, customerMessage, DAY, HOUR, MINUTE } from '../../support/wire';

interface Value {
	metadata?: unknown;
}

/** A delivery as the interface's standby row has it: nothing names the number. */
function withoutMetadata(body: ReturnType<typeof customerMessage>) {
	for (const { changes } of body.entry) for (const { value } of changes) delete (value as Value).metadata;
	return body;
}

const standby = (at: number) => withoutMetadata(customerMessage({ at, standby: true }));

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const decide = (channel = CHANNEL) => scene.engine.decide({ ...INTENT, channel });
const ingest = (body: unknown, channel?: string) =>
	scene.engine.ingest(
		channel === undefined
			? parseWebhook(body, scene.clock.now)
			: placeEvents(parseWebhook(body, scene.clock.now), channel),
	);

describe('an event whose delivery names no number', () => {
	it('is of the number that the receiver was told', async () => {
		const { fresh, unplaced } = await ingest(standby(NOW), CHANNEL);
		expect(fresh).toMatchObject([{ channel: CHANNEL }]);
		expect(unplaced).toEqual([]);
		expect(await decide()).toMatchObject({ action: 'hold', rule: 'agent-holds' });
	});

	it('is of the only number that its account is known to have', async () => {
		await scene.receive(customerMessage({ at: NOW - 3 * DAY }));
		expect((await ingest(standby(NOW))).fresh).toMatchObject([{ channel: CHANNEL }]);
		expect(await decide()).toMatchObject({ rule: 'agent-holds' });
	});

	it('counts at its own time once the number is known, whoever kept it', async () => {
		const { unplaced } = await ingest(standby(NOW - 2 * HOUR));
		expect(unplaced).toMatchObject([{ contact: CUSTOMER, account: ACCOUNT }]);
		expect((await decide()).facts.window).toBe('closed');
		await scene.receive(customerMessage({ at: NOW, from: '4915111' }));
		expect(await decide()).toMatchObject({
			rule: 'agent-holds',
			facts: { windowClosesAt: NOW - 2 * HOUR + DAY },
		});
	});

	it('changes nothing that is newer when it is counted late', async () => {
		await ingest(standby(NOW - 2 * HOUR));
		await scene.receive(customerMessage({ at: NOW - HOUR }));
		expect((await decide()).facts).toMatchObject({
			holder: 'business',
			windowClosesAt: NOW - HOUR + DAY,
		});
	});

	it('is kept, and counts for none of several numbers', async () => {
		await scene.receive(
			customerMessage({ at: NOW - 3 * DAY }),
			customerMessage({ at: NOW - 3 * DAY, channel: '999', id: 'wamid.other' }),
		);
		expect((await ingest(standby(NOW))).unplaced).toHaveLength(1);
		expect((await scene.store.inbox.read()).at(-1)!.event).toMatchObject({ contact: CUSTOMER });
		for (const channel of [CHANNEL, '999']) expect((await decide(channel)).facts.window).toBe('closed');
	});

	it('of another account waits for that account’s number', async () => {
		await ingest(withoutMetadata(customerMessage({ at: NOW, account: 'other' })));
		await scene.receive(customerMessage({ at: NOW - 3 * DAY }));
		expect((await decide()).facts.window).toBe('closed');
		await scene.receive(
			customerMessage({ at: NOW - 3 * DAY, account: 'other', channel: '999', id: 'wamid.other' }),
		);
		expect((await decide('999')).facts.window).toBe('open');
	});

	it('a metadata of its own counts more than what the receiver was told', async () => {
		const { fresh } = await ingest(customerMessage({ at: NOW, channel: '999' }), CHANNEL);
		expect(fresh).toMatchObject([{ channel: '999' }]);
	});
});

it('the state is the same in any order of arrival', async () => {
	const bodies = [
		standby(NOW - 4 * HOUR),
		withoutMetadata(customerMessage({ at: NOW - 3 * HOUR })),
		customerMessage({ at: NOW - 5 * HOUR, from: '4915111' }),
		standby(NOW - 10 * MINUTE),
	];
	const orders = bodies.flatMap((_, from) => [
		[...bodies.slice(from), ...bodies.slice(0, from)],
		[...bodies.slice(from), ...bodies.slice(0, from)].reverse(),
	]);
	const states = [];
	for (const order of orders) {
		const { engine, store, close } = await openEngineScene();
		for (const body of order) await engine.ingest(parseWebhook(body, NOW));
		states.push((await store.readDecisionState({ channel: CHANNEL, contact: CUSTOMER })).conversation);
		await close();
	}
	for (const state of states) expect(state).toEqual(states[0]);
});
