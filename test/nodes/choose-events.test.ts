import type { Engine, MessagingEvent } from '../../engine';
import { createEngine, parseWebhook, policies, savePolicy } from '../../engine';
import { type ChoiceForm, readChoice, refuseUnknownReactions } from '../../nodes/shared/events/choose-events';
import { eventsField } from '../../nodes/shared/events/event-fields';
import { createToItems } from '../../nodes/shared/events/to-items';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { NOW } from '../support/engine-scene';
import * as wire from '../support/wire';

let place: StorePlace;
let engine: Engine;

beforeEach(async () => {
	place = inSqlite();
	engine = createEngine({ store: await place.open(), now: () => NOW });
});
afterEach(() => place.remove());

const eventOf = (body: unknown) => wire.only(body, NOW);
const chosen = (form: ChoiceForm, event: MessagingEvent) => readChoice(form).wants(event, engine);

const business = eventOf(wire.customerMessage({ at: NOW, id: 'business' }));
const agent = eventOf(wire.customerMessage({ at: NOW, id: 'agent', standby: true }));
const status = (more: object) => eventOf(wire.messageStatus({ at: NOW, ...more }));
const ofTemplate = (event: string, more: object = {}) =>
	eventOf(wire.templateStatus({ at: NOW, event, ...more }));

describe('Conversation Held By', () => {
	it.each<[ChoiceForm['heldBy'], [ofBusiness: boolean, ofAgent: boolean]]>([
		[undefined, [true, true]],
		['either', [true, true]],
		['business', [true, false]],
		['agent', [false, true]],
	])('%s', async (heldBy, expected) => {
		const form: ChoiceForm = { events: ['message'], heldBy };
		expect([await chosen(form, business), await chosen(form, agent)]).toEqual(expected);
	});

	it('is about customer messages only', async () => {
		const form: ChoiceForm = { events: ['status'], heldBy: 'business' };
		expect(await chosen(form, status({ standby: true }))).toBe(true);
	});

	it('still applies if reactions decide', async () => {
		const closed = { events: [], reactions: ['passed-to-business'], heldBy: 'business' } as const;
		const passed = eventOf(wire.handover({ at: NOW, to: 'business' }));
		expect(await chosen(closed, passed)).toBe(true);
		expect(await chosen(closed, agent)).toBe(false);
	});
});

describe('statuses by kind', () => {
	const own = (name: string) => status({ status: name });
	const ofAgent = status({ status: 'delivered', callbackData: wire.AGENT_TAG });

	it.each<[string, MessagingEvent[], MessagingEvent[]]>([
		['status_delivered', [own('delivered')], [own('sent'), own('read'), ofAgent]],
		['status_read', [own('read')], [own('delivered'), own('failed')]],
		['status_failed', [status({ status: 'failed', code: 131026 })], [own('delivered')]],
		['status_agent', [ofAgent], [own('delivered')]],
		['status', [own('sent'), own('delivered'), own('read'), own('failed'), ofAgent], [business]],
	])('%s contains them', async (value, inside, outside) => {
		for (const event of inside) expect(await chosen({ events: [value] }, event)).toBe(true);
		for (const event of outside) expect(await chosen({ events: [value] }, event)).toBe(false);
	});

	it('can be combined with kinds', async () => {
		const form = { events: ['message', 'status_failed', 'status_read'] };
		expect(readChoice(form)).toMatchObject({ kinds: ['message', 'status'], isWhole: false });
		expect(await chosen(form, business)).toBe(true);
		expect(await chosen(form, own('read'))).toBe(true);
		expect(await chosen(form, own('sent'))).toBe(false);
	});
});

describe('template events', () => {
	const REACTIVATED = { events: ['template_reactivated'] };
	/** What was heard of the template before, the newest last. */
	async function after(...before: object[]): Promise<void> {
		const bodies = before.map((more, index) =>
			wire.templateStatus({
				event: 'PAUSED',
				...more,
				at: NOW - (before.length - index) * wire.MINUTE,
			}),
		);
		for (const body of bodies) await engine.ingest(parseWebhook(body, NOW));
	}

	it.each([
		['a pause', [{ title: 'FIRST_PAUSE' }]],
		['a pause by pacing', [{ title: 'RATE_LIMITING_PAUSE' }]],
		['it was disabled', [{ event: 'APPROVED' }, { event: 'DISABLED' }]],
	])('Template Reactivated is an approval after %s', async (_, before) => {
		await after(...before);
		expect(await chosen(REACTIVATED, ofTemplate('APPROVED'))).toBe(true);
	});

	it.each([
		['of a new template', []],
		['after a review', [{ event: 'PENDING' }]],
		['after a pause that was followed by a review', [{}, { event: 'PENDING' }]],
		['that repeats an earlier one', [{}, { event: 'APPROVED' }]],
	])('an approval %s is none', async (_, before) => {
		await after(...before);
		expect(await chosen(REACTIVATED, ofTemplate('APPROVED'))).toBe(false);
	});

	it('is the same before and after the event is taken in', async () => {
		await after({});
		const event = ofTemplate('APPROVED');
		expect(await chosen(REACTIVATED, event)).toBe(true);
		await engine.ingest([event]);
		expect(await chosen(REACTIVATED, event)).toBe(true);
	});

	it('counts a pause of the same second', async () => {
		await engine.ingest([ofTemplate('PAUSED')]);
		expect(await chosen(REACTIVATED, ofTemplate('APPROVED'))).toBe(true);
	});

	it('an approval with the title UNPAUSE says so by itself', async () => {
		expect(await chosen(REACTIVATED, ofTemplate('APPROVED', { title: 'UNPAUSE' }))).toBe(true);
	});

	it.each(['REINSTATED', 'REACTIVATED', 'UNPAUSED'])('%s says so by itself', async (event) => {
		expect(await chosen(REACTIVATED, ofTemplate(event))).toBe(true);
	});

	it('Template Appeal Requested is an appeal, and Template Status still contains both', async () => {
		const appeal = { events: ['template_appeal_requested'] };
		expect(await chosen(appeal, ofTemplate('IN_APPEAL'))).toBe(true);
		expect(await chosen(appeal, ofTemplate('REJECTED'))).toBe(false);
		for (const event of ['IN_APPEAL', 'REINSTATED', 'APPROVED']) {
			expect(await chosen({ events: ['template_status'] }, ofTemplate(event))).toBe(true);
		}
	});
});

describe('reactions', () => {
	const form = { events: ['message'], reactions: ['template-paused'], ownReactions: ' , vip-wrote' };

	it('decide alone, so that all kinds are read', async () => {
		expect(readChoice(form)).toMatchObject({ kinds: [], isWhole: false });
		expect(await chosen(form, ofTemplate('PAUSED'))).toBe(true);
		expect(await chosen(form, business)).toBe(false);
	});

	it('decide nothing if none is chosen', () => {
		expect(readChoice({ events: ['message'], reactions: [], ownReactions: ' , ' })).toMatchObject({
			kinds: ['message'],
			isWhole: true,
		});
	});

	describe('that the policy of a test run', () => {
		const run = (ownReactions?: string, policy?: string) =>
			refuseUnknownReactions(engine.store, { ownReactions, policy });
		beforeEach(async () => {
			const conditions = { all: [{ fact: 'kind', operator: 'equal', value: 'message' }] };
			const event = { type: 'reaction' as const, params: { text: 'Ana wrote.' } };
			const reactions = [{ name: 'vip-wrote', conditions, event }];
			await savePolicy(engine.store, { ...policies.strict, name: 'mine', reactions }, 0);
		});

		it.each([
			['has', 'vip-wrote, opted-out', 'mine'],
			['has, as the built-in ones', ' opted-out ,', undefined],
			['isn’t asked for', undefined, 'mine'],
		])('%s let it begin', async (_, names, policy) => {
			await expect(run(names, policy)).resolves.toBeUndefined();
		});

		it.each([
			['vip-wrote', undefined, 'has vip-wrote, but the policy strict has no reactions of its own'],
			['a, vip-wrote, b', 'mine', 'has a, b, but the policy mine has these of its own: vip-wrote.'],
		])('doesn’t have fail it: %s', async (names, policy, sentence) => {
			await expect(run(names, policy)).rejects.toThrow(`Own Reactions to Start On ${sentence}`);
		});
	});
});

it('items are made only of what is chosen, also of messages that waited together', async () => {
	const { store } = engine;
	const choice = readChoice({ events: ['message'], heldBy: 'business' });
	const toItems = await createToItems(store, 'strict', false, choice)();
	const items = await toItems([[agent, business], [agent], agent, business], false);
	expect(items.map(({ json }) => json.eventId)).toEqual([business.id, business.id]);
	expect(items[0]!.json.messages).toHaveLength(1);
});

it('the form begins with what it began with, and offers the message first', () => {
	expect(eventsField.default).toEqual(['message', 'handover']);
	const [first] = eventsField.options as Array<{ value: string }>;
	expect(first!.value).toBe('message');
});
