import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { createEngine } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { readExposition } from '../monitoring/support/read-exposition';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { customersOf } from './support/waits';

const [ADA, BOB, CLEO] = ['491701111111', '491702222222', '491703333333'];
const [DORA, EMIL] = ['491704444444', '491706666666'];
/** The customer whom the examples name. */
const EXAMPLE = '491701234567';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const names = [
	'receive',
	'window-closing',
	'support-handover',
	'support-desk',
	'opt-out',
	'paused-template',
	'one-answer',
	'approval',
	'metrics',
	'every-morning',
];
const idOf = (name: string) => readWorkflow(name).id;

/** The password that the example asks for. */
const PROMETHEUS = {
	id: 'bmMetricsPassword',
	name: 'Password for Prometheus',
	type: 'httpBasicAuth',
	data: { user: 'prometheus', password: 'let-me-read' },
};

let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	const { control } = sandbox;
	await control.addTemplate({ name: 'spring_offer', category: 'MARKETING', body: 'Look at our offer.' });
	await control.addTemplate({ name: 'spring_news', category: 'MARKETING', body: 'Look at our news.' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox), PROMETHEUS],
		workflows: names.map(readWorkflow),
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

/** A phone number delivers to one published workflow at a time. */
function whilePublished(name: string): void {
	beforeAll(() => n8n.api.publish(idOf(name)));
	afterAll(() => n8n.api.unpublish(idOf(name)));
}

const run = async (name: string, trigger: string): Promise<Execution> => {
	const id = await n8n.api.runWorkflow(idOf(name), trigger);
	const execution = await n8n.api.waitForExecution(id);
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	return execution;
};

/** The execution that something started, once it has ended. It happens in a second of its own, as events are dated by it. */
async function startedBy(name: string, happens: () => Promise<unknown>): Promise<Execution> {
	const workflowId = idOf(name);
	await sandbox.clock.advance(1_000);
	const before = (await n8n.api.executions({ workflowId })).length;
	await happens();
	const [newest] = await n8n.api.waitForExecutions({ workflowId }, before + 1);
	return n8n.api.waitForExecution(newest!.id);
}

const sentTo = (contact: string) => sandbox.control.sent().filter(({ to }) => to === contact);
const textsTo = (contact: string) =>
	sentTo(contact).map(({ body }) => (body.text as { body: string } | undefined)?.body);

it.each(names.slice(1))('%s explains itself to whoever imports it', (name) => {
	const notes = readWorkflow(name).nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	expect(notes.map(({ parameters }) => parameters.content).join('\n')).toMatch(/^## .{10,}/);
});

describe('a last word before the window closes', () => {
	whilePublished('receive');

	it('goes to those whose window is about to close, once for each window', async () => {
		await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
		await sandbox.control.idle();
		await sandbox.clock.advance(23 * HOUR + 40 * MINUTE);
		await sandbox.control.customerWrites({ from: BOB, text: 'Hi' });
		await sandbox.control.idle();

		const execution = await run('window-closing', 'Every ten minutes');
		expect(itemsOf(execution, 'Windows about to close')).toMatchObject([{ customer: ADA, window: 'open' }]);
		expect(itemsOf(execution, 'Ask once more')).toMatchObject([{ to: ADA, action: 'freeform' }]);

		const again = await run('window-closing', 'Every ten minutes');
		expect(itemsOf(again, 'Ask once more')).toMatchObject([{ to: ADA, repeated: true }]);
		expect(textsTo(ADA)).toEqual(['Is everything clear? Just write to us here.']);
		expect(sentTo(BOB)).toEqual([]);
	});
});

describe('the support handover', () => {
	whilePublished('support-handover');
	const writes = () => sandbox.control.customerWrites({ from: CLEO, text: 'Where is my parcel?' });

	it('answers what is written to the business', async () => {
		expect(itemsOf(await startedBy('support-handover', writes), 'Answer')).toMatchObject([
			{ to: CLEO, action: 'freeform', rule: 'window-open' },
		]);
	});

	it('leaves the conversation to the agent while it holds it', async () => {
		await startedBy('support-handover', () => sandbox.control.handOver({ contact: CLEO, to: 'agent' }));
		const before = sentTo(CLEO).length;
		const execution = await startedBy('support-handover', writes);
		expect(itemsOf(execution, 'The agent answers')).toMatchObject([{ contact: CLEO, heldBy: 'agent' }]);
		expect(sentTo(CLEO)).toHaveLength(before);
	});

	it('greets the customer and tells the team when the agent passes it on', async () => {
		const execution = await startedBy('support-handover', () =>
			sandbox.control.handOver({ contact: CLEO, to: 'business' }),
		);
		expect(itemsOf(execution, 'Greet the customer')).toMatchObject([{ to: CLEO, action: 'freeform' }]);
		expect(itemsOf(execution, 'Tell your team here')).toMatchObject([
			{ contact: CLEO, text: expect.stringMatching(/^.+ \(\d+\) waits for a person\.$/) },
		]);
		expect(textsTo(CLEO).at(-1)).toMatch(/^A colleague/);
	});

	it('does neither when the business takes over by sending', async () => {
		await startedBy('support-handover', () => sandbox.control.handOver({ contact: CLEO, to: 'agent' }));
		const store = await openStore(`sqlite:${n8n.storeFile}`);
		const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		const { send } = createSender({ engine: createEngine({ store }), gateway });
		const intent = { channel: sandbox.phoneNumberId, to: CLEO, takeOver: true };
		const execution = await startedBy('support-handover', () =>
			send(intent, { freeform: { type: 'text', text: { body: 'It is in Bonn.' } } }),
		);
		await store.close();
		expect(itemsOf(execution, 'Something happens')).toMatchObject([
			{ contact: CLEO, to: 'business', tookOver: true, reactions: [{ name: 'business-took-over' }] },
		]);
		expect(textsTo(CLEO).at(-1)).toBe('It is in Bonn.');
	});

	it('is silent from a pass on until somebody answers', async () => {
		for (const to of ['agent', 'business'] as const)
			await startedBy('support-handover', () => sandbox.control.handOver({ contact: CLEO, to }));
		const waiting = await startedBy('support-handover', writes);
		expect(itemsOf(waiting, 'Your team answers')).toMatchObject([
			{ contact: CLEO, personCalledAt: expect.any(String) },
		]);
	});

	it('is silent for 30 minutes after somebody on the team answered, and answers again after that', async () => {
		await sandbox.control.appReplies({ to: CLEO, text: 'It is in Bonn.' });
		await sandbox.control.idle();
		await sandbox.clock.advance(29 * MINUTE);
		const before = sentTo(CLEO).length;
		const silent = await startedBy('support-handover', writes);
		expect(itemsOf(silent, 'Your team answers')).toMatchObject([
			{ contact: CLEO, personCalledAt: null, humanRepliedAt: expect.any(String) },
		]);
		expect(sentTo(CLEO)).toHaveLength(before);
		await sandbox.clock.advance(MINUTE);
		expect(itemsOf(await startedBy('support-handover', writes), 'Answer')).toMatchObject([
			{ to: CLEO, action: 'freeform' },
		]);
	});
});

describe('the support desk', () => {
	whilePublished('support-desk');
	const writes = () => sandbox.control.customerWrites({ from: DORA, text: 'Where is my parcel?' });
	const helpDeskSays = async (active: unknown) => {
		const response = await fetch(`${n8n.url}/webhook/support-desk`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ customer: DORA, active }),
		});
		return [response.status, await response.json()] as const;
	};
	beforeAll(() => run('support-desk', 'Set up once'));

	it('the bot answers as long as no person does', async () => {
		expect(itemsOf(await startedBy('support-desk', writes), 'Answer')).toMatchObject([
			{ to: DORA, action: 'freeform', rule: 'window-open' },
		]);
	});

	it('once somebody answered in the phone app, it is silent, and the team sees the message', async () => {
		const replies = () => sandbox.control.appReplies({ to: DORA, text: 'I look into it.' });
		const reply = await startedBy('support-desk', replies);
		expect(itemsOf(reply, 'Note the answer here')).toMatchObject([
			{ kind: 'app_reply', contact: DORA, reactions: [{ name: 'human-replied' }] },
		]);
		const before = sentTo(DORA).length;
		const execution = await startedBy('support-desk', writes);
		expect(itemsOf(execution, 'Show it to your team here')).toMatchObject([
			{ to: DORA, action: 'hold', rule: 'human-active', retryAt: expect.any(String) },
		]);
		expect(sentTo(DORA)).toHaveLength(before);
	});

	it('30 minutes after that it answers again', async () => {
		await sandbox.clock.advance(31 * MINUTE);
		expect(itemsOf(await startedBy('support-desk', writes), 'Answer')).toMatchObject([
			{ action: 'freeform' },
		]);
	});

	it('a customer who asks for a person gets one: the team is told, and the bot is silent from then on', async () => {
		const asks = () =>
			sandbox.control.customerWrites({ from: EMIL, text: 'Can I talk to a Person, please?' });
		const execution = await startedBy('support-desk', asks);
		expect(itemsOf(execution, 'Say that somebody comes')).toMatchObject([{ action: 'freeform', sent: true }]);
		expect(itemsOf(execution, 'Silence the bot')).toMatchObject([
			{ customer: EMIL, humanRepliedAt: expect.any(String) },
		]);
		expect(itemsOf(execution, 'Tell your team here')).toMatchObject([
			{
				contact: EMIL,
				text: expect.stringMatching(/^.+ \(\d+\) asks for a person: “Can I talk to a Person, please\?”$/),
			},
		]);
		expect(itemsOf(execution, 'Answer')).toEqual([]);
		const more = () => sandbox.control.customerWrites({ from: EMIL, text: 'It is about my parcel.' });
		expect(itemsOf(await startedBy('support-desk', more), 'Show it to your team here')).toMatchObject([
			{ to: EMIL, action: 'hold', rule: 'human-active' },
		]);
	});

	it('the bot waits for a day until that person answers, and 30 minutes longer', async () => {
		const writesAgain = () => sandbox.control.customerWrites({ from: EMIL, text: 'Still waiting.' });
		await sandbox.clock.advance(2 * HOUR);
		const silent = await startedBy('support-desk', writesAgain);
		expect(itemsOf(silent, 'Answer')).toMatchObject([{ action: 'hold', rule: 'human-active' }]);
		await startedBy('support-desk', () => sandbox.control.appReplies({ to: EMIL, text: 'Here I am.' }));
		await sandbox.clock.advance(31 * MINUTE);
		expect(itemsOf(await startedBy('support-desk', writesAgain), 'Answer')).toMatchObject([
			{ action: 'freeform' },
		]);
	});

	it('an answer of another system on the number counts too', async () => {
		const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		await gateway.messages.send({ to: DORA, type: 'text', text: { body: 'Your parcel is in Bonn.' } });
		await sandbox.control.idle();
		const execution = await startedBy('support-desk', writes);
		expect(itemsOf(execution, 'Answer')).toMatchObject([{ action: 'hold', rule: 'human-active' }]);
	});

	it('the help desk says that the person is done, and later that somebody answers again', async () => {
		expect(await helpDeskSays(false)).toEqual([
			200,
			expect.objectContaining({ customer: DORA, humanRepliedAt: null }),
		]);
		expect(itemsOf(await startedBy('support-desk', writes), 'Answer')).toMatchObject([
			{ action: 'freeform' },
		]);
		await helpDeskSays(true);
		expect(itemsOf(await startedBy('support-desk', writes), 'Answer')).toMatchObject([{ action: 'hold' }]);
	});
});

describe('STOP and START', () => {
	whilePublished('opt-out');
	const writes = (text: string) => () => sandbox.control.customerWrites({ from: EXAMPLE, text });
	const offer = async () => itemsOf(await run('opt-out', 'Send the offer now'), 'Send the offer');

	it('notes STOP and says so; offers are skipped from then on', async () => {
		const before = textsTo(EXAMPLE).length;
		const execution = await startedBy('opt-out', writes(' Stop '));
		expect(itemsOf(execution, 'No more offers')).toMatchObject([
			{ customer: EXAMPLE, optedOut: ['MARKETING'] },
		]);
		expect(textsTo(EXAMPLE).slice(before)).toEqual([expect.stringMatching(/^You won't get any more offers/)]);
		await sandbox.clock.advance(25 * HOUR);
		expect(await offer()).toMatchObject([{ action: 'skip', rule: 'opted-out', messageId: null }]);
	});

	it('takes any other word for what it is', async () => {
		const before = sentTo(EXAMPLE).length;
		const execution = await startedBy('opt-out', writes('Please stop by'));
		expect(itemsOf(execution, 'No more offers')).toEqual([]);
		expect(sentTo(EXAMPLE)).toHaveLength(before);
	});

	it('notes START, and offers go out again', async () => {
		const execution = await startedBy('opt-out', writes('START'));
		expect(itemsOf(execution, 'Offers again')).toMatchObject([{ customer: EXAMPLE, optedOut: [] }]);
		await sandbox.clock.advance(25 * HOUR);
		expect(await offer()).toMatchObject([{ action: 'template', messageId: expect.any(String) }]);
	});
});

describe('one answer to several messages', () => {
	whilePublished('one-answer');

	it('goes out once, when the customer stops writing', async () => {
		const texts = ['Hi', 'I have a question', 'Now'];
		// They come in one delivery, so that the customer is silent between them for no time, however busy the machine is.
		await sandbox.control.configure({ webhookBatch: texts.length });
		const execution = await startedBy('one-answer', () =>
			Promise.all(texts.map((text) => sandbox.control.customerWrites({ from: BOB, text }))),
		);
		await sandbox.control.configure({ webhookBatch: 1 });
		expect(itemsOf(execution, 'Answer once')).toMatchObject([{ to: BOB, action: 'freeform' }]);
		expect(textsTo(BOB)).toEqual(['Thank you. We got your 3 messages and answer soon.']);
	});
});

describe('an approval in the chat', () => {
	whilePublished('approval');

	it.each([
		['Yes, please', 'Great, we deliver tomorrow.'],
		['Another day', 'No problem. Write to us which day suits you.'],
	])('%s', async (title, answer) => {
		const customers = customersOf(sandbox);
		const before = sentTo(DORA).length;
		await sandbox.control.customerWrites({ from: DORA, text: 'I ordered something' });
		const question = await customers.message(DORA, before + 1);
		await customers.tap(DORA, question, title);
		await customers.message(DORA, before + 2);
		expect(customers.texts(DORA).at(-1)).toBe(answer);
	});
});

describe('a paused template', () => {
	whilePublished('paused-template');

	it('is reported, with the end of the pause', async () => {
		const execution = await startedBy('paused-template', () => sandbox.control.pause('spring_offer'));
		expect(itemsOf(execution, 'How long?')).toMatchObject([
			{ name: 'spring_offer', state: 'paused', pause: 'first', history: expect.any(Array) },
		]);
		expect(itemsOf(execution, 'Notify someone here')).toEqual([
			{ text: expect.stringMatching(/^The template spring_offer is paused until \d{4}-.*Z\.$/) },
		]);
	});

	it('is replaced by another meanwhile', async () => {
		const execution = await run('paused-template', 'Send now');
		expect(itemsOf(execution, 'Send the offer')).toMatchObject([{ action: 'hold', rule: 'template-paused' }]);
		expect(itemsOf(execution, 'Send the other one')).toMatchObject([{ to: EXAMPLE, action: 'template' }]);
		expect(sentTo(EXAMPLE).at(-1)).toMatchObject({ template: { name: 'spring_news' } });
	});
});

describe('metrics for Prometheus', () => {
	whilePublished('metrics');
	const ask = (userAndPassword?: string) =>
		fetch(`${n8n.url}/webhook/business-messaging-metrics`, {
			headers: userAndPassword
				? { authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}` }
				: {},
		});

	it('are there for whoever has the password', async () => {
		const response = await ask('prometheus:let-me-read');
		expect([response.status, response.headers.get('content-type')]).toEqual([
			200,
			'text/plain; charset=utf-8; version=0.0.4',
		]);
		const metrics = readExposition(await response.text());
		expect(metrics.get('business_messaging_store_up')?.samples).toMatchObject([{ value: 1 }]);
		expect(metrics.get('business_messaging_messages_received_total')?.samples).toMatchObject([
			{ labels: { number: sandbox.phoneNumberId } },
		]);
	});

	it('and for nobody else', async () => {
		expect([(await ask()).status, (await ask('prometheus:guess')).status]).toEqual([401, 401]);
	});
});

describe('every morning', () => {
	/** What a test above sends without the store. */
	const OF_ANOTHER_SYSTEM = 1;
	const message = async () =>
		itemsOf(await run('every-morning', 'Every morning'), 'Send it to someone here') as Array<{
			text: string;
			problems: string[];
			counts: Record<string, number>;
		}>;

	it('says in one message what happened, and what needs a person', async () => {
		const [said, ...others] = await message();
		expect(others).toEqual([]);
		expect(said!.text).toMatch(/^Until now: \d+ received, \d+ sent, 0 refused or unconfirmed, /);
		expect(said!.counts).toMatchObject({
			sent: sandbox.control.sent().length - OF_ANOTHER_SYSTEM,
			received: expect.any(Number) as unknown,
		});
		expect(said!.problems).toContain('The template spring_offer (en_US) is paused.');
		expect(said!.text).toContain('\n- The template spring_offer (en_US) is paused.');
	});
});
