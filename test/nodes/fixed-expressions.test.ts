import { preview } from '../../nodes/BusinessMessaging/message/preview.operation';
import { sendAuto, sendMessage, sendTemplate } from '../../nodes/BusinessMessaging/message/send.operations';
import { sendAndWait } from '../../nodes/BusinessMessaging/message/wait/send-and-wait.operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const TO = '+49 170 1234567';
const WRITER = '491701234568';
const SINGLE = 'Switch it to Expression, so that the value of each item takes its place.';
const SEVERAL = 'Switch each of them to Expression, so that the values of each item take their place.';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'order_update', body: 'Hello {{1}}, your {{2}} is on its way.' });
	await sandbox.control.customerWrites({ from: WRITER, text: 'Hi' });
});
afterAll(() => sandbox.close());

/** The template with its variables mapped by hand. */
const mapped = (value: Record<string, string>) => ({
	template: 'order_update/en_US',
	templateVariables: {
		mappingMode: 'defineBelow',
		value,
		schema: [
			{ id: 'body_1', displayName: '{{1}}', required: true },
			{ id: 'body_2', displayName: '{{2}}', required: true },
		],
	},
});

const button = (title: string) => ({ title, id: '' });

describe('an expression in a field that is set to Fixed', () => {
	it.each([
		[
			'To',
			sendAuto,
			{ to: '{{ $json.contact }}', text: 'Hello!' },
			`To is set to Fixed, but has an expression: {{ $json.contact }}. ${SINGLE}`,
		],
		[
			'a text around it',
			sendAuto,
			{ to: TO, text: 'Hello {{$json.contactName}}!' },
			`Freeform Text is set to Fixed, but has an expression: {{$json.contactName}}. ${SINGLE}`,
		],
		[
			'both',
			sendAuto,
			{ to: '{{ $json.contact }}', text: 'Hello {{ $json.contactName }}!' },
			`To and Freeform Text are set to Fixed, but have expressions, such as {{ $json.contact }}. ${SEVERAL}`,
		],
		[
			'an option',
			sendAuto,
			{ to: TO, text: 'Hello!', options: { campaignKey: "{{ $('List').item.json.key }}" } },
			`Campaign Key is set to Fixed, but has an expression: {{ $('List').item.json.key }}. ${SINGLE}`,
		],
		[
			'a fact',
			sendAuto,
			{
				to: TO,
				text: 'Hello!',
				options: {
					facts: { assignments: [{ id: '1', name: 'vip', value: '{{ $json.vip }}', type: 'string' }] },
				},
			},
			`Facts, vip is set to Fixed, but has an expression: {{ $json.vip }}. ${SINGLE}`,
		],
		[
			'a button',
			sendMessage,
			{
				to: TO,
				freeformType: 'buttons',
				interactiveBody: 'Which day?',
				replyButtons: { button: [button('Friday'), button('{{ $json.day }}')] },
			},
			`Buttons 2, Title is set to Fixed, but has an expression: {{ $json.day }}. ${SINGLE}`,
		],
		[
			'the variables of a template, and To',
			sendTemplate,
			{ to: '{{ $json.contact }}', ...mapped({ body_1: '{{ $json.name }}', body_2: '{{ $json.order }}' }) },
			`To, Template Variables, {{1}}, and Template Variables, {{2}} are set to Fixed, but have expressions, such as {{ $json.contact }}. ${SEVERAL}`,
		],
		[
			'a variable in Preview',
			preview,
			mapped({ body_1: '{{ $json.name }}', body_2: 'parcel' }),
			`Template Variables, {{1}} is set to Fixed, but has an expression: {{ $json.name }}. ${SINGLE}`,
		],
		[
			'a choice of a question',
			sendAndWait,
			{
				to: TO,
				message: 'Which day?',
				responseType: 'choices',
				responseChoices: { choice: [{ title: '{{ $json.day }}' }] },
			},
			`Choices 1, Title is set to Fixed, but has an expression: {{ $json.day }}. ${SINGLE}`,
		],
	])('is refused before anything is sent: %s', async (_, operation, form, message) => {
		const before = sandbox.control.sent();
		expect((await failureOf(runOperation(sandbox, operation, form))).message).toContain(message);
		expect(sandbox.control.sent()).toEqual(before);
	});

	it.each([
		['braces without a dollar sign', { text: 'Hello {{name}}!' }],
		['a dollar sign alone', { text: 'It costs $5.' }],
		['an expression that n8n evaluates, whatever its value says', { text: '={{ $json.text }}' }],
	])("isn't: %s", async (_, form) => {
		const { items } = await runOperation(sandbox, sendAuto, {
			to: WRITER,
			...form,
			item: { text: 'What is {{ $json.text }}?' },
			options: { lastInboundAt: new Date().toISOString() },
		});
		expect(items[0]).toMatchObject({ sent: true });
	});

	it('goes out as it is in a node from before version 1.2', async () => {
		const form = {
			to: WRITER,
			text: '{{ $json.name }}',
			options: { lastInboundAt: new Date().toISOString() },
		};
		const { items } = await runOperation(sandbox, sendAuto, { ...form, typeVersion: 1.1 });
		expect(items[0]).toMatchObject({ sent: true });
	});
});
