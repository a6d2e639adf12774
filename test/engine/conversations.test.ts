import type { EngineOutcome } from '../../engine';
import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../support/engine-scene';
import {
	CHANNEL,
	customerMessage,
	CUSTOMER,
	DAY,
	GROUP,
	handover,
	HOUR,
	MINUTE,
	preference,
	SECOND,
} from '../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const conversation = (to = CUSTOMER) => scene.engine.conversation({ channel: CHANNEL, to });
const holderSet = (holder: 'business' | 'agent', at?: number): EngineOutcome => ({
	kind: 'holder-set',
	channel: CHANNEL,
	to: CUSTOMER,
	holder,
	at,
});
const optOutSet = (value: 'stop' | 'resume', categories = ['MARKETING'], at?: number): EngineOutcome => ({
	kind: 'opt-out-set',
	channel: CHANNEL,
	to: CUSTOMER,
	categories,
	value,
	at,
});

describe('the state of a conversation', () => {
	it('of a customer who never wrote: closed, held by the business, no opt-outs', async () => {
		expect(await conversation()).toEqual({
			window: 'closed',
			windowClosesAt: undefined,
			holder: 'business',
			optedOut: new Set(),
		});
	});

	it('is open until 24 hours after the last message, however the customer is named', async () => {
		await scene.receive(customerMessage({ at: NOW - DAY + SECOND, standby: true }));
		expect(await conversation('+49 170 1234-5678')).toMatchObject({
			window: 'open',
			windowClosesAt: NOW + SECOND,
			holder: 'agent',
		});
		scene.clock.now += SECOND;
		expect(await conversation()).toMatchObject({ window: 'closed', windowClosesAt: NOW + SECOND });
	});
});

describe('who holds a conversation, as somebody told us', () => {
	beforeEach(() => scene.receive(customerMessage({ at: NOW - HOUR, standby: true })));

	it('wins over what we believed, and the rules go by it', async () => {
		expect(await scene.engine.decide(INTENT)).toMatchObject({ action: 'hold', rule: 'agent-holds' });
		await scene.engine.record(holderSet('business'));
		expect(await conversation()).toMatchObject({ holder: 'business' });
		expect(await scene.engine.decide(INTENT)).toMatchObject({ action: 'freeform' });
	});

	it('wins over an event of the same second, which was seen by then', async () => {
		await scene.receive(handover({ at: NOW, to: 'agent' }));
		await scene.engine.record(holderSet('business', NOW + 1));
		expect(await conversation()).toMatchObject({ holder: 'business' });
	});

	it('wins over an event that a clock ahead of ours dated later, and an event after that wins over it', async () => {
		await scene.receive(handover({ at: NOW + 4 * SECOND, to: 'agent' }));
		await scene.engine.record(holderSet('business'));
		expect(await conversation()).toMatchObject({ holder: 'business' });
		await scene.receive(handover({ at: NOW + 5 * SECOND, to: 'agent' }));
		expect(await conversation()).toMatchObject({ holder: 'agent' });
	});

	it('counts until the next event', async () => {
		await scene.engine.record(holderSet('business'));
		await scene.receive(handover({ at: NOW + SECOND, to: 'agent' }));
		expect(await conversation()).toMatchObject({ holder: 'agent' });
	});

	it('does not undo an event that is newer', async () => {
		await scene.receive(handover({ at: NOW, to: 'agent' }));
		await scene.engine.record(holderSet('business', NOW - SECOND));
		expect(await conversation()).toMatchObject({ holder: 'agent' });
	});
});

describe('opt-outs, as somebody told us', () => {
	it('of one category leave the others alone', async () => {
		await scene.engine.record(optOutSet('stop'));
		expect([...(await conversation()).optedOut]).toEqual(['MARKETING']);
	});

	it('of all categories skip every template, and an opt-in of one lets that one through', async () => {
		await scene.engine.record(listed('APPROVED', { category: 'UTILITY' }));
		await scene.engine.record(optOutSet('stop', ['MARKETING', 'UTILITY', 'AUTHENTICATION']));
		expect(await scene.engine.decide(INTENT)).toMatchObject({ action: 'skip', rule: 'opted-out' });
		scene.clock.now += SECOND;
		await scene.engine.record(optOutSet('resume', ['UTILITY']));
		expect(await scene.engine.decide(INTENT)).toMatchObject({ action: 'template' });
	});

	it('undo what a clock ahead of ours dated later', async () => {
		await scene.receive(preference({ at: NOW + 4 * SECOND, value: 'stop' }));
		await scene.engine.record(optOutSet('resume'));
		expect([...(await conversation()).optedOut]).toEqual([]);
	});

	it('and what the platform tells later: the newest counts', async () => {
		await scene.engine.record(optOutSet('stop'));
		await scene.receive(preference({ at: NOW + SECOND, value: 'resume' }));
		expect([...(await conversation()).optedOut]).toEqual([]);
	});
});

describe('the conversations whose window is open', () => {
	const open = (query = {}) => scene.engine.openConversations({ channel: CHANNEL, ...query });
	const contacts = async (query = {}) => (await open(query)).map(({ contact }) => contact);
	const wrote = (from: string, ago: number) => customerMessage({ at: NOW - ago, from, id: `wamid.${from}` });

	it('are those with a message in the last 24 hours; at 24 hours exactly a window is closed', async () => {
		await scene.receive(wrote('4911', DAY - SECOND), wrote('4912', DAY), wrote('4913', DAY + SECOND));
		expect(await open()).toEqual([
			{
				contact: '4911',
				window: 'open',
				windowClosesAt: NOW + SECOND,
				holder: 'business',
				optedOut: new Set(),
			},
		]);
	});

	it('closing within a time: at its end too, and not a second later', async () => {
		const half = 30 * MINUTE;
		await scene.receive(
			wrote('4911', DAY - half),
			wrote('4912', DAY - half + SECOND),
			wrote('4913', DAY - half - SECOND),
			wrote('4914', SECOND),
		);
		expect(await contacts({ closingWithin: half })).toEqual(['4911', '4912']);
		expect(await contacts()).toEqual(['4911', '4912', '4913', '4914']);
	});

	it('page by page, by contact', async () => {
		await scene.receive(wrote('4913', HOUR), wrote('4911', HOUR), wrote('4912', HOUR));
		expect(await contacts({ limit: 2 })).toEqual(['4911', '4912']);
		expect(await contacts({ limit: 2, after: '4912' })).toEqual(['4913']);
	});

	it('a group is one, and one that the gateway says is closed is none', async () => {
		await scene.receive(customerMessage({ at: NOW - HOUR, group: GROUP }), wrote('4911', HOUR));
		const error = { code: 131047 };
		await scene.engine.record({ kind: 'refused', channel: CHANNEL, to: '4911', at: NOW, error });
		expect(await contacts()).toEqual([GROUP]);
	});
});
