import type { EngineOutcome } from '../../../engine';
import { createEngine } from '../../../engine';
import type { HolderSign } from '../../../engine/state/holder-transitions';
import { HOLDER_TRANSITIONS } from '../../../engine/state/holder-transitions';
import { INTENT, NOW, OFFER, openEngineScene, type EngineScene } from '../../support/engine-scene';
import {
	agentEcho,
	CHANNEL,
	CUSTOMER,
	customerMessage,
	DAY,
	delivery,
	handover,
	HOUR,
	SECOND,
} from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	scene.clock.now = NOW + HOUR;
});
afterEach(() => scene.close());

const holder = async () => (await scene.engine.decide(INTENT)).facts.holder;
const act = (outcome: Partial<EngineOutcome>) =>
	scene.engine.record({ channel: CHANNEL, to: CUSTOMER, at: NOW, ...outcome } as EngineOutcome);
const control = (action: 'release' | 'pass' | 'take', targetRole?: string) =>
	act({ kind: 'thread-control', action, targetRole });

const SIGNS: Record<HolderSign, () => Promise<unknown>> = {
	sent: () => act({ kind: 'sent', messageId: 'wamid.1' }),
	release: () => control('release'),
	'pass-to-agent': () => control('pass', 'ai_agent'),
	'pass-to-business': () => control('pass', 'customer_service'),
	'pass-to-other': () => control('pass'),
	take: () => control('take'),
	'refused-for-owner': () =>
		act({ kind: 'refused', error: { code: 100, details: 'Another responder owns this thread' } }),
	'handover-to-agent': () => scene.receive(handover({ at: NOW, to: 'agent' })),
	'handover-to-business': () => scene.receive(handover({ at: NOW, to: 'business' })),
	'handover-to-other': () => scene.receive(handover({ at: NOW, to: 'other' })),
	'handover-to-nobody-named': () => scene.receive(handover({ at: NOW, to: 'unnamed' })),
	message: () => scene.receive(customerMessage({ at: NOW })),
	'standby-message': () => scene.receive(customerMessage({ at: NOW, standby: true })),
	'agent-reply': () => scene.receive(agentEcho({ at: NOW })),
};

describe('each row of the table of conversation control', () => {
	it.each(HOLDER_TRANSITIONS)('$from: $trigger → $to', async ({ from, sign, to: mark }) => {
		const to = mark === 'released' ? 'agent' : mark;
		// The agent answers on this number.
		await scene.receive(customerMessage({ at: NOW - HOUR, from: '4915111', standby: true }));
		const before = from === 'any' ? (to === 'agent' ? 'business' : 'agent') : from;
		await scene.receive(customerMessage({ at: NOW - HOUR, standby: before === 'agent' }));
		expect(await holder()).toBe(before);
		await SIGNS[sign]();
		expect(await holder()).toBe(to);
	});
});

describe('what shows nothing of who holds the conversation', () => {
	beforeEach(() => scene.receive(customerMessage({ at: NOW - HOUR, standby: true })));

	it('a template of the business, which anybody may send', async () => {
		await act({ kind: 'sent', messageId: 'wamid.1', template: OFFER });
		expect(await holder()).toBe('agent');
	});

	it('but the event counts, if the gateway sends one after a template', async () => {
		await act({ kind: 'sent', messageId: 'wamid.1', template: OFFER });
		await SIGNS['handover-to-business']();
		expect(await holder()).toBe('business');
	});

	it('a template that is refused, whatever the words', async () => {
		const error = { code: 100, details: 'Another responder owns this thread' };
		await act({ kind: 'refused', template: OFFER, error });
		expect(await holder()).toBe('agent');
	});

	it('a call of the customer', async () => {
		const call = { id: 'wacid.1', from: CUSTOMER, event: 'connect', direction: 'USER_INITIATED' };
		const value = { metadata: { phone_number_id: CHANNEL }, calls: [{ ...call, timestamp: NOW / SECOND }] };
		await scene.receive(delivery('calls', value));
		expect(await holder()).toBe('agent');
	});
});

describe('on a number that has no agent', () => {
	it('a released conversation is nobody’s until the customer writes', async () => {
		const { store, runtime } = scene.engine;
		const engine = createEngine({ store, runtime, agentAnswers: false });
		const holderNow = async () => (await engine.decide(INTENT)).facts.holder;
		await scene.receive(customerMessage({ at: NOW - HOUR }));
		await SIGNS.release();
		expect(await holderNow()).toBe('nobody');
		await scene.receive(customerMessage({ at: NOW + SECOND, id: 'wamid.next' }));
		expect(await holderNow()).toBe('business');
	});
});

describe('an agent that answers on the number holds each conversation by default', () => {
	const isKnown: Array<[string, () => Promise<unknown>]> = [
		['a standby message', () => scene.receive(customerMessage({ at: NOW, from: '4915111', standby: true }))],
		['an echo', () => scene.receive(agentEcho({ at: NOW, to: '4915111' }))],
		['a handover', () => scene.receive(handover({ at: NOW, to: 'business', contact: '4915111' }))],
	];
	const opened = { ...INTENT, lastInboundAt: NOW };

	it('it doesn’t while nothing shows that there is one', async () => {
		expect((await scene.engine.decide(opened)).facts.holder).toBe('business');
	});

	it.each(isKnown)('it is learned from %s', async (_, learn) => {
		await learn();
		expect(await scene.engine.decide(opened)).toMatchObject({
			rule: 'agent-holds',
			facts: { holder: 'agent' },
		});
	});

	it('or switched on', async () => {
		const { store, runtime } = scene.engine;
		const engine = createEngine({ store, runtime, agentAnswers: true });
		expect((await engine.decide(opened)).facts.holder).toBe('agent');
		expect(await engine.conversation(INTENT)).toMatchObject({ holder: 'agent' });
	});

	it('a customer’s message in the field messages shows that the business holds it', async () => {
		await isKnown[0]![1]();
		await scene.receive(customerMessage({ at: NOW }));
		expect((await scene.engine.decide(INTENT)).facts.holder).toBe('business');
	});
});

describe('a conversation in which the customer didn’t write for 24 hours is idle, which no event reports', () => {
	beforeEach(() => {
		scene.clock.now = NOW + DAY;
	});
	const holderOn = async (agentAnswers: boolean | undefined, now: number) => {
		scene.clock.now = now;
		const { store, runtime } = scene.engine;
		const engine = createEngine({ store, runtime, agentAnswers });
		return (await engine.conversation(INTENT)).holder;
	};

	it.each([
		['the business, at its last second', 'message', true, DAY - SECOND, 'business'],
		['the business, where an agent answers', 'message', true, DAY, 'agent'],
		['the business, where no agent answers', 'message', false, DAY, 'business'],
		['the agent, at its last second', 'standby-message', true, DAY - SECOND, 'agent'],
		['the agent', 'standby-message', true, DAY, 'agent'],
		['the agent, which was switched off', 'standby-message', false, DAY, 'nobody'],
	] as const)('%s', async (_, sign, agentAnswers, after, expected) => {
		await SIGNS[sign]();
		expect(await holderOn(agentAnswers, NOW + after)).toBe(expected);
	});

	it.each([
		['another responder, at its last second', true, DAY - SECOND, 'other'],
		['another responder, where an agent answers', true, DAY, 'agent'],
		['another responder, where no agent answers', false, DAY, 'nobody'],
		['another responder, where nobody knows of an agent', undefined, DAY, 'nobody'],
	] as const)('%s', async (_, agentAnswers, after, expected) => {
		await scene.receive(customerMessage({ at: NOW }), handover({ at: NOW + 23 * HOUR, to: 'other' }));
		expect(await holderOn(agentAnswers, NOW + after)).toBe(expected);
	});

	it('a handover after that counts for 24 hours itself', async () => {
		await scene.receive(customerMessage({ at: NOW }), handover({ at: NOW + DAY, to: 'other' }));
		expect(await holderOn(true, NOW + 2 * DAY - SECOND)).toBe('other');
		expect(await holderOn(true, NOW + 2 * DAY)).toBe('agent');
	});

	it('so does one in a conversation that the customer never wrote in', async () => {
		await scene.receive(handover({ at: NOW, to: 'other' }));
		expect(await holderOn(false, NOW + DAY - SECOND)).toBe('other');
		expect(await holderOn(false, NOW + DAY)).toBe('nobody');
	});

	it('the customer’s next message gives it an owner again', async () => {
		await scene.receive(customerMessage({ at: NOW }), handover({ at: NOW, to: 'other' }));
		await scene.receive(customerMessage({ at: NOW + DAY, id: 'wamid.next' }));
		expect(await holderOn(false, NOW + DAY + SECOND)).toBe('business');
	});
});

describe('a release, with and without a handover event', () => {
	beforeEach(async () => {
		await scene.receive(agentEcho({ at: NOW - 2 * HOUR, to: '4915111' }));
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
