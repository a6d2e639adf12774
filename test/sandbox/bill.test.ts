import { billed, CHARGED, FREE, MONTH_ENDS } from './support/billed';
import { CUSTOMER, DAY, HOUR } from './support/scene';

const OTHER = '4915511111111';

describe('the bill', () => {
	const at = billed();

	test('has a delivered message with its day, market, category, and type', async () => {
		const messageId = await at.text();
		expect(at.sandbox.control.bill()).toEqual({
			timeZone: 'America/New_York',
			units: [
				{
					messageId,
					to: CUSTOMER,
					userId: expect.stringMatching(/^DE\./),
					at: MONTH_ENDS - HOUR,
					day: '2026-10-31',
					market: 'DE',
					...FREE,
					currency: null,
					price: null,
					cost: 0,
				},
			],
			lines: [{ market: 'DE', ...FREE, currency: null, price: null, cost: 0, units: 1 }],
			total: { units: 1, unpriced: 0, costs: {} },
		});
	});

	test('has no message that is under way, and none that only was sent', async () => {
		await at.sandbox.control.goOffline(CUSTOMER);
		await at.text();
		expect(at.units()).toEqual([]);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(at.units()).toMatchObject([FREE]);
	});

	test('has a message once, however often its statuses come', async () => {
		await at.sandbox.control.faults({ duplicateWebhooks: true });
		const id = await at.text();
		for (const status of ['read', 'read', 'played'] as const) {
			await at.sandbox.control.customerReads(id, status);
		}
		expect(at.units()).toHaveLength(1);
	});

	test('has a message that was read without delivered, on the day of read', async () => {
		await at.sandbox.control.faults({ skipDelivered: true });
		const id = await at.text();
		expect(at.units()).toEqual([]);
		await at.sandbox.clock.advance(2 * HOUR);
		await at.sandbox.control.customerReads(id);
		expect(at.units()).toMatchObject([{ messageId: id, day: '2026-11-01' }]);
	});

	test('has no message that failed, also after it was sent with a price', async () => {
		await at.sandbox.control.faults({ failStatus: { code: 131026, after: 'sent' } });
		await at.text();
		await at.sandbox.control.faults({ failStatus: { code: 131026 } });
		await at.text();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'failed', 'failed']);
		expect(at.told()).toHaveLength(1);
		expect(at.units()).toEqual([]);
	});

	test('has no reaction, which is never delivered', async () => {
		await at.client.message(CUSTOMER, { type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } });
		await at.sandbox.control.idle();
		expect(at.units()).toEqual([]);
	});

	test('has neither answers of the agent nor those in the phone app', async () => {
		await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'Hello' });
		await at.sandbox.control.appReplies({ to: CUSTOMER, text: 'Hello' });
		await at.sandbox.control.idle();
		expect(at.units()).toEqual([]);
	});

	test('has the market of the phone number, or else of the user ID', async () => {
		const numbers = ['16045550123', '18765550123', '77015550123', '79165550123', '212600000000'];
		for (const from of [...numbers, 'IN.42']) await at.sandbox.control.customerWrites({ from });
		for (const to of numbers) await at.text(to);
		await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: 'IN.42',
			type: 'text',
			text: { body: 'Hi' },
		});
		await at.sandbox.control.idle();
		expect(at.units().map(({ market }) => market)).toEqual(['CA', 'JM', 'KZ', 'RU', 'MA', 'IN']);
	});

	test('of a month has what was delivered in it, in the time zone of the account', async () => {
		await at.text();
		await at.sandbox.clock.advance(HOUR - 1);
		await at.text();
		await at.sandbox.clock.advance(1);
		await at.text();
		expect(at.units('2026-10').map(({ day }) => day)).toEqual(['2026-10-31', '2026-10-31']);
		expect(at.units('2026-11').map(({ day }) => day)).toEqual(['2026-11-01']);
		expect(at.sandbox.control.bill({ month: '2026-11' }).lines).toMatchObject([{ units: 1 }]);
		expect(at.units()).toHaveLength(3);
		expect(at.units('2026-12')).toEqual([]);
	});

	test('takes no month that is none', () => {
		expect(() => at.sandbox.control.bill({ month: '2026-13' })).toThrow(/month such as 2026-10/);
	});

	test('is empty after clear, and the free part is whole', async () => {
		await at.sandbox.control.configure({ freeServiceMessages: 1 });
		await at.text();
		await at.sandbox.control.clear();
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		expect(at.sandbox.control.bill().total.units).toBe(0);
		await at.text();
		expect(at.units()).toMatchObject([FREE]);
	});
});

describe('the free part of service messages', () => {
	const at = billed({ freeServiceMessages: 2 });
	const types = (month?: string) => at.units(month).map(({ type }) => type);

	test('is the first ones of the month; the next one is charged', async () => {
		for (let n = 0; n < 3; n += 1) await at.text();
		expect(at.told()).toMatchObject([FREE, FREE, { ...CHARGED, billable: true }]);
		expect(at.units()).toMatchObject([FREE, FREE, CHARGED]);
	});

	test('begins again at midnight in the time zone of the account', async () => {
		for (let n = 0; n < 3; n += 1) await at.text();
		await at.sandbox.clock.advance(HOUR - 1);
		await at.text();
		await at.sandbox.clock.advance(1);
		await at.text();
		expect(at.units()).toMatchObject([FREE, FREE, CHARGED, CHARGED, FREE]);
	});

	test('counts what is delivered: what failed gives its place back', async () => {
		await at.sandbox.control.faults({ failStatus: { code: 131026, after: 'sent' }, times: 2 });
		for (let n = 0; n < 5; n += 1) await at.text();
		expect(at.told()).toMatchObject([FREE, FREE, FREE, FREE, CHARGED]);
		expect(types()).toEqual(['free_customer_service', 'free_customer_service', 'regular']);
	});

	test('keeps the place of a free message that is under way, in whichever month it arrives', async () => {
		await at.sandbox.control.goOffline(CUSTOMER);
		await at.text();
		await at.sandbox.control.customerWrites({ from: OTHER });
		await at.text(OTHER);
		await at.text(OTHER);
		expect(at.told()).toMatchObject([FREE, FREE, CHARGED]);
		await at.sandbox.clock.advance(HOUR);
		await at.text(OTHER);
		await at.text(OTHER);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(types('2026-10')).toEqual(['free_customer_service', 'regular']);
		expect(types('2026-11')).toEqual(['free_customer_service', 'regular', 'free_customer_service']);
	});

	test('gets back the place of a message that was dropped after 30 days', async () => {
		await at.sandbox.control.configure({ freeServiceMessages: 1 });
		await at.sandbox.clock.advance(HOUR);
		await at.sandbox.control.goOffline(CUSTOMER);
		await at.text();
		await at.sandbox.control.customerWrites({ from: OTHER });
		await at.sandbox.clock.advance(30 * DAY - 1);
		await at.sandbox.control.customerWrites({ from: OTHER });
		await at.text(OTHER);
		await at.sandbox.clock.advance(1);
		await at.text(OTHER);
		expect(at.units()).toMatchObject([CHARGED, { ...FREE, day: '2026-11-30' }]);
	});

	test('is not touched by a reaction, which is never delivered', async () => {
		await at.client.message(CUSTOMER, { type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } });
		for (let n = 0; n < 2; n += 1) await at.text();
		expect(types()).toEqual(['free_customer_service', 'free_customer_service']);
	});

	test('has room for a message to a group only if it has room for all recipients', async () => {
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] });
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: id });
		await at.text();
		await at.text(id, { recipient_type: 'group' });
		await at.text();
		expect(types()).toEqual(['free_customer_service', 'regular', 'regular', 'free_customer_service']);
	});

	test('is shared by chats and groups, one for each recipient', async () => {
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] });
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: id });
		const group = { recipient_type: 'group' };
		await at.text(id, group);
		await at.text();
		await at.text(id, group);
		const free = { type: 'free_group_customer_service', category: 'group_service', to: id };
		const charged = { type: 'regular', category: 'group_service', to: id };
		expect(at.told()).toMatchObject([
			{ type: free.type, billable: false },
			CHARGED,
			{ type: 'regular', category: 'group_service' },
		]);
		expect(at.units()).toMatchObject([free, free, CHARGED, charged, charged]);
	});
});

describe('a message to a group', () => {
	const at = billed();
	let id: string;
	const group = { recipient_type: 'group' };
	beforeEach(async () => {
		({ id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] }));
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: id });
	});

	test('is one unit for each recipient whom it reached', async () => {
		await at.sandbox.control.faults({ skipDelivered: true });
		const message = await at.text(id, group);
		await at.sandbox.control.customerReads(message, 'read', OTHER);
		expect(at.units()).toMatchObject([{ to: id, userId: expect.stringMatching(/^DE/) }]);
		await at.sandbox.control.customerReads(message, 'read', OTHER);
		await at.sandbox.control.customerReads(message);
		const units = at.units();
		expect(units).toHaveLength(2);
		expect(new Set(units.map(({ userId }) => userId)).size).toBe(2);
	});

	test('is the only message that takes who reads it', async () => {
		const other = await at.text();
		await expect(at.sandbox.control.customerReads(other, 'read', OTHER)).rejects.toThrow(/leave it out/);
	});

	test('is charged as the template that it is', async () => {
		for (const category of ['UTILITY', 'MARKETING']) {
			await at.sandbox.control.addTemplate({ name: category.toLowerCase(), category });
			await at.client.template(id, category.toLowerCase(), group);
		}
		await at.sandbox.control.idle();
		expect(at.told().map((one) => Reflect.get(one, 'category') as string)).toEqual([
			'group_utility',
			'group_marketing',
		]);
		expect(at.sandbox.control.bill().lines).toMatchObject([
			{ category: 'group_utility', type: 'regular', units: 2 },
			{ category: 'group_marketing', type: 'regular', units: 2 },
		]);
	});

	test('can have its price in a conversation, which a chat has not', async () => {
		await at.sandbox.control.configure({ groupPricing: 'conversation' });
		await at.text();
		await at.text(id, group);
		const sent = at.receiver.statuses().filter(({ status }) => status === 'sent');
		expect(sent).toMatchObject([
			{ pricing: FREE },
			{ conversation: { pricing: { category: 'group_service' } } },
		]);
		expect([sent[0], sent[1]].map((one) => 'pricing' in one!)).toEqual([true, false]);
		expect(at.units()).toHaveLength(3);
	});

	test('has its price with the status of each recipient, if it comes with delivered', async () => {
		await at.sandbox.control.configure({ pricingStatus: 'delivered', freeServiceMessages: 1 });
		await at.text(id, group);
		expect(at.told('sent')).toEqual([]);
		expect(at.told('delivered')).toMatchObject([
			{ type: 'free_group_customer_service' },
			{ type: 'regular', category: 'group_service' },
		]);
	});
});
