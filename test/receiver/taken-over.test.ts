import type { Engine, MessagingEvent, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { isTakenOver } from '../../receiver';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import * as wire from '../support/wire';

const { CHANNEL, CUSTOMER, GROUP, SECOND } = wire;

/** When the customer began to write. */
const FIRST = NOW - 10 * SECOND;

const OTHER_CUSTOMER = '491700000001';
const SERVICE = { pricing_model: 'PMP', type: 'free_customer_service', category: 'service' };

const answerInApp = (at: number, to = CUSTOMER) => {
	const echo = { from: '15550001234', to, id: `wamid.app.${at}`, timestamp: String(at / SECOND) };
	const message_echoes = [{ ...echo, type: 'text', text: { body: 'I look into it.' } }];
	return wire.delivery('smb_message_echoes', { metadata: { phone_number_id: CHANNEL }, message_echoes });
};

const sentElsewhere = (at: number, category = 'service', group?: string) =>
	wire.messageStatus({
		at,
		status: 'sent',
		id: `wamid.other.${at}`,
		pricing: { ...SERVICE, category },
		...(group !== undefined && { group }),
	});

describe.each(DATABASES)('messages that waited for silence: %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	beforeEach(async () => {
		place = placeOf();
		const clock = standingClock();
		clock.now = NOW;
		store = await place.open(clock);
		engine = createEngine({ store, now: () => NOW });
	});
	afterEach(() => place.remove());

	const receive = async (body: unknown) => (await engine.ingest(parseWebhook(body, NOW))).fresh;
	const write = async (more: Partial<wire.Written> = {}) => [
		...(await receive(wire.customerMessage({ at: FIRST, ...more }))),
		...(await receive(wire.customerMessage({ at: FIRST + 4 * SECOND, ...more }))),
	];
	const isTaken = (messages: MessagingEvent[]) => isTakenOver(engine, messages);
	const setActive = (active: boolean, at: number) =>
		engine.record({ kind: 'human-set', channel: CHANNEL, to: CUSTOMER, at, active });

	it('aren’t taken over if nothing else happens', async () => {
		expect(await isTaken(await write())).toBe(false);
	});

	describe('are taken over if a person answers meanwhile', () => {
		it.each<[string, (at: number) => Promise<unknown>]>([
			['in the phone app', (at) => receive(answerInApp(at))],
			['with another system', (at) => receive(sentElsewhere(at))],
			['as a workflow says', (at) => setActive(true, at)],
		])('%s: after the first message, not with it or before', async (__, answer) => {
			const messages = await write();
			await answer(FIRST - SECOND);
			expect(await isTaken(messages)).toBe(false);
			await answer(FIRST);
			expect(await isTaken(messages)).toBe(false);
			await answer(FIRST + SECOND);
			expect(await isTaken(messages)).toBe(true);
		});

		it('as a workflow says a millisecond later', async () => {
			const messages = await write();
			await setActive(true, FIRST + 1);
			expect(await isTaken(messages)).toBe(true);
		});

		it('in a group', async () => {
			const messages = await write({ group: GROUP });
			await receive(sentElsewhere(NOW));
			expect(await isTaken(messages)).toBe(false);
			await receive(sentElsewhere(NOW, 'group_service', GROUP));
			expect(await isTaken(messages)).toBe(true);
		});

		it('also where the agent held the conversation from the start', async () => {
			const messages = await write({ standby: true });
			expect(await isTaken(messages)).toBe(false);
			await receive(answerInApp(NOW));
			expect(await isTaken(messages)).toBe(true);
		});
	});

	it('aren’t if the person answers another customer, sends a template, or is done again', async () => {
		const messages = await write();
		await receive(answerInApp(NOW, OTHER_CUSTOMER));
		await receive(sentElsewhere(NOW, 'utility'));
		await setActive(true, NOW - SECOND);
		await setActive(false, NOW);
		expect(await isTaken(messages)).toBe(false);
	});

	it.each(['agent', 'other'] as const)('are if the conversation is passed to the %s', async (to) => {
		const messages = await write();
		await receive(wire.handover({ at: NOW, to }));
		expect(await isTaken(messages)).toBe(true);
	});

	it('aren’t if the conversation is passed to the business', async () => {
		const messages = await write({ standby: true });
		await receive(wire.handover({ at: NOW, to: 'business' }));
		expect(await isTaken(messages)).toBe(false);
	});
});
