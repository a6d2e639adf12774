import type { Execution } from '../../tools/n8n';
import { itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { asRead } from '../support/as-read';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, campaign, items, line, sendAuto } from './support/workflows';

const NODE = 'n8n-nodes-business-messaging.businessMessagingCampaign';
const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };
const [ADA, BOB, CLEO, DAN] = ['491701111111', '491702222222', '491703333333', '491704444444'];
/** The customer whom the example names. */
const EXAMPLE = '491701234567';
const HOUR = 3_600_000;
const MANY = 20_000;
/** So many that a slow campaign isn't done before it is stopped. */
const SLOW = 200;

const customers = [
	{ phone: '+49 170 1111111', name: 'Ada', order: 'A-1' },
	{ phone: BOB, name: 'Bob', order: 'A-2' },
	{ phone: '', name: 'Nobody', order: 'A-3' },
	{ phone: CLEO, name: '', order: 'A-4' },
	{ phone: '0049', name: 'Eve', order: 'A-5' },
	{ phone: ADA, name: 'Ada again', order: 'A-6' },
];

const spring = { __rl: true, mode: 'id', value: 'spring' };
const slow = { ...spring, value: 'slow' };
const variables = {
	mappingMode: 'defineBelow',
	value: { body_1: '={{ $json.name }}' },
	matchingColumns: [],
	schema: [{ id: 'body_1', displayName: 'Body {{1}}', required: true, display: true, type: 'string' }],
};
const planned = {
	campaignId: 'spring',
	to: '={{ $json.phone }}',
	template: { __rl: true, mode: 'name', value: 'hello/en_US' },
	templateVariables: variables,
	options: {},
};
const goesOn = { onError: 'continueRegularOutput' };

/** A workflow that runs one operation, on one item unless given others. */
const operation = (
	id: string,
	name: string,
	parameters: Record<string, unknown> = {},
	given: Array<Record<string, unknown>> = [{}],
	more: object = {},
) => line(id, [byHand, items(given), campaign(name, parameters, more)]);

const generate = {
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `return Array.from({ length: ${MANY} }, (_, n) => ({ json: { phone: String(4915100000000 + n), name: 'Customer ' + n } }));`,
	},
};

/** Two customers who wrote, each with the same picture. */
const [EVA, FAY] = ['491705555555', '491706666666'];
const pictures = {
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const data = { data: '${Buffer.from('picture').toString('base64')}', mimeType: 'image/png', fileName: 'a.png' };
			return ${JSON.stringify([EVA, FAY])}.map((phone) => ({ json: { phone }, binary: { data } }));`,
	},
};
const picture = {
	campaignId: 'pictures',
	to: '={{ $json.phone }}',
	options: {},
	freeformType: 'image',
	mediaSource: 'binary',
	mediaBinary: 'data',
	caption: '=For {{ $json.phone }}',
};
const question = {
	campaignId: 'questions',
	to: '={{ $json.phone }}',
	options: {},
	freeformType: 'buttons',
	bodyText: 'Do you want to come?',
	replyButtons: { button: [{ title: '={{ $json.label }}', id: 'yes' }] },
};
const asked = [
	{ phone: EVA, label: 'Yes' },
	{ phone: FAY, label: 'Yes, with everybody I know' },
];

const workflows = [
	operation('dry-run', 'dryRun', planned, customers),
	line('dry-run-pictures', [byHand, pictures, campaign('dryRun', picture)]),
	line('plan-pictures', [byHand, pictures, campaign('plan', picture)]),
	operation('plan-questions', 'plan', question, asked),
	...['pictures', 'questions'].map((id) =>
		operation(`send-${id}`, 'sendDue', { campaign: { ...spring, value: id } }),
	),
	operation('plan', 'plan', planned, customers),
	operation('dry-run-each', 'dryRun', { ...planned, campaignId: 'trial', output: 'each' }, customers),
	operation('unreadable-text', 'dryRun', { ...planned, campaignId: 'trial', text: '={{ $json.name + }}' }, [
		customers[0]!,
	]),
	operation('unreadable-id', 'dryRun', { ...planned, campaignId: '={{ $json.name + }}' }, [customers[0]!]),
	operation('plan-each', 'plan', { ...planned, campaignId: 'each', output: 'each' }, customers),
	operation('send-each', 'sendDue', { campaign: { ...spring, value: 'each' }, output: 'each' }),
	operation('plan-by-order', 'plan', {
		...planned,
		campaignId: 'orders',
		endAt: '2020-01-01T00:00:00',
	}),
	operation(
		'plan-per-order',
		'plan',
		{ ...planned, campaignId: 'orders', options: { recipientKey: '={{ $json.order }}' } },
		[customers[0]!, customers[5]!],
	),
	line('plan-many', [
		byHand,
		generate,
		campaign('plan', { ...planned, campaignId: 'many', startAt: '2099-01-01T00:00:00' }),
	]),
	operation('send', 'sendDue', { campaign: spring }),
	operation('send-all', 'sendDue', { options: { messagesPerSecond: 500, timeBudget: 10 } }),
	line('plan-slow', [
		byHand,
		items(
			Array.from({ length: SLOW }, (_, n) => ({ phone: String(4916000000000 + n), name: `Customer ${n}` })),
		),
		campaign('plan', { ...planned, campaignId: 'slow' }),
	]),
	operation('send-slow', 'sendDue', { campaign: slow, options: { messagesPerSecond: 10 } }),
	operation('send-never', 'sendDue', { options: { messagesPerSecond: '={{ 0 }}' } }),
	operation('report-slow', 'getReport', { campaign: slow }),
	operation('report', 'getReport', { campaign: spring }),
	operation('recipients', 'getRecipients', { campaign: spring, returnAll: true }),
	operation('some', 'getRecipients', { campaign: spring, states: ['planned', 'held'], limit: 1 }),
	operation('list', 'getMany', { returnAll: true }),
	operation('pause', 'pause', { campaign: spring, reason: 'The price was wrong.' }),
	operation('resume', 'resume', { campaign: spring }),
	operation('cancel', 'cancel', { campaign: { ...spring, value: 'orders' } }),
	operation('retry', 'retry', { campaign: spring, what: 'held' }),
	operation(
		'each',
		'getReport',
		{ campaign: { ...spring, value: '={{ $json.id }}' } },
		[{ id: 'spring' }, { id: 'nowhere' }, { id: '' }],
		goesOn,
	),
	line('key', [
		byHand,
		items([{ contact: DAN }, { contact: '+49 170 4444444' }]),
		sendAuto({
			template: { __rl: true, mode: 'name', value: 'plain/en_US' },
			options: { campaignKey: 'welcome' },
		}),
	]),
	readWorkflow('receive'),
	readWorkflow('held-messages'),
	readWorkflow('campaign'),
];

let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	const { control } = sandbox;
	await control.addTemplate({ name: 'hello', category: 'MARKETING', body: 'Hello {{1}}, look at this.' });
	await control.addTemplate({ name: 'plain', body: 'Hello from the shop.' });
	await control.addTemplate({ name: 'order_shipped', body: 'Your order {{1}} is on its way to you.' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows,
		publish: ['bmReceiveMessages'],
	});
	await control.customerWrites({ from: BOB, text: 'Hi' });
	await control.handOver({ contact: BOB, to: 'agent' });
	await control.idle();
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

const run = async (id: string, trigger = 'By hand'): Promise<Execution> =>
	n8n.api.waitForExecution(await n8n.api.runWorkflow(id, trigger));
const outputOf = async (id: string, output = 0) => itemsOf(await run(id), 'Campaign', output);
const runOf = (execution: Execution, node = 'Campaign') => execution.data?.resultData.runData[node]?.at(-1);
const hintOf = (execution: Execution) =>
	runOf(execution)
		?.hints?.map(({ message }) => asRead(message))
		.join(' ');
const sentTo = (contact: string) => sandbox.control.sent().filter(({ to }) => to === contact);

describe('Dry Run', () => {
	it('names the field whose expression n8n cannot read', async () => {
		expect(await outputOf('unreadable-text', 1)).toMatchObject([
			{
				problems: [
					{ message: expect.stringMatching(/^Freeform Text has an expression .*: invalid syntax$/) },
				],
			},
		]);
		const { error } = (await run('unreadable-id')).data!.resultData;
		expect(error?.message).toMatch(/^Campaign ID has an expression .*: invalid syntax/);
	});

	it('says what would go out now, and sends and plans nothing', async () => {
		const execution = await run('dry-run');
		expect(itemsOf(execution, 'Campaign')).toMatchObject([
			{
				campaign: 'spring',
				actions: { freeform: 0, template: 1, hold: 1, skip: 0 },
				messages: { MARKETING: 1 },
				repeated: 1,
				invalid: 3,
			},
		]);
		expect(hintOf(execution)).toMatch(
			/^1 would be sent now, 1 would be held, 1 repeated in the list \(491701111111\), 3 invalid \(the output Invalid says why\)\. Why 1 would be held: .+\.$/,
		);
		expect(sandbox.control.sent()).toEqual([]);
		expect(await outputOf('list')).toEqual([]);
	});
});

describe('Dry Run of each recipient', () => {
	it('gives each decision with its reason, paired with its item', async () => {
		const each = await run('dry-run-each');
		expect(itemsOf(each, 'Campaign')).toMatchObject([
			{ ...customers[0], decision: { action: 'template', category: 'MARKETING', retryAt: null } },
			{
				...customers[1],
				decision: { action: 'hold', rule: 'agent-holds', retryAt: expect.stringMatching(/Z$/) },
			},
		]);
		expect(runOf(each)?.data?.main[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
	});
});

describe('Plan', () => {
	let execution: Execution;
	beforeAll(async () => {
		execution = await run('plan');
	});

	it('gives one item that counts, paired, with ISO 8601 times', () => {
		expect(itemsOf(execution, 'Campaign')).toEqual([
			{
				campaign: 'spring',
				channel: sandbox.phoneNumberId,
				state: 'running',
				why: null,
				policy: 'strict',
				policyVersion: expect.any(Number),
				plannedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				startAt: null,
				endAt: null,
				budget: null,
				planned: 2,
				repeated: 1,
				repeatedRecipients: ['491701111111'],
				alreadyPlanned: 0,
				invalid: 3,
			},
		]);
		expect(runOf(execution)?.data?.main[0]?.[0]?.pairedItem).toEqual({ item: 0 });
		expect(hintOf(execution)).toBe(
			'2 planned, 1 repeated in the list (491701111111), 3 invalid (the output Invalid says why). Next: Send Due sends them. 1 customer is repeated in the list, and only the first message counts. To send each of them, for example one for each appointment, set the option Recipient Key.',
		);
	});

	it('loses no invalid recipient: each comes out with all its fields and its problems, paired', () => {
		const invalid = runOf(execution)?.data?.main[1] ?? [];
		expect(invalid.map(({ json }) => json)).toEqual([
			{ ...customers[2], itemIndex: 2, problems: [{ path: 'to', message: expect.any(String) }] },
			{
				...customers[3],
				itemIndex: 3,
				problems: [{ path: 'item', message: expect.stringContaining('Body {{1}}') }],
			},
			{
				...customers[4],
				itemIndex: 4,
				problems: [{ path: 'to', message: expect.stringContaining('is too short for a phone number') }],
			},
		]);
		expect(invalid.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }, { item: 3 }, { item: 4 }]);
	});

	it('gives an item for each recipient, where that is asked for', async () => {
		const each = await run('plan-each');
		expect(itemsOf(each, 'Campaign')).toEqual([
			{ ...customers[0], status: 'planned' },
			{ ...customers[1], status: 'planned' },
			{ ...customers[5], status: 'repeated' },
		]);
		expect(runOf(each)?.data?.main[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 5 },
		]);
		expect(itemsOf(each, 'Campaign', 1)).toHaveLength(3);
	});

	it('adds nobody twice', async () => {
		expect(await outputOf('plan')).toMatchObject([{ planned: 0, repeated: 3, invalid: 3 }]);
	});

	it('plans a customer once for each recipient key', async () => {
		expect(await outputOf('plan-per-order')).toMatchObject([{ planned: 2, repeated: 0 }]);
	});

	it('refuses a campaign that has ended before it begins, and plans nobody', async () => {
		const failed = await run('plan-by-order');
		expect(failed.status).toBe('error');
		expect(failed.data?.resultData.error?.message).toContain('Ends At has passed');
	});

	it(`reads times in the workflow's zone (New York, unless set), and plans ${MANY} items while n8n goes on answering`, async () => {
		let answers = 0;
		let longest = 0;
		const id = await n8n.api.runWorkflow('plan-many', 'By hand');
		for (;;) {
			const asked = performance.now();
			await fetch(`${n8n.url}/healthz`);
			longest = Math.max(longest, performance.now() - asked);
			answers += 1;
			const { status } = await n8n.api.execution(id);
			if (status !== 'running' && status !== 'new') break;
		}
		const execution = await n8n.api.execution(id);
		const [summary] = itemsOf(execution, 'Campaign');
		const took = runOf(execution) as unknown as { executionTime: number };
		process.stdout.write(
			`Planning ${MANY} took ${took.executionTime} ms; ${answers} answers meanwhile, the slowest ${Math.round(longest)} ms\n`,
		);
		expect(summary).toMatchObject({
			campaign: 'many',
			planned: MANY,
			startAt: '2099-01-01T05:00:00.000Z',
		});
		expect(answers).toBeGreaterThan(1);
	});
});

describe('campaigns', () => {
	it('are listed, the newest first, and found by what the user types', async () => {
		const listed = (await outputOf('list')).map((each) => each.campaign);
		expect(listed).toEqual(['many', 'orders', 'each', 'spring']);
		const question = { nodeType: NODE, method: 'searchCampaigns', path: 'parameters.campaign', credentials };
		const { results } = await n8n.api.searchList(question, 'spr');
		expect(results).toEqual([{ name: expect.stringMatching(/^spring \(2 recipients\)$/), value: 'spring' }]);
	});

	it('send nothing while they are paused, and say why in the report', async () => {
		const paused = await run('pause');
		expect(itemsOf(paused, 'Campaign')).toMatchObject([{ state: 'paused', why: 'The price was wrong.' }]);
		expect(hintOf(paused)).toBe(
			'The campaign spring is paused. 2 recipients wait. Send Due sends nothing of it until you resume it.',
		);
		expect(await outputOf('send')).toMatchObject([{ accepted: 0, ended: 'nothing-due' }]);
		expect(await outputOf('report')).toMatchObject([
			{ campaign: 'spring', state: 'paused', why: 'The price was wrong.', counts: { planned: 2 } },
		]);
		const resumed = await run('resume');
		expect(itemsOf(resumed, 'Campaign')).toMatchObject([{ state: 'running', why: null }]);
		expect(hintOf(resumed)).toBe(
			'The campaign spring is running. 2 recipients wait. Send Due sends what is due.',
		);
	});

	it('are acted on for each item; an error is an item, where the node goes on', async () => {
		expect(await outputOf('each')).toMatchObject([
			{ campaign: 'spring' },
			{ error: { title: expect.stringContaining('The campaign "nowhere" doesn\'t exist') } },
			{ error: { title: expect.stringContaining('Campaign is empty') } },
		]);
	});
});

describe('Send Due', () => {
	it('sends what is due, holds what the rules hold, and counts both', async () => {
		const execution = await run('send');
		expect(itemsOf(execution, 'Campaign')).toMatchObject([
			{ claimed: 2, accepted: 1, held: 1, skipped: 0, failed: 0, ended: 'nothing-due', paused: [] },
		]);
		expect(hintOf(execution)).toMatch(
			/^1 sent, 1 held\. Why 1 is held: The business isn't in control of this conversation .*\. A later Send Due sends what is held, as soon as the rules allow it\. Checked again at .*\. Get Recipients shows each of them\.$/,
		);
		await sandbox.control.idle();
		expect(sentTo(ADA)).toMatchObject([{ type: 'template', body: { template: { name: 'hello' } } }]);
		expect(sentTo(BOB)).toEqual([]);
	});

	it('leaves a report that says where everybody stands and why', async () => {
		expect(await outputOf('report')).toMatchObject([
			{
				total: 2,
				finished: false,
				counts: { delivered: 1, held: 1, planned: 0 },
				reasons: [{ state: 'held', rule: 'agent-holds', count: 1 }],
			},
		]);
		expect(await outputOf('recipients')).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					campaign: 'spring',
					state: 'delivered',
					action: 'template',
					messageId: expect.any(String),
					sentAt: expect.stringMatching(/Z$/),
				}),
				expect.objectContaining({ to: BOB, state: 'held', due: expect.stringMatching(/Z$/) }),
			]),
		);
		expect(await outputOf('some')).toMatchObject([{ to: BOB, state: 'held' }]);
	});

	it('gives an item for each recipient that it dealt with, where that is asked for', async () => {
		const each = await run('send-each');
		expect(itemsOf(each, 'Campaign')).toHaveLength(2);
		expect(itemsOf(each, 'Campaign')).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ campaign: 'each', state: 'accepted', sentAt: expect.stringMatching(/Z$/) }),
				expect.objectContaining({ to: BOB, state: 'held', rule: 'agent-holds', sentAt: null }),
			]),
		);
		expect(hintOf(each)).toMatch(
			/^1 sent, 1 held\. Why 1 is held: The business isn't in control of this conversation .*\. A later Send Due sends what is held, as soon as the rules allow it\. Checked again at .*\. Get Recipients shows each of them\.$/,
		);
	});

	it('says so when nothing is due', async () => {
		expect(hintOf(await run('send'))).toMatch(
			/^Nothing was due\. The next waiting message of .+ is due at \w+ \d+, \d{4}, \d\d:\d\d \(.+\)\.$/,
		);
	});

	it('looks at those who are held again at once after a Retry', async () => {
		expect(await outputOf('retry')).toMatchObject([{ campaign: 'spring', recipients: 'held', planned: 1 }]);
		expect(await outputOf('send')).toMatchObject([{ claimed: 1, held: 1 }]);
	});

	it('refuses a rate that is none', async () => {
		const failed = await run('send-never');
		expect(failed.data?.resultData.error?.message).toContain('Messages per Second must be a number above 0');
	});

	it('begins nothing more when its execution is stopped, and settles what is on its way', async () => {
		await run('plan-slow');
		const before = sandbox.control.sent().length;
		const sent = () => sandbox.control.sent().length - before;
		const id = await n8n.api.runWorkflow('send-slow', 'By hand');
		await poll(async () => sent() > 5 || undefined, {
			onTimeout: () => `Only ${sent()} messages went out.`,
		});
		await n8n.api.stopExecution(id);
		const counts = await poll(
			async () => {
				const [report] = await outputOf('report-slow');
				const { claimed, sending, ...rest } = report!.counts as Record<string, number>;
				return claimed === 0 && sending === 0 ? rest : undefined;
			},
			{ onTimeout: () => 'Something is still on its way.' },
		);
		const { planned: left = 0, accepted = 0, delivered = 0, read = 0 } = counts;
		expect(left).toBeGreaterThan(0);
		expect(accepted + delivered + read).toBe(sent());
		expect(left + sent()).toBe(SLOW);
	});

	it('sends nothing of a campaign that was cancelled', async () => {
		const cancelled = await run('cancel');
		expect(itemsOf(cancelled, 'Campaign')).toMatchObject([
			{ campaign: 'orders', state: 'cancelled', skipped: 2 },
		]);
		expect(hintOf(cancelled)).toBe(
			'The campaign orders is cancelled. 2 recipients who had no message yet get none.',
		);
		const before = sentTo(ADA).length;
		expect(await outputOf('send-all')).toMatchObject([{ failed: 0 }]);
		expect(sentTo(ADA)).toHaveLength(before);
	});
});

describe('a campaign key of Send Auto', () => {
	it('lets a customer, however named, have one message', async () => {
		const [first, second] = itemsOf(await run('key'), 'Messaging');
		expect(first).toMatchObject({ action: 'template', messageId: expect.any(String) });
		expect(second).toMatchObject({ messageId: first!.messageId, repeated: true });
		expect(itemsOf(await run('key'), 'Messaging')).toMatchObject([{ repeated: true }, { repeated: true }]);
		expect(sentTo(DAN)).toHaveLength(1);
	});
});

describe('the example of held messages', () => {
	it('keeps what may not go out now, once, and sends it as soon as it may', async () => {
		await sandbox.control.customerWrites({ from: EXAMPLE, text: 'Hi' });
		await sandbox.control.handOver({ contact: EXAMPLE, to: 'agent' });
		await sandbox.control.idle();
		const [held] = itemsOf(await run('bmHeldMessages', 'An order was shipped'), 'Tell the customer');
		expect(held).toMatchObject({ action: 'hold', rule: 'agent-holds', kept: true, messageId: null });
		const [again] = itemsOf(await run('bmHeldMessages', 'An order was shipped'), 'Tell the customer');
		expect(again).toMatchObject({ action: 'hold', rule: 'planned-before', repeated: true });

		await run('bmHeldMessages', 'Every minute');
		expect(sentTo(EXAMPLE)).toEqual([]);
		await sandbox.clock.advance(25 * HOUR);
		const [sent] = itemsOf(await run('bmHeldMessages', 'Every minute'), 'Send Due');
		expect(sent).toMatchObject({ accepted: expect.any(Number), failed: 0 });
		expect(sentTo(EXAMPLE)).toMatchObject([
			{ type: 'template', body: { template: { name: 'order_shipped' } } },
		]);
	});
});

it.each(['campaign', 'held-messages'])('%s explains itself to whoever imports it', (name) => {
	const notes = readWorkflow(name).nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	expect(notes.map(({ parameters }) => parameters.content).join('\n')).toMatch(/^## .{10,}/);
});

describe('freeform content of any type', () => {
	const uploaded = async () => {
		const headers = { 'SVC-API-KEY': sandbox.apiKey };
		const answer = await fetch(`${sandbox.url}/messaging_business/attachments/`, { headers });
		return answer.json();
	};
	beforeAll(async () => {
		for (const from of [EVA, FAY]) await sandbox.control.customerWrites({ from, text: 'Hi' });
		await sandbox.control.idle();
	});

	it('is planned with its files, each uploaded once, and goes out while the window is open', async () => {
		const before = await uploaded();
		expect(await outputOf('dry-run-pictures')).toMatchObject([{ actions: { freeform: 2 }, invalid: 0 }]);
		expect(await uploaded()).toEqual(before);
		expect(await outputOf('plan-pictures')).toMatchObject([{ planned: 2, invalid: 0 }]);
		expect(await outputOf('send-pictures')).toMatchObject([{ accepted: 2 }]);
		const images = [EVA, FAY].map((contact) => sentTo(contact)[0]!.body.image as Record<string, string>);
		expect(images.map(({ caption }) => caption)).toEqual([`For ${EVA}`, `For ${FAY}`]);
		expect(new Set(images.map(({ id }) => id)).size).toBe(1);
	});

	it('is refused for the recipients for whom it is beyond a limit', async () => {
		const execution = await run('plan-questions');
		expect(itemsOf(execution, 'Campaign')).toMatchObject([{ planned: 1, invalid: 1 }]);
		expect(itemsOf(execution, 'Campaign', 1)).toMatchObject([
			{ phone: FAY, problems: [{ message: expect.stringContaining('20') }] },
		]);
		expect(await outputOf('send-questions')).toMatchObject([{ accepted: 1 }]);
		expect(sentTo(EVA)[1]).toMatchObject({
			body: { interactive: { type: 'button', body: { text: 'Do you want to come?' } } },
		});
	});
});

it('does nothing that the rules forbid, as the sandbox sees it', () => {
	expect(sandbox.control.violations()).toEqual([]);
});
