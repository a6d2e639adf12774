import type { EntryRecord, PageRecord } from '../../sandbox/simulator/records';
import { CUSTOMER, DAY, HOUR, scene } from './support/scene';
import { followUpdates, type Updates } from './support/updates';

const at = scene();
let page: Updates;

beforeEach(async () => {
	page = await followUpdates(at.sandbox.url);
});
afterEach(() => page.close());

const entries = (records: PageRecord[]) => records.filter((record) => record.kind === 'entry');
const newest = (by: EntryRecord['by'], type?: string) =>
	page.until((records) =>
		entries(records).findLast((one) => one.by === by && (type ?? one.type) === one.type),
	);
const customer = (matches: (record: Extract<PageRecord, { kind: 'customer' }>) => boolean) =>
	page.until((records) => records.find((record) => record.kind === 'customer' && matches(record)));

describe('the page hears of', () => {
	test('the gateway, from its first update on', () => {
		const { apiKey, signingSecret, phoneNumberId, url } = at.sandbox;
		expect(page.records.get('gateway')).toMatchObject({
			apiKey,
			signingSecret,
			phoneNumberId,
			url,
			webhook: at.receiver.url,
			faults: {},
		});
	});

	test('a message of a customer, and its window', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, name: 'Ada', text: 'Hello' });
		expect(await newest('customer')).toMatchObject({ type: 'text', content: { text: { body: 'Hello' } } });
		const { closesAt } = (await customer(({ name }) => name === 'Ada')) as { closesAt: number };
		expect(Math.round((closesAt - at.sandbox.clock.now()) / HOUR)).toBe(24);
	});

	test('a message of the business, and each of its statuses', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const { messages } = (await at.client.text(CUSTOMER, 'Welcome')).body as unknown as {
			messages: [{ id: string }];
		};
		const withStatus = (status: string) =>
			page.until((records) => entries(records).find((one) => one.by === 'business' && one.status === status));
		await withStatus('delivered');
		await at.sandbox.control.customerReads(messages[0].id);
		expect(await withStatus('read')).toMatchObject({ id: messages[0].id, type: 'text' });
	});

	test('the bill of the month: what was delivered, and how much is still free', async () => {
		const billOf = (units: number) =>
			page.until((records) => records.find((one) => one.kind === 'bill' && one.total.units === units));
		expect(await billOf(0)).toMatchObject({ freeLeft: 1000, freeService: 1000, lines: [], timeZone: 'UTC' });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		expect(await billOf(1)).toMatchObject({
			month: new Date(at.sandbox.clock.now()).toISOString().slice(0, 7),
			freeLeft: 999,
			lines: [{ market: 'DE', category: 'service', type: 'free_customer_service', units: 1 }],
		});
	});

	test('why a message failed', async () => {
		await at.sandbox.control.faults({ failStatus: { code: 131026 } });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		const failed = await page.until((records) => entries(records).find(({ status }) => status === 'failed'));
		expect(failed.error).toEqual({ code: 131026, title: 'Message undeliverable' });
	});

	test('a message that the gateway refused, and why', async () => {
		await at.client.text(CUSTOMER);
		expect(await newest('note', 'refused')).toMatchObject({
			content: { type: 'text', why: expect.stringContaining('#131047') },
		});
	});

	test('a template as it was when it was sent', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello', body: 'Good day.' });
		await at.client.template(CUSTOMER, 'hello');
		expect(await newest('business')).toMatchObject({ definition: [{ type: 'BODY', text: 'Good day.' }] });
	});

	test('what the business read, and that it types until it answers or 25 seconds have passed', async () => {
		const { id } = await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const asked = at.sandbox.clock.now();
		const read = { messaging_product: 'whatsapp', status: 'read', message_id: id };
		await at.client.post('/messages', { ...read, typing_indicator: { type: 'text' } });
		const entry = await page.until((records) => entries(records).find((one) => one.read));
		expect(entry.id).toBe(id);
		expect(entry.typingUntil! - asked).toBeGreaterThanOrEqual(25_000);
	});

	test('who holds a conversation, and what the agent says in it', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
		await customer(({ holder }) => holder === 'agent');
		expect((await newest('note', 'handed-over')).content).toEqual({ to: 'agent' });
		await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'We open at nine.' });
		expect((await newest('agent')).content).toEqual({ text: { body: 'We open at nine.' } });
	});

	test('calls, opt-outs, and a phone that is off', async () => {
		await at.sandbox.control.customerCalls({ from: CUSTOMER });
		await newest('note', 'called');
		await at.sandbox.control.optOut(CUSTOMER);
		await customer(({ optedOut }) => optedOut);
		await at.sandbox.control.optOut(CUSTOMER, 'resume');
		await customer(({ optedOut }) => !optedOut);
		await at.sandbox.control.goOffline(CUSTOMER);
		await customer(({ offline }) => offline);
	});

	test('templates, and when a pause ends', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello' });
		const inStatus = (status: string) =>
			page.until((records) => records.find((one) => one.kind === 'template' && one.status === status));
		await inStatus('APPROVED');
		await at.sandbox.control.pause('hello');
		const paused = (await inStatus('PAUSED')) as { pausedUntil: number };
		expect(Math.round((paused.pausedUntil - at.sandbox.clock.now()) / HOUR)).toBe(3);
		await at.sandbox.clock.advance(3 * HOUR);
		expect(await inStatus('APPROVED')).toMatchObject({ pausedUntil: null });
	});

	test('groups, their members, and who asks to join', async () => {
		const { control } = at.sandbox;
		const { id } = await control.addGroup({ joinApprovalMode: 'approval_required' });
		await control.joinGroup(id, CUSTOMER);
		const withMembers = (count: number) =>
			page.until((records) =>
				records.find((one) => one.kind === 'group' && one.participants.length === count && one),
			);
		const [request] = await page.until((records) =>
			records
				.filter((one) => one.kind === 'group')
				.map(({ requests }) => requests)
				.find(({ length }) => length === 1),
		);
		await control.approveJoinRequest(id, request!.id);
		expect(await withMembers(1)).toMatchObject({ requests: [] });
	});

	test('a delivery with its attempts', async () => {
		at.receiver.answers.push(500);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const delivery = await page.until((records) =>
			records.find((one) => one.kind === 'delivery' && one.attempts.length === 2),
		);
		expect(delivery).toMatchObject({
			field: 'messages',
			topic: 'message',
			about: 'message: text',
			conversations: [expect.stringMatching(/^customer:/)],
			attempts: [
				{ outcome: 'refused', status: 500, url: at.receiver.url },
				{ outcome: 'delivered', status: 200, url: at.receiver.url },
			],
		});
	});

	test('faults, the editor, what a program still does, and a webhook that is set, and forgotten', async () => {
		const gateway = (matches: (record: Extract<PageRecord, { kind: 'gateway' }>) => boolean) =>
			page.until((records) => records.find((one) => one.kind === 'gateway' && matches(one)));
		await at.sandbox.control.faults({ delayMs: 1 });
		await gateway(({ faults }) => faults.delayMs === 1);
		await at.sandbox.control.setEditor({ url: 'http://127.0.0.1:5678', email: 'a@b.example', password: 'p' });
		await gateway(({ editor }) => editor?.email === 'a@b.example');
		await at.sandbox.control.setBusy('A campaign is sent.');
		await gateway(({ busy }) => busy === 'A campaign is sent.');
		await at.sandbox.control.setBusy();
		await gateway(({ busy }) => busy === null);
		await at.client.setWebhook('http://127.0.0.1:1/hook');
		await gateway(({ webhook }) => webhook === 'http://127.0.0.1:1/hook');
		await at.sandbox.control.unsetWebhook();
		await gateway(({ webhook }) => webhook === null);
		expect((await at.client.get('/v1/configs/webhook')).body).toEqual({ url: '' });
	});

	test('what is forgotten', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await newest('customer');
		await at.sandbox.control.clear();
		await page.until((records) =>
			records.every(({ kind }) => kind === 'gateway' || kind === 'bill') ? true : undefined,
		);
	});
});

test('a page that opens later knows everything at once, and its time is the virtual one', async () => {
	await at.sandbox.control.customerWrites({ from: CUSTOMER });
	await at.sandbox.clock.advance(DAY);
	const later = await followUpdates(at.sandbox.url);
	expect(entries([...later.records.values()])).toHaveLength(1);
	later.close();
});
