import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, items, line, messaging, sendAuto, trigger } from './support/workflows';

const HOUR = 3_600_000;
const NODE = 'n8n-nodes-business-messaging.businessMessaging';
const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };

const customer = (contact: string) => items([{ contact }]);
const sendText = (to: string, node = {}) =>
	messaging({ resource: 'message', operation: 'sendText', to, text: 'Hello', options: {} }, node);

const workflows = [
	line('receive', [trigger('receive-hook')]),
	line('window', [byHand, customer('+49 170 1111111'), sendAuto()]),
	line('once', [byHand, items([{ contact: '491702222222', eventId: 'message:wamid.in' }]), sendAuto()]),
	line('retried', [
		byHand,
		items([{ contact: '491708888881' }, { contact: '491708888882' }]),
		sendAuto({}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
	]),
	line('many', [
		byHand,
		items([
			{ contact: '491703333331' },
			{ contact: '' },
			{ contact: '491703333332' },
			{ contact: '491703333333' },
		]),
		sendText('={{ $json.contact }}', { onError: 'continueRegularOutput' }),
	]),
	...[1.1, 1.2].map((typeVersion) =>
		line(`wrong-${typeVersion}`, [
			byHand,
			items([{ contact: '491706666661' }, { contact: '491706666662, 491706666663' }, { contact: 'abc' }]),
			sendAuto({ template: { __rl: true, mode: 'list', value: '' } }, { typeVersion }),
		]),
	),
	...[1.4, 1.5].map((typeVersion) =>
		line(`begins-${typeVersion}`, [
			byHand,
			customer('491707777777'),
			messaging(
				{ resource: 'message', operation: 'sendMessage', to: '={{ $json.contact }}', text: 'Hello' },
				{ typeVersion },
			),
		]),
	),
	line('stops', [byHand, customer('491704444444'), sendText('={{ $json.contact }}')]),
	line('incomplete', [
		byHand,
		items([{}]),
		messaging({
			resource: 'message',
			operation: 'sendAuto',
			to: '={{ "" }}',
			text: '',
			template: { __rl: true, mode: 'list', value: '' },
			options: {},
		}),
	]),
	line('variables', [
		byHand,
		items([{ contact: '491705555555', body_1: 'Ada' }]),
		sendAuto({
			template: { __rl: true, mode: 'name', value: 'order/en_US' },
			templateVariables: {
				mappingMode: 'autoMapInputData',
				value: null,
				schema: [
					{ id: 'body_1', required: true },
					{ id: 'body_2', required: true },
				],
			},
		}),
	]),
	line('templates', [
		byHand,
		messaging({
			resource: 'template',
			operation: 'getMany',
			returnAll: true,
			filters: { name: 'order' },
			options: {},
		}),
	]),
];

let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.addTemplate({ name: 'order', body: 'Hello {{1}}, your {{2}} is on its way.' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows,
		publish: ['receive'],
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

async function run(id: string): Promise<Execution> {
	return n8n.api.waitForExecution(await n8n.api.runWorkflow(id, 'By hand'));
}

const outputOf = async (id: string) => itemsOf(await run(id), 'Messaging');
const failureOf = (execution: Execution) => execution.data?.resultData.runData.Messaging?.at(-1)?.error;

describe('Send Auto', () => {
	it('sends freeform inside the window, and 25 hours later the same workflow sends the template', async () => {
		await sandbox.control.customerWrites({ from: '491701111111', text: 'Hi' });
		await sandbox.control.idle();
		expect(await outputOf('window')).toMatchObject([
			{ to: '491701111111', action: 'freeform', rule: 'window-open' },
		]);

		await sandbox.clock.advance(25 * HOUR);
		expect(await outputOf('window')).toMatchObject([
			{ to: '491701111111', action: 'template', rule: 'template' },
		]);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('holds while the agent holds the conversation, until the window closes, and says so', async () => {
		await sandbox.control.customerWrites({ from: '491701111111', text: 'Help' });
		await sandbox.control.handOver({ contact: '491701111111', to: 'agent' });
		await sandbox.control.idle();
		const execution = await run('window');
		const [item] = itemsOf(execution, 'Messaging');
		expect(item).toMatchObject({ action: 'hold', rule: 'agent-holds', messageId: null });
		expect(Date.parse(String(item?.retryAt))).toBeGreaterThan(sandbox.clock.now());
		expect(execution.data?.resultData.runData.Messaging?.at(-1)?.hints).toMatchObject([
			{
				message: expect.stringMatching(
					/^1 held of 1: .+ To have a held message sent once it may go out, add the option When Held/,
				),
			},
		]);
	});

	it('sends once for an incoming event, however often the workflow is executed for it', async () => {
		const [first] = await outputOf('once');
		const [second] = await outputOf('once');
		expect(first).toMatchObject({ action: 'template' });
		expect(second).toMatchObject({ action: 'template', messageId: first?.messageId, repeated: true });
		expect(sandbox.control.sent().filter(({ to }) => to === '491702222222')).toHaveLength(1);
	});

	it('sends once what went out before Retry On Fail let n8n run the node again', async () => {
		await sandbox.control.faults({ error: { code: 131000, to: '491708888882', times: 1 } });
		const output = await outputOf('retried');
		expect(output).toMatchObject([{ sent: true }, { sent: true }]);
		const sent = sandbox.control.sent().filter(({ to }) => to.startsWith('49170888888'));
		expect(sent.map(({ id, to }) => ({ contact: to, messageId: id }))).toEqual(
			output.map(({ contact, messageId }) => ({ contact, messageId })),
		);
	});

	it('names every variable of the template that has no value', async () => {
		expect(failureOf(await run('variables'))?.message).toBe(
			'Nothing was sent. The template order still needs a value for 1 variable: body_2. Add a field with this name to the item, or choose Map Each Column Manually.',
		);
	});

	it('names everything that is missing, at once', async () => {
		expect(failureOf(await run('incomplete'))).toMatchObject({
			message: 'Nothing was sent. 2 things to fix',
			description: expect.stringMatching(
				/^1\. To is empty\. Enter a phone number, .+\n2\. There is neither freeform content nor a template\. .+/,
			),
		});
	});
});

describe('Send Message without a choice of Freeform Type', () => {
	it('asks for the file of a picture, and in nodes from before version 1.5 sends text', async () => {
		await sandbox.control.customerWrites({ from: '491707777777', text: 'Hi' });
		await sandbox.control.idle();
		expect(failureOf(await run('begins-1.5'))?.message).toMatch(
			/^Nothing was sent\. Link or Media ID is empty\./,
		);
		expect(itemsOf(await run('begins-1.4'), 'Messaging')).toMatchObject([{ action: 'freeform', sent: true }]);
	});
});

describe('recipients that can be nobody', () => {
	const sentTo = () => sandbox.control.sent().filter(({ to }) => to.startsWith('49170666666'));

	it('stop the node before anything is sent, all named in one error', async () => {
		const execution = await run('wrong-1.2');
		expect(execution.status).toBe('error');
		expect(failureOf(execution)).toMatchObject({
			message: 'Nothing was sent. 2 things to fix',
			description: expect.stringMatching(
				/^1\. Item 1: .+ has 2 recipients.+\n2\. Item 2: To: "abc" isn't a phone/,
			),
		});
		expect(sentTo()).toEqual([]);
	});

	it('are skipped as before in a node from before version 1.2, with a hint', async () => {
		const execution = await run('wrong-1.1');
		expect(itemsOf(execution, 'Messaging')).toMatchObject(Array(3).fill({ action: 'skip', sent: false }));
		expect(execution.data?.resultData.runData.Messaging?.at(-1)?.hints).toMatchObject([
			{ message: expect.stringMatching(/^2 of 3 recipients can't be one, for example: .+ has 2 recipients/) },
		]);
	});
});

describe('an error of the gateway', () => {
	it('stops the workflow with what it is and what to do', async () => {
		const execution = await run('stops');
		expect(execution.status).toBe('error');
		const error = failureOf(execution);
		expect(error?.message).toMatch(/only a template can be sent\.$/);
		expect(error?.description).toMatch(/^Use Send Auto with a template\..*\n.*131047/);
	});

	it('becomes an item with code, title, details and effect where the node goes on, paired with its item', async () => {
		await sandbox.control.customerWrites({ from: '491703333332', text: 'Hi' });
		await sandbox.control.idle();
		const execution = await run('many');
		const output = execution.data?.resultData.runData.Messaging?.at(-1)?.data?.main[0] ?? [];
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
			{ item: 3 },
		]);
		expect(output.map(({ json }) => json)).toMatchObject([
			{ error: { code: 131047, effect: 'redecide', title: expect.any(String), details: expect.any(String) } },
			{ error: { code: null, title: expect.stringContaining('To is empty'), effect: 'fix-request' } },
			{ to: '491703333332', action: 'freeform', messageId: expect.stringMatching(/^wamid\./) },
			{ error: { code: 131047 } },
		]);
	});
});

describe('templates', () => {
	it('are listed with their status and variables', async () => {
		expect(await outputOf('templates')).toMatchObject([
			{ name: 'order', language: 'en_US', status: 'APPROVED', variables: ['body_1', 'body_2'] },
		]);
	});

	it('are offered by the live search', async () => {
		const question = { nodeType: NODE, method: 'searchTemplates', path: 'parameters.template', credentials };
		expect(await n8n.api.searchList(question, 'ord')).toMatchObject({
			results: [
				{ name: expect.stringMatching(/^order \(en_US, utility, approved\): /), value: 'order/en_US' },
			],
		});
	});

	it('give the form a field for each variable', async () => {
		const parameters = {
			resource: 'message',
			operation: 'sendAuto',
			template: { __rl: true, mode: 'list', value: 'order/en_US' },
		};
		const question = {
			nodeType: NODE,
			method: 'getTemplateVariables',
			path: 'parameters.templateVariables',
			parameters,
			credentials,
		};
		const { fields } = await n8n.api.mapperFields(question);
		expect(fields.map(({ id, displayName }) => [id, displayName])).toEqual([
			[expect.stringMatching(/^template_text_/), 'Text of the template'],
			['body_1', expect.stringContaining('{{1}}')],
			['body_2', expect.stringContaining('{{2}}')],
		]);
	});
});

it('the credential is tested against the gateway', async () => {
	expect(await n8n.api.testCredential('Sandbox gateway')).toMatchObject({ status: 'OK' });
});

it('the test of a credential for a gateway without a Base URL says what to fill in, and calls nobody', async () => {
	expect(await n8n.api.testCredential('Sandbox gateway', { baseUrl: '' })).toEqual({
		status: 'Error',
		message: expect.stringContaining('Base URL is empty.'),
	});
});

it('the node is an AI tool too', async () => {
	const names = (await n8n.api.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining([NODE, `${NODE}Tool`, `${NODE}Trigger`]));
});
