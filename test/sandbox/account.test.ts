import { CUSTOMER, DAY, scene, SECOND } from './support/scene';

describe('events about the account and its number', () => {
	const at = scene();
	const tell = async (kind: string, value?: Record<string, unknown>) => {
		await at.sandbox.control.accountEvent({ kind, ...(value === undefined ? {} : { value }) });
		await at.sandbox.control.idle();
		const received = at.receiver.received.at(-1);
		return [received?.field, received?.value];
	};

	test.each<[string, string, object]>([
		[
			'restricted',
			'account_update',
			{
				event: 'ACCOUNT_RESTRICTION',
				restriction_info: [
					{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: expect.any(Number) },
				],
			},
		],
		['violation', 'account_update', { event: 'ACCOUNT_VIOLATION', violation_info: expect.any(Object) }],
		['disabled', 'account_update', { ban_info: { waba_ban_state: 'DISABLE' } }],
		['reinstated', 'account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }],
		['disconnected', 'account_update', { event: 'PARTNER_REMOVED', disconnection_info: expect.any(Object) }],
		['pricingTier', 'account_update', { volume_tier_info: { pricing_category: 'UTILITY' } }],
		['limit', 'business_capability_update', { max_daily_conversations_per_business: 'TIER_10K' }],
		['flagged', 'phone_number_quality_update', { display_phone_number: '15550001234', event: 'FLAGGED' }],
		['throughputUpgraded', 'phone_number_quality_update', { event: 'THROUGHPUT_UPGRADE' }],
		['review', 'account_review_update', { decision: 'APPROVED' }],
		['name', 'phone_number_name_update', { decision: 'APPROVED', rejection_reason: null }],
		['pinChanged', 'security', { event: 'PIN_CHANGED' }],
		['alert', 'account_alerts', { entity_type: 'PHONE_NUMBER', alert_info: { alert_status: 'ACTIVE' } }],
		['username', 'business_username_updates', { username: 'teashop', status: 'approved' }],
		['errors', 'messages', { errors: [{ code: 131000 }] }],
	])('%s comes as %s, without metadata', async (kind, field, value) => {
		const [seenField, seen] = await tell(kind);
		expect(seenField).toBe(field);
		expect(seen).toMatchObject(value);
		expect(seen).not.toHaveProperty('metadata');
		expect(at.receiver.received.at(-1)?.entry.id).toBe(at.sandbox.accountId);
	});

	test('a pricing tier can be told again, later, for the month in the time zone of the account', async () => {
		const tier = (value: object) => Reflect.get(value, 'volume_tier_info') as Record<string, unknown>;
		const now = at.sandbox.clock.now();
		await at.sandbox.clock.advance(Date.UTC(new Date(now).getUTCFullYear() + 1, 1, 1, 3) - now);
		await at.sandbox.control.configure({ timeZone: 'America/New_York' });
		const [, first] = await tell('pricingTier');
		await at.sandbox.clock.advance(DAY);
		const [, again] = await tell('pricingTier');
		const { tier_update_time: firstTime, ...told } = tier(first as object);
		const { tier_update_time: nextTime, ...toldAgain } = tier(again as object);
		expect(told).toMatchObject({ tier: '25001:100000', effective_month: expect.stringMatching(/-01$/) });
		expect(toldAgain).toMatchObject({ effective_month: expect.stringMatching(/-02$/) });
		expect(Number(nextTime) - Number(firstTime)).toBeGreaterThanOrEqual(DAY / SECOND);
	});

	test('the date of a ban is a text such as April 17, 2025', async () => {
		const [, value] = await tell('disabled');
		expect(Reflect.get(value ?? {}, 'ban_info')).toMatchObject({
			waba_ban_date: expect.stringMatching(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/),
		});
	});

	test('fields can be replaced: a limit is a number too', async () => {
		expect(await tell('limit', { max_daily_conversations_per_business: -1 })).toMatchObject([
			'business_capability_update',
			{ max_daily_conversations_per_business: -1 },
		]);
	});

	test('an unknown kind is an error that lists the kinds', async () => {
		await expect(tell('dance')).rejects.toThrow(/restricted, .*flagged.*got dance/);
	});
});

describe('the phone app on the same number', () => {
	const at = scene();
	const last = async () => {
		await at.sandbox.control.idle();
		return at.receiver.received.at(-1);
	};

	test('an answer in the app is echoed, and opens no window', async () => {
		await at.sandbox.control.addCustomer({ from: CUSTOMER, userId: 'DE.1', parentUserId: 'DE.ENT.1' });
		const { id } = await at.sandbox.control.appReplies({ to: CUSTOMER, text: 'On its way' });
		expect(await last()).toMatchObject({
			field: 'smb_message_echoes',
			value: {
				metadata: { phone_number_id: at.sandbox.phoneNumberId },
				message_echoes: [
					{
						from: '15550001234',
						to: CUSTOMER,
						to_user_id: 'DE.1',
						to_parent_user_id: 'DE.ENT.1',
						id,
						type: 'text',
						text: { body: 'On its way' },
					},
				],
			},
		});
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		expect(at.sandbox.control.sent()).toEqual([]);
	});

	test('an answer can be edited and revoked; to is absent for a customer without a phone', async () => {
		await at.sandbox.control.appReplies({ to: 'US.1', edits: 'wamid.a', text: 'Sorry' });
		const [edit] = Reflect.get((await last())?.value ?? {}, 'message_echoes') as object[];
		expect(edit).toMatchObject({
			to_user_id: 'US.1',
			type: 'edit',
			edit: { original_message_id: 'wamid.a', message: { type: 'text', text: { body: 'Sorry' } } },
		});
		expect(edit).not.toHaveProperty('to');
		await at.sandbox.control.appReplies({ to: 'US.1', revokes: 'wamid.a' });
		expect((await last())?.value).toMatchObject({
			message_echoes: [{ type: 'revoke', revoke: { original_message_id: 'wamid.a' } }],
		});
	});

	test('history comes in chunks of threads, and opens no window', async () => {
		await at.sandbox.control.shareHistory(CUSTOMER, ['Do you have tea?', 'We do.']);
		expect(await last()).toMatchObject({
			field: 'history',
			value: {
				history: [
					{
						metadata: { phase: 0, chunk_order: 1, progress: 100 },
						threads: [
							{
								context: { wa_id: CUSTOMER, user_id: expect.any(String) },
								messages: [
									{ from: CUSTOMER, history_context: { status: 'READ' } },
									{ from: '15550001234', to: CUSTOMER },
								],
							},
						],
					},
				],
			},
		});
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('refused sharing is an error in the same field', async () => {
		await at.sandbox.control.refuseHistory();
		expect((await last())?.value).toMatchObject({ history: [{ errors: [{ code: 2593109 }] }] });
	});

	test('the contact book is synchronized', async () => {
		await at.sandbox.control.addCustomer({ from: CUSTOMER, name: 'Ada Lovelace' });
		await at.sandbox.control.syncContact(CUSTOMER, 'remove');
		expect(await last()).toMatchObject({
			field: 'smb_app_state_sync',
			value: {
				state_sync: [
					{
						type: 'contact',
						contact: { full_name: 'Ada Lovelace', first_name: 'Ada', phone_number: CUSTOMER },
						action: 'remove',
						metadata: { timestamp: expect.any(String) },
					},
				],
			},
		});
	});
});

describe("a customer's call", () => {
	const at = scene();

	test('opens the window', async () => {
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		const { id } = await at.sandbox.control.customerCalls({ from: CUSTOMER });
		await at.sandbox.control.idle();
		expect(at.receiver.of('calls')).toMatchObject([
			{ value: { calls: [{ id, from: CUSTOMER, event: 'connect', direction: 'USER_INITIATED' }] } },
		]);
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
	});
});
