import type { Engine, EngineOutcome, SendRecord, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { ANY_SLOT } from '../support/slots';
import { NOW, OFFER } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import * as wire from '../support/wire';

const { CHANNEL, CUSTOMER, HOUR, SECOND } = wire;
const OTHER = '4917098765432';
const USER = 'US.13491208655302741918';

/** The interface's payload of both: the agent was the previous owner. */
const toBusiness = (at: number) => wire.handover({ at, to: 'business' });

const answerInApp = (at: number) => {
	const echo = { from: '15550001234', to: CUSTOMER, id: `wamid.app.${at}`, timestamp: String(at / SECOND) };
	const message_echoes = [{ ...echo, type: 'text', text: { body: 'I look into it.' } }];
	return wire.delivery('smb_message_echoes', { metadata: { phone_number_id: CHANNEL }, message_echoes });
};

describe.each(DATABASES)('a handover to the business: %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	beforeEach(async () => {
		place = placeOf();
		const clock = standingClock();
		clock.now = NOW;
		store = await place.open(clock);
		engine = createEngine({ store, now: () => NOW + HOUR });
	});
	afterEach(() => place.remove());

	const receive = (body: unknown) => engine.ingest(parseWebhook(body, NOW + HOUR));
	const reactionsTo = async (body: unknown) => (await receive(body)).reactions.map(({ name }) => name);
	const act = (outcome: Partial<EngineOutcome>) =>
		engine.record({ channel: CHANNEL, to: CUSTOMER, at: NOW, ...outcome } as EngineOutcome);
	const begin = (send: Partial<SendRecord> = {}) =>
		store.sends.begin(
			{
				key: 'k',
				channel: CHANNEL,
				contact: CUSTOMER,
				action: 'freeform',
				state: 'sending',
				at: NOW,
				...send,
			},
			ANY_SLOT,
		);
	const answered = () => store.sends.end('k', { state: 'accepted', messageId: 'wamid.1', outcome: {} });

	const PASSED = ['passed-to-business'];
	const TOOK = ['business-took-over'];

	it('was passed by the agent if the business did nothing', async () => {
		expect(await reactionsTo(toBusiness(NOW))).toEqual(PASSED);
	});

	describe('the business took over by sending', () => {
		it('before the answer to the send is known', async () => {
			await begin();
			expect(await reactionsTo(toBusiness(NOW + SECOND))).toEqual(TOOK);
		});

		it('after it', async () => {
			await begin();
			await answered();
			expect(await reactionsTo(toBusiness(NOW + SECOND))).toEqual(TOOK);
		});

		it('in the same second, which the event doesn’t divide', async () => {
			await begin({ at: NOW + 900 });
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});

		it('whatever it sent', async () => {
			await begin({ action: 'template', template: OFFER });
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});

		it('even if nobody knows what became of the message', async () => {
			await begin();
			await store.sends.end('k', { state: 'unconfirmed' });
			expect(await reactionsTo(toBusiness(NOW + SECOND))).toEqual(TOOK);
		});

		it('even if the message failed later', async () => {
			await begin();
			await answered();
			await receive(wire.messageStatus({ at: NOW, id: 'wamid.1', status: 'failed', code: 131026 }));
			expect(await reactionsTo(toBusiness(NOW + SECOND))).toEqual(TOOK);
		});

		it('under another name of the customer', async () => {
			const message = wire.customerMessage({ at: NOW - HOUR });
			const [event] = parseWebhook(message, NOW);
			await engine.ingest([{ ...event!, userId: USER } as typeof event & object]);
			await begin({ contact: USER });
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});

		it('an item and a policy of one’s own can tell', async () => {
			await begin();
			const { fresh } = await receive(toBusiness(NOW));
			expect(fresh).toMatchObject([{ kind: 'handover', to: 'business', tookOver: true }]);
			expect((await store.inbox.read()).map(({ event }) => event)).toMatchObject([{ tookOver: true }]);
		});
	});

	describe('it was passed', () => {
		it('if the message was refused', async () => {
			await begin();
			await store.sends.forget('k');
			expect(await reactionsTo(toBusiness(NOW))).toEqual(PASSED);
		});

		it.each([
			['to another customer', { contact: OTHER }],
			['from another number', { channel: 'another number' }],
		])('if the message went %s', async (__, send) => {
			await begin(send);
			expect(await reactionsTo(toBusiness(NOW))).toEqual(PASSED);
		});

		it.each([
			['38 seconds after the message was begun at most', 38, TOOK],
			['later', 39, PASSED],
			['up to 5 seconds before, as clocks differ', -5, TOOK],
			['earlier', -6, PASSED],
		])('by time: %s', async (__, seconds, expected) => {
			await begin();
			expect(await reactionsTo(toBusiness(NOW + seconds * SECOND))).toEqual(expected);
		});

		it.each<[string, () => Promise<unknown>]>([
			['the agent answered', () => receive(wire.agentEcho({ at: NOW + SECOND }))],
			['the customer wrote to it', () => receive(wire.customerMessage({ at: NOW + SECOND, standby: true }))],
			[
				'the business released it',
				() => act({ kind: 'thread-control', action: 'release', at: NOW + SECOND }),
			],
		])('if after the message %s, as it held the conversation then', async (__, happens) => {
			await begin();
			await happens();
			expect(await reactionsTo(toBusiness(NOW + 2 * SECOND))).toEqual(PASSED);
		});

		it('but not if that was before the message', async () => {
			await receive(wire.customerMessage({ at: NOW, standby: true }));
			await begin({ at: NOW + 500 });
			expect(await reactionsTo(toBusiness(NOW + SECOND))).toEqual(TOOK);
		});
	});

	describe('the business took over otherwise', () => {
		it('by thread control', async () => {
			await act({ kind: 'thread-control', action: 'take' });
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});

		it('as the event says: control was taken', async () => {
			const taken = wire.handover({ at: NOW, to: 'business', type: 'control_taken' });
			expect(await reactionsTo(taken)).toEqual(TOOK);
		});

		it('by an answer in the phone app', async () => {
			await receive(answerInApp(NOW));
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});

		it('by a message of another system, if its status comes first', async () => {
			const pricing = { type: 'free_customer_service', category: 'service' };
			await receive(wire.messageStatus({ at: NOW, status: 'sent', id: 'wamid.other', pricing }));
			expect(await reactionsTo(toBusiness(NOW))).toEqual(TOOK);
		});
	});

	it('a handover to the agent right after a message is what it says', async () => {
		await begin();
		expect(await reactionsTo(wire.handover({ at: NOW, to: 'agent' }))).toEqual(['agent-took-over']);
	});
});
