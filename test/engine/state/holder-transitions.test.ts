import type { EngineOutcome } from '../../../engine';
import type { HolderSign } from '../../../engine/state/holder-transitions';
import { HOLDER_TRANSITIONS } from '../../../engine/state/holder-transitions';
import { INTENT, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { agentEcho, CHANNEL, CUSTOMER, customerMessage, handover, HOUR, SECOND } from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	scene.clock.now = NOW + HOUR;
});
afterEach(() => scene.close());

const holder = async () => (await scene.engine.decide(INTENT)).facts.holder;
const act = (outcome: Partial<EngineOutcome>) =>
	scene.engine.record({ channel: CHANNEL, to: CUSTOMER, at: NOW, ...outcome } as EngineOutcome);
const control = (action: 'release' | 'pass' | 'take') => act({ kind: 'thread-control', action });

const SIGNS: Record<HolderSign, () => Promise<unknown>> = {
	sent: () => act({ kind: 'sent', messageId: 'wamid.1' }),
	release: () => control('release'),
	pass: () => control('pass'),
	take: () => control('take'),
	'handover-to-agent': () => scene.receive(handover({ at: NOW, to: 'agent' })),
	'handover-to-business': () => scene.receive(handover({ at: NOW, to: 'business' })),
	'handover-to-other': () => scene.receive(handover({ at: NOW, to: 'other' })),
	message: () => scene.receive(customerMessage({ at: NOW })),
	'standby-message': () => scene.receive(customerMessage({ at: NOW, standby: true })),
	'agent-reply': () => scene.receive(agentEcho({ at: NOW })),
};

describe('each row of the table of conversation control', () => {
	it.each(HOLDER_TRANSITIONS)('$from: $trigger → $to', async ({ from, sign, to }) => {
		const before = from === 'any' ? (to === 'agent' ? 'business' : 'agent') : from;
		await scene.receive(customerMessage({ at: NOW - HOUR, standby: before === 'agent' }));
		expect(await holder()).toBe(before);
		await SIGNS[sign]();
		expect(await holder()).toBe(to);
	});
});

describe('a release, with and without a handover event', () => {
	beforeEach(async () => {
		await scene.receive(customerMessage({ at: NOW - HOUR }));
		await SIGNS.release();
	});

	it('without one the agent holds from the act on', async () => {
		expect(await holder()).toBe('agent');
	});

	it('with one the agent holds, whichever is heard first', async () => {
		await scene.receive(handover({ at: NOW, to: 'agent' }));
		expect(await holder()).toBe('agent');
	});

	it('an event of the same second that says otherwise counts more than the act', async () => {
		await scene.receive(handover({ at: NOW, to: 'business' }));
		expect(await holder()).toBe('business');
	});

	it('an older event that comes late does not undo it', async () => {
		await scene.receive(handover({ at: NOW - SECOND, to: 'business' }));
		expect(await holder()).toBe('agent');
	});
});
