import type { Engine, EngineOutcome, PolicyDocument, Store } from '../../../engine';
import { createEngine, parseWebhook, policies, writeCallbackData } from '../../../engine';
import { INTENT, listed, NOW } from '../../support/engine-scene';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import {
	AGENT_TAG,
	CHANNEL,
	CUSTOMER,
	customerMessage,
	delivery,
	GROUP,
	HOUR,
	messageStatus,
	MINUTE,
	SECOND,
} from '../../support/wire';

/** The strict policy with the rule switched on, and its fact replaced if one is given. */
const policyAsking = (fact = 'humanReplied'): PolicyDocument => ({
	...policies.strict,
	name: 'mine',
	rules: policies.strict.rules.map((rule) =>
		rule.name === 'human-active'
			? (JSON.parse(
					JSON.stringify({ ...rule, enabled: true }).replaceAll('humanReplied', fact),
				) as typeof rule)
			: rule,
	),
});

const appReply = (at: number, more: object = {}) => {
	const echo = { from: '15550001234', to: CUSTOMER, id: `wamid.app.${at}`, timestamp: String(at / SECOND) };
	const written = { ...echo, type: 'text', text: { body: 'I look into it.' }, ...more };
	const metadata = { phone_number_id: CHANNEL };
	return delivery('smb_message_echoes', { metadata, message_echoes: [written] });
};

const SERVICE = { pricing_model: 'PMP', type: 'free_customer_service', category: 'service' };

/** A status of a message that another system sent, unless it says otherwise. */
const statusOf = (ago: number, more: Partial<Parameters<typeof messageStatus>[0]> = {}) =>
	messageStatus({ at: NOW - ago, status: 'sent', id: 'wamid.other', pricing: SERVICE, ...more });

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
		engine = createEngine({ store, policy: policyAsking(), now: () => clock.now });
		await receive(customerMessage({ at: NOW - HOUR }));
	});
	afterEach(() => place.remove());

	const receive = async (body: unknown) => engine.ingest(parseWebhook(body, clock.now));
	const decide = async (asked = engine) => {
		const { rule, retryAt } = await asked.decide(INTENT);
		return { rule, wait: retryAt === undefined ? undefined : retryAt - NOW };
	};
	const set = (active: boolean, at = NOW, to = CUSTOMER) =>
		engine.record({ kind: 'human-set', channel: CHANNEL, to, at, active });

	const ANSWERS = { rule: 'window-open', wait: undefined };
	const heldFor = (wait: number) => ({ rule: 'human-active', wait });

	describe('an automatic message waits while a person answers the customer', () => {
		it('nobody answered: it goes out', async () => {
			expect(await decide()).toEqual(ANSWERS);
		});

		it('somebody was called who hasn’t answered yet: as if they had', async () => {
			const about = { channel: CHANNEL, to: CUSTOMER, at: NOW };
			await engine.record({ kind: 'human-set', ...about, active: true, called: true });
			expect(await decide()).toEqual(heldFor(30 * MINUTE));
			await set(false, NOW + 1);
			expect(await decide()).toEqual(ANSWERS);
		});

		it('somebody was called: for a day, as long as they don’t answer', async () => {
			const about = { channel: CHANNEL, to: CUSTOMER, at: NOW };
			await engine.record({ kind: 'human-set', ...about, active: true, called: true });
			clock.now = NOW + 20 * HOUR;
			await receive(customerMessage({ at: clock.now, id: 'wamid.again' }));
			expect((await decide()).rule).toBe('human-active');
			clock.now = NOW + 24 * HOUR - 1;
			expect((await decide()).rule).toBe('human-active');
			clock.now = NOW + 24 * HOUR;
			expect(await decide()).toEqual(ANSWERS);
		});

		it('somebody was called and answered with another system: as long as the rule says from then on', async () => {
			const about = { channel: CHANNEL, to: CUSTOMER, at: NOW - 2 * HOUR };
			await engine.record({ kind: 'human-set', ...about, active: true, called: true });
			expect((await engine.conversation({ channel: CHANNEL, to: CUSTOMER })).personCalledAt).toBe(
				NOW - 2 * HOUR,
			);
			await receive(statusOf(HOUR));
			const now = await engine.conversation({ channel: CHANNEL, to: CUSTOMER });
			expect(now).not.toHaveProperty('personCalledAt');
			expect(await decide()).toEqual(ANSWERS);
		});

		it('somebody answered in the phone app: for as long as the rule says', async () => {
			await receive(appReply(NOW - 10 * MINUTE));
			expect(await decide()).toEqual(heldFor(20 * MINUTE));
			clock.now = NOW + 20 * MINUTE - 1;
			expect(await decide()).toEqual(heldFor(20 * MINUTE));
			clock.now = NOW + 20 * MINUTE;
			expect(await decide()).toEqual(ANSWERS);
		});

		it('the last answer counts, in whatever order they come', async () => {
			await receive(appReply(NOW - 5 * MINUTE));
			await receive(appReply(NOW - 25 * MINUTE));
			expect(await decide()).toEqual(heldFor(25 * MINUTE));
		});

		it('the answer to another customer doesn’t count', async () => {
			await receive(appReply(NOW, { to: '491700000001' }));
			expect(await decide()).toEqual(ANSWERS);
		});

		it('a code for signing in goes out all the same', async () => {
			await receive(appReply(NOW));
			const template = listed('APPROVED', { category: 'AUTHENTICATION', at: NOW });
			await engine.record(template as EngineOutcome);
			expect((await engine.decide({ ...INTENT, category: 'AUTHENTICATION' })).rule).toBe('window-open');
		});

		it('the shipped policy has the rule switched off', async () => {
			await receive(appReply(NOW));
			expect(await decide(createEngine({ store, now: () => NOW }))).toEqual(ANSWERS);
		});
	});

	describe('a workflow says that a person is active', () => {
		it('from then on it waits, and no longer once the workflow says that the person is done', async () => {
			await set(true, NOW - MINUTE);
			expect(await decide()).toEqual(heldFor(29 * MINUTE));
			await set(false);
			expect(await decide()).toEqual(ANSWERS);
		});

		it('being done ends answers in the app and with other systems too, but not later ones', async () => {
			await receive(appReply(NOW - 2 * MINUTE));
			await receive(statusOf(2 * MINUTE));
			await set(false, NOW - MINUTE);
			expect(await decide()).toEqual(ANSWERS);
			await receive(appReply(NOW));
			expect(await decide()).toEqual(heldFor(30 * MINUTE));
		});

		it('being done ends an answer that a clock ahead of ours dated later, but not the next one', async () => {
			await receive(statusOf(-4 * SECOND));
			await receive(appReply(NOW + 3 * SECOND));
			await engine.record({ kind: 'human-set', channel: CHANNEL, to: CUSTOMER, active: false });
			expect(await decide()).toEqual(ANSWERS);
			await receive(appReply(NOW + 5 * SECOND));
			expect((await decide()).rule).toBe('human-active');
		});

		it('a customer is the same however named', async () => {
			await engine.record({
				kind: 'sent',
				channel: CHANNEL,
				to: CUSTOMER,
				messageId: 'w',
				at: NOW - 2 * HOUR,
				contacts: [{ input: CUSTOMER, wa_id: CUSTOMER, user_id: 'US.77' }],
			});
			await set(true, NOW, 'US.77');
			expect((await decide()).rule).toBe('human-active');
		});
	});

	describe('messages that another system sent', () => {
		it.each<[string, unknown, counts: boolean]>([
			['a freeform message counts, from when it was sent', statusOf(MINUTE), true],
			['or delivered', statusOf(MINUTE, { status: 'delivered' }), true],
			['but not when it was read, which can be much later', statusOf(MINUTE, { status: 'read' }), false],
			['nor if it failed', statusOf(MINUTE, { status: 'failed', code: 131026 }), false],
			[
				'a template doesn’t: most are sent automatically',
				statusOf(MINUTE, { pricing: { ...SERVICE, category: 'utility' } }),
				false,
			],
			['nor a message of which nobody says what it is', statusOf(MINUTE, { pricing: undefined }), false],
			['nor the agent’s', statusOf(MINUTE, { callbackData: AGENT_TAG }), false],
			[
				'nor one of this package',
				statusOf(MINUTE, { callbackData: writeCallbackData({ sentAt: NOW, key: 'k' }) }),
				false,
			],
			['callback data of the other system changes nothing', statusOf(MINUTE, { callbackData: 'desk' }), true],
		])('%s', async (__, body, counts) => {
			await receive(body);
			expect(await decide()).toEqual(counts ? heldFor(29 * MINUTE) : ANSWERS);
		});

		it('in a group count for the group', async () => {
			await receive(customerMessage({ at: NOW - HOUR, group: GROUP }));
			const pricing = { ...SERVICE, category: 'group_service' };
			await receive(statusOf(MINUTE, { group: GROUP, pricing }));
			const intent = { ...INTENT, to: GROUP, recipientType: 'group' as const };
			expect((await engine.decide(intent)).rule).toBe('human-active');
			expect((await decide()).rule).toBe('window-open');
		});

		it('one that says nothing is ours if the store knows its id', async () => {
			const send = { key: 'k', channel: CHANNEL, contact: CUSTOMER, action: 'freeform' as const };
			await store.sends.begin({ ...send, state: 'sending', at: NOW }, ANY_SLOT);
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.other' });
			await receive(statusOf(0));
			expect(await decide()).toEqual(ANSWERS);
		});

		it('or if one is on its way to the customer, of which the id isn’t known yet', async () => {
			const send = { key: 'k', channel: CHANNEL, contact: CUSTOMER, action: 'freeform' as const };
			await store.sends.begin({ ...send, state: 'sending', at: NOW }, ANY_SLOT);
			await receive(statusOf(0));
			expect(await decide()).toEqual(ANSWERS);
			await receive(statusOf(0, { id: 'wamid.2', to: '491700000001' }));
			const other = { ...INTENT, to: '491700000001' };
			await receive(customerMessage({ at: NOW, from: other.to }));
			expect((await engine.decide(other)).rule).toBe('human-active');
		});

		it('but not if its answer never came, long ago', async () => {
			const send = { key: 'k', channel: CHANNEL, contact: CUSTOMER, action: 'freeform' as const };
			await store.sends.begin({ ...send, state: 'sending', at: NOW - 10 * MINUTE - SECOND }, ANY_SLOT);
			await receive(statusOf(0));
			expect((await decide()).rule).toBe('human-active');
		});

		it('a policy can leave them out', async () => {
			const known = createEngine({ store, policy: policyAsking('knownHumanReplied'), now: () => NOW });
			await receive(statusOf(MINUTE));
			expect(await decide(known)).toEqual(ANSWERS);
			await receive(appReply(NOW - 2 * MINUTE));
			expect(await decide(known)).toEqual(heldFor(28 * MINUTE));
		});
	});

	describe('the reaction human-replied', () => {
		const namesOf = async (body: unknown) => (await receive(body)).reactions.map(({ name }) => name);

		it.each<[string, unknown, string[]]>([
			['fires for an answer in the phone app', appReply(NOW), ['human-replied']],
			['and for one with another system', statusOf(0), ['human-replied']],
			['but not for a template of another system', statusOf(0, { pricing: undefined }), []],
		])('%s', async (__, body, names) => {
			expect(await namesOf(body)).toEqual(names);
		});

		it('fires once for a message, if several of its statuses show the same', async () => {
			expect(await namesOf(statusOf(SECOND))).toEqual(['human-replied']);
			expect(await namesOf(statusOf(0, { status: 'delivered' }))).toEqual([]);
			expect(await namesOf(statusOf(0, { id: 'wamid.other.2' }))).toEqual(['human-replied']);
		});

		it('also if they come together, or in another order', async () => {
			const both = ['delivered', 'sent'].flatMap((status) => parseWebhook(statusOf(0, { status }), NOW));
			const { reactions } = await engine.ingest(both);
			expect(reactions).toMatchObject([{ name: 'human-replied', eventId: 'status:wamid.other:delivered' }]);
		});

		it('once for a group, whoever of it gets the message', async () => {
			const pricing = { ...SERVICE, category: 'group_service' };
			const ofGroup = { group: GROUP, status: 'delivered', pricing };
			expect(await namesOf(statusOf(0, ofGroup))).toEqual(['human-replied']);
			expect(await namesOf(statusOf(0, { ...ofGroup, to: '491700000001' }))).toEqual([]);
		});

		it('with the first status that shows it, and with the same one when that comes again', async () => {
			expect(await namesOf(statusOf(SECOND, { pricing: undefined }))).toEqual([]);
			const [delivered] = parseWebhook(statusOf(0, { status: 'delivered' }), NOW);
			const { fresh, reactions } = await engine.ingest([delivered!]);
			expect(reactions).toHaveLength(1);
			expect(await engine.reactionsTo(fresh[0]!)).toEqual(reactions);
		});

		it('says whom', async () => {
			const { reactions } = await receive(appReply(NOW));
			expect(reactions).toMatchObject([
				{ text: `Someone at the business answered ${CUSTOMER}.`, contact: CUSTOMER },
			]);
		});
	});

	it('the state of a conversation says when a person last answered', async () => {
		const asked = { channel: CHANNEL, to: CUSTOMER };
		expect(await engine.conversation(asked)).not.toHaveProperty('humanRepliedAt');
		await receive(appReply(NOW - 5 * MINUTE));
		await receive(statusOf(MINUTE));
		expect(await engine.conversation(asked)).toMatchObject({
			humanRepliedAt: NOW - MINUTE,
			knownHumanRepliedAt: NOW - 5 * MINUTE,
		});
	});
});
