import { createEngine, parseWebhook } from '../../../engine';
import { NOW, openEngineScene, INTENT, type EngineScene } from '../../support/engine-scene';
import {
	ACCOUNT,
	CHANNEL,
	CUSTOMER,
	customerMessage,
	delivery,
	handover,
	HOUR,
	only,
	SECOND,
} from '../../support/wire';

const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
const timestamp = String(NOW / SECOND);

describe('handovers, by the roles of the owners', () => {
	const handedOver = (type: string, control: object) =>
		delivery('messaging_handovers', {
			messaging_product: 'whatsapp',
			recipient: metadata,
			sender: { phone_number: CUSTOMER },
			timestamp,
			type,
			[type]: control,
		});

	it.each<[string, string, object, string | undefined]>([
		['the new owner’s role decides', 'control_passed', { new_owner_role: 'ai_agent' }, 'agent'],
		[
			'also against the previous one’s',
			'control_passed',
			{ previous_owner_role: 'ai_agent', new_owner_role: 'customer_service' },
			'business',
		],
		['another responder', 'control_passed', { new_owner_role: 'escalation' }, 'other'],
		['without it, what the agent passes', 'control_passed', { previous_owner_role: 'ai_agent' }, 'business'],
		['what the business passes', 'control_passed', { previous_owner_role: 'customer_service' }, 'agent'],
		[
			'what is taken from the business',
			'control_taken',
			{ previous_owner_role: 'customer_service' },
			'other',
		],
		['what is taken from the agent', 'control_taken', { previous_owner_role: 'ai_agent' }, 'business'],
		[
			'the older name of the agent',
			'control_passed',
			{ previous_owner_app_role: 'meta_business_agent' },
			'business',
		],
		[
			'the interface’s name of it',
			'control_passed',
			{ previous_owner_app_role: 'platform_business_agent' },
			'business',
		],
		[
			'a role that only contains “agent”',
			'control_passed',
			{ previous_owner_app_role: 'agent_desk' },
			undefined,
		],
		['no role: of two holders, the agent', 'control_passed', {}, 'agent'],
		['no role, but a text why', 'control_taken', { metadata: 'why' }, 'agent'],
		['an empty role, which is none', 'control_passed', { previous_owner_role: '' }, 'agent'],
		['a new owner whom nobody knows', 'control_passed', { new_owner_role: 'sales' }, undefined],
		[
			'the same, also if the previous one is known',
			'control_passed',
			{ previous_owner_role: 'ai_agent', new_owner_role: 'sales' },
			undefined,
		],
		[
			'the same, unless its older name is known',
			'control_passed',
			{ new_owner_role: 'sales', new_owner_app_role: 'meta_business_agent' },
			'agent',
		],
		['a previous owner who is neither', 'control_passed', { previous_owner_role: 'marketing' }, undefined],
	])('%s', (_, type, control, to) => {
		const event = only(handedOver(type, control));
		expect(event).toMatchObject({ kind: 'handover', contact: CUSTOMER });
		expect((event as { to?: string }).to).toBe(to);
	});

	it.each([
		['a text', 'Control taken via service message', 'Control taken via service message'],
		['a JSON text, which is read', '{"reason":"MARKETING_MESSAGE"}', { reason: 'MARKETING_MESSAGE' }],
		['broken JSON', '{"reason":', '{"reason":'],
		['a text that is a number', '42', '42'],
		['an object', { reason: 'NO_ACTIVE_CONTROLLER' }, { reason: 'NO_ACTIVE_CONTROLLER' }],
	])('the metadata is %s', (_, given, expected) => {
		const event = only(handedOver('control_taken', { metadata: given })) as { metadata?: unknown };
		expect(event.metadata).toEqual(expected);
	});

	it.each([
		[{ new_owner_role: 'sales' }, 'The role of the new owner (sales) is unknown'],
		[{ previous_owner_app_role: 'agent_desk' }, 'The role of the previous owner (agent_desk) is unknown'],
		[{ previous_owner_role: 'marketing' }, 'It names the previous owner (marketing) but no new one'],
	])('one that nobody understands is kept with a hint and changes nothing: %j', async (control, hint) => {
		const scene = await openEngineScene();
		const body = handedOver('control_passed', control);
		await scene.receive(customerMessage({ at: NOW - HOUR }), body);
		expect((await scene.engine.decide(INTENT)).facts.holder).toBe('business');
		expect(await scene.engine.reactionsTo(only(body))).toEqual([]);
		expect(only(body)).toMatchObject({ hint: expect.stringContaining(hint) });
		await scene.close();
	});

	describe('one that names no owner', () => {
		const silent = handedOver('control_passed', {});
		const third = (at: number) => handover({ at, to: 'other', contact: '4915111' });
		let scene: EngineScene;
		beforeEach(async () => {
			scene = await openEngineScene();
			await scene.receive(customerMessage({ at: NOW - HOUR }));
		});
		afterEach(() => scene.close());
		const holder = async () => (await scene.engine.decide(INTENT)).facts.holder;

		it('gives the conversation to the agent, on a number with two holders', async () => {
			const { reactions } = await scene.engine.ingest([only(silent)]);
			expect(reactions).toMatchObject([{ name: 'agent-took-over' }]);
			expect(await holder()).toBe('agent');
		});

		it('shows nothing of other conversations', async () => {
			await scene.receive(silent);
			const other = { ...INTENT, to: '4915222', lastInboundAt: NOW };
			expect((await scene.engine.decide(other)).facts.holder).toBe('business');
		});

		it('an older one doesn’t beat what is known since', async () => {
			await scene.receive(customerMessage({ at: NOW + SECOND, id: 'wamid.next' }), silent);
			expect(await holder()).toBe('business');
		});

		it('gives it to nobody if the number has no agent', async () => {
			await scene.receive(silent);
			const { store, runtime } = scene.engine;
			const engine = createEngine({ store, runtime, now: () => NOW, agentAnswers: false });
			expect((await engine.decide(INTENT)).facts.holder).toBe('nobody');
		});

		it.each([
			['before it', [third(NOW - HOUR), silent]],
			['after it', [silent, third(NOW + SECOND)]],
		])('changes nothing where a third responder has shown %s', async (_, bodies) => {
			await scene.receive(...bodies);
			expect(await holder()).toBe('business');
		});

		it('says so, and fires nothing', async () => {
			await scene.receive(third(NOW - HOUR));
			const { fresh, reactions } = await scene.engine.ingest([only(silent)]);
			expect(reactions).toEqual([]);
			expect(fresh).toMatchObject([{ hint: expect.stringContaining('more than two responders') }]);
			expect(fresh[0]).not.toHaveProperty('to');
		});
	});

	it('what the provider calls its agent counts too', async () => {
		const body = handedOver('control_passed', { previous_owner_app_role: 'acme_bot' });
		expect(parseWebhook(body, NOW)).toMatchObject([{ hint: expect.stringContaining('acme_bot') }]);
		const [event] = parseWebhook(body, NOW, { agentRole: 'acme_bot' });
		expect(event).toMatchObject({ to: 'business', previousOwner: 'acme_bot' });
		const scene = await openEngineScene();
		await scene.engine.ingest([event!]);
		const other = { ...INTENT, to: '4915222', lastInboundAt: NOW };
		expect((await scene.engine.decide(other)).facts.holder).toBe('agent');
		await scene.close();
	});

	it('one from ai_agent to customer_service holds nobody back', async () => {
		const scene = await openEngineScene();
		const control = { previous_owner_role: 'ai_agent', new_owner_role: 'customer_service' };
		await scene.receive(
			customerMessage({ at: NOW - HOUR, standby: true }),
			handedOver('control_passed', control),
		);
		expect(await scene.engine.decide(INTENT)).toMatchObject({ action: 'freeform' });
		await scene.close();
	});
});

describe('the phone app on the same number', () => {
	it('a reply that a person typed there is an app_reply', () => {
		const echo = {
			from: '15550001234',
			to: CUSTOMER,
			id: 'wamid.app',
			timestamp,
			type: 'text',
			text: { body: 'Hi' },
		};
		expect(only(delivery('smb_message_echoes', { metadata, message_echoes: [echo] }))).toMatchObject({
			kind: 'app_reply',
			id: 'app_reply:wamid.app',
			at: NOW,
			account: ACCOUNT,
			channel: CHANNEL,
			contact: CUSTOMER,
			message: { id: 'wamid.app', type: 'text', text: { body: 'Hi' } },
		});
	});

	it('it opens no window', async () => {
		const scene = await openEngineScene();
		const echo = { to: CUSTOMER, id: 'wamid.app', timestamp, type: 'text', text: { body: 'Hi' } };
		await scene.receive(delivery('smb_message_echoes', { metadata, message_echoes: [echo] }));
		expect((await scene.engine.decide(INTENT)).facts.window).toBe('closed');
		await scene.close();
	});

	it.each(['history', 'smb_app_state_sync'])('%s is kept whole, and opens no window', async (field) => {
		const scene = await openEngineScene();
		const value = { metadata, messages: [{ from: CUSTOMER, id: 'old', timestamp, type: 'text' }] };
		expect(only(delivery(field, value))).toMatchObject({ kind: 'unknown', field, raw: value });
		await scene.receive(delivery(field, value));
		expect((await scene.engine.decide(INTENT)).facts.window).toBe('closed');
		await scene.close();
	});
});

describe('the number and its account', () => {
	it.each<[string, object, object]>([
		['account_update', { event: 'ACCOUNT_RESTRICTION' }, { event: 'ACCOUNT_RESTRICTION' }],
		[
			'account_update',
			{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
			{ event: 'REINSTATE' },
		],
		[
			'phone_number_quality_update',
			{
				display_phone_number: '+1 555-000-1234',
				event: 'FLAGGED',
				current_limit: 'TIER_1K',
				old_limit: 'TIER_10K',
			},
			{ event: 'FLAGGED', number: '15550001234', limit: 'TIER_1K', previousLimit: 'TIER_10K' },
		],
		['business_capability_update', { max_daily_conversations_per_business: 2000 }, { limit: '2000' }],
		['account_alerts', { alert_info: { alert_type: 'OBA_APPROVED' } }, { event: 'OBA_APPROVED' }],
		['account_review_update', { decision: 'REJECTED' }, { event: 'REJECTED' }],
		[
			'phone_number_name_update',
			{ display_phone_number: '15550001234', decision: 'APPROVED' },
			{ event: 'APPROVED' },
		],
		[
			'account_update',
			{
				event: 'ACCOUNT_RESTRICTION',
				restriction_info: [
					{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_790_000_000 },
				],
			},
			{
				event: 'ACCOUNT_RESTRICTION',
				details: {
					restriction_info: [
						{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_790_000_000 },
					],
				},
			},
		],
		[
			'phone_number_name_update',
			{ display_phone_number: '15550001234', decision: 'REJECTED', rejection_reason: 'NAME_EMPLOYEE' },
			{ event: 'REJECTED', number: '15550001234', details: { rejection_reason: 'NAME_EMPLOYEE' } },
		],
		['partner_solutions', { event: 'SOLUTION_UPDATED' }, { event: 'SOLUTION_UPDATED' }],
		['security', { display_phone_number: '15550001234', event: 'PIN_CHANGED' }, { event: 'PIN_CHANGED' }],
	])('%s: %j', (field, value, expected) => {
		expect(only(delivery(field, value, { at: NOW }))).toMatchObject({
			kind: 'account',
			at: NOW,
			account: ACCOUNT,
			field,
			...expected,
		});
	});

	it('one that says no more than its name has no details', () => {
		const value = { display_phone_number: '15550001234', event: 'PIN_CHANGED' };
		expect(only(delivery('security', value))).not.toHaveProperty('details');
	});

	it('errors that stand alone are the account’s', () => {
		const errors = [{ code: 131031, title: 'Account locked' }];
		expect(only(delivery('messages', { metadata, errors }))).toMatchObject({
			kind: 'account',
			event: 'ERROR',
			errors: [{ code: 131031, title: 'Account locked' }],
		});
	});

	it.each(['messages', 'statuses'])('so are errors beside an empty list of %s', (name) => {
		const errors = [{ code: 131031, title: 'Account locked' }];
		const event = only(delivery('messages', { metadata, [name]: [], errors }));
		expect(event).toMatchObject({ kind: 'account', event: 'ERROR', errors });
	});
});

describe('a message that the platform doesn’t support', () => {
	it.each([131051, 131060])('has its error, and opens the window: %d', async (code) => {
		const scene = await openEngineScene();
		const error = { code, title: 'Message type unknown', error_data: { details: 'Not supported.' } };
		const message = { from: CUSTOMER, id: 'wamid.u', timestamp, type: 'unsupported', errors: [error] };
		const body = delivery('messages', { metadata, messages: [message] });
		expect(only(body)).toMatchObject({ kind: 'message', message: { type: 'unsupported', errors: [error] } });
		await scene.receive(body);
		expect((await scene.engine.decide(INTENT)).facts.window).toBe('open');
		await scene.close();
	});
});

describe('calls', () => {
	const call = { id: 'wacid.1', from: CUSTOMER, event: 'connect', direction: 'USER_INITIATED', timestamp };

	it('a customer who calls opens the window', async () => {
		const scene = await openEngineScene();
		await scene.receive(delivery('calls', { metadata, calls: [call] }));
		expect((await scene.engine.decide(INTENT)).facts.window).toBe('open');
		await scene.close();
	});

	it.each([
		['the end of a call', { ...call, event: 'terminate' }],
		['a call by the business', { ...call, direction: 'BUSINESS_INITIATED' }],
	])('%s is kept, and opens none', async (_, part) => {
		const scene = await openEngineScene();
		expect(only(delivery('calls', { metadata, calls: [part] }))).toMatchObject({
			kind: 'unknown',
			raw: part,
		});
		await scene.receive(delivery('calls', { metadata, calls: [part] }));
		expect((await scene.engine.decide(INTENT)).facts.window).toBe('closed');
		await scene.close();
	});
});

describe('loose spellings', () => {
	it('a time in milliseconds is the same as in seconds', () => {
		const message = { from: CUSTOMER, id: 'a', type: 'text', timestamp: String(NOW) };
		expect(only(delivery('messages', { metadata, messages: [message] })).at).toBe(NOW);
	});

	it('a template’s status event may call it name and language', () => {
		const value = { event: 'APPROVED', name: 'offer', language: 'en_US' };
		expect(only(delivery('message_template_status_change', value))).toMatchObject({
			kind: 'template_status',
			template: { name: 'offer', language: 'en_US' },
		});
	});

	it('group_participant_update is group_participants_update', () => {
		const groups = [{ group_id: 'g', type: 'group_participants_add', timestamp }];
		expect(only(delivery('group_participant_update', { metadata, groups }))).toMatchObject({
			kind: 'group',
			group: 'g',
		});
	});
});
