import { parseWebhook, placeEvents } from '../../engine';
import { otherNumberOf } from '../../nodes/BusinessMessagingTrigger/other-number';
import type { EngineScene } from '../support/engine-scene';
import { INTENT, listed, NOW, openEngineScene } from '../support/engine-scene';
import { ACCOUNT, CHANNEL, customerMessage } from '../support/wire';

/** The ID in the credential. The gateway delivers for CHANNEL. */
const WRONG = '456876897952963';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const read = (body: unknown = customerMessage({ at: NOW })) => parseWebhook(body, NOW);
const otherNumber = (channel: string, events = read()) =>
	otherNumberOf(() => events, { store: scene.store, channel });

/** A delivery as the interface's standby row has it: it names the account, and no number. */
function withoutNumber(events = read(customerMessage({ at: NOW, standby: true }))) {
	return events.map((event) => ({ ...event, channel: undefined }));
}

it('a delivery for another number shows that the ID in the credential is wrong', async () => {
	expect(await otherNumber(WRONG)).toBe(CHANNEL);
});

it('a delivery for the number of the credential shows nothing', async () => {
	expect(await otherNumber(CHANNEL)).toBeUndefined();
});

it('a delivery that names no number shows nothing', async () => {
	expect(await otherNumber(WRONG, withoutNumber())).toBeUndefined();
});

describe('an ID counts as right', () => {
	it('once a delivery for it came, even to another process', async () => {
		await scene.receive(customerMessage({ at: NOW, channel: WRONG }));
		expect(await otherNumber(WRONG)).toBeUndefined();
	});

	it('once a delivery had events of several numbers, its own among them', async () => {
		const both = [...read(), ...read(customerMessage({ at: NOW, channel: WRONG, id: 'wamid.other' }))];
		expect(await otherNumber(WRONG, both)).toBeUndefined();
		expect(await otherNumber(WRONG)).toBeUndefined();
	});

	it('not by what we recorded under it: decisions, sends, the agent, the time, and templates', async () => {
		const { engine } = scene;
		const to = '491701111111';
		await engine.decide({ ...INTENT, channel: WRONG, account: ACCOUNT });
		await engine.observeClock(WRONG, NOW + 60_000);
		await engine.record(
			{ kind: 'sent', channel: WRONG, to, messageId: 'wamid.sent', contacts: [{ input: to, wa_id: to }] },
			{ kind: 'thread-control', channel: WRONG, to, action: 'pass' },
			{ ...listed('APPROVED'), channel: WRONG },
		);
		expect(await otherNumber(WRONG)).toBe(CHANNEL);
	});

	it('not by events that were put to it because their deliveries name no number', async () => {
		await scene.engine.ingest(placeEvents(withoutNumber(), WRONG));
		expect(await otherNumber(WRONG)).toBe(CHANNEL);
	});

	it('still after such an event', async () => {
		await scene.receive(customerMessage({ at: NOW - 1_000, channel: WRONG }));
		await scene.engine.ingest(placeEvents(withoutNumber(), WRONG));
		expect(await otherNumber(WRONG)).toBeUndefined();
	});
});
