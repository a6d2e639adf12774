import { preview } from '../../nodes/BusinessMessaging/message/preview.operation';
import { asText, fillTemplate, oneLine } from '../../nodes/shared/template/fill-template';
import { variablesOf } from '../../nodes/shared/template/template-variables';
import { textField } from '../../nodes/shared/template/template-form';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const of = (...components: Array<{ type: string; [field: string]: unknown }>) => ({ components });
const body = (text: string, example?: object) => ({ type: 'BODY', text, example });
const url = { type: 'URL', text: 'Track', url: 'https://a.example/{{1}}' };

describe('a template with its variables filled in', () => {
	it('has the values in its header, body, and buttons', () => {
		const template = of(
			{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
			body('Hi {{1}}, {{2}} is on its way, {{1}}.'),
			{ type: 'FOOTER', text: 'The shop' },
			{ type: 'BUTTONS', buttons: [url, { type: 'QUICK_REPLY', text: 'Thanks' }] },
		);
		const values = { header_1: '7', body_1: 'Ana', body_2: 'a cup', button_0_url: '7' };
		expect(asText(fillTemplate(template, values))).toBe(
			'Order 7\n\nHi Ana, a cup is on its way, Ana.\n\nThe shop\n\n[Track] https://a.example/7\n[Thanks]',
		);
	});

	it('has named variables, and those without a value as they are', () => {
		const filled = fillTemplate(of(body('Hi {{first_name}}, see {{place}}.')), { body_first_name: 'Ana' });
		expect(filled.body).toBe('Hi Ana, see {{place}}.');
	});

	it('has the link of a file as its header, and the cards of a carousel', () => {
		const card = { components: [{ type: 'HEADER', format: 'IMAGE' }, body('For {{1}}')] };
		const template = of(body('Look'), { type: 'CAROUSEL', cards: [card, card] });
		const values = { card_0_body_1: 'Ana', card_1_body_1: 'Bo', card_1_header_image: '42' };
		expect(fillTemplate(template, values).cards).toMatchObject([
			{ body: 'For Ana' },
			{ header: '42', body: 'For Bo' },
		]);
	});

	it('has a one-time password in the body and in the button', () => {
		const template = of(body('{{1}} is your code.'), { type: 'BUTTONS', buttons: [{ type: 'OTP' }] });
		expect(fillTemplate(template, { button_0_otp: '1234' })).toMatchObject({
			body: '1234 is your code.',
			buttons: [{ code: '1234' }],
		});
	});

	it('fits on one line of a list', () => {
		expect(oneLine(of(body('Hi {{1}},\n\nwelcome.')), 17)).toBe(
			'Hi {{1}}, welcome.'.slice(0, 16).trimEnd() + '…',
		);
		expect(oneLine(of(body('Hi {{1}},\n\nwelcome.')), 18)).toBe('Hi {{1}}, welcome.');
		expect(oneLine({}, 10)).toBe('');
	});
});

describe('the label of a variable', () => {
	const labels = (...components: Parameters<typeof of>) =>
		variablesOf(of(...components)).map(({ label }) => label);

	it('has its sample', () => {
		expect(labels(body('Hi {{1}}, {{2}}.', { body_text: [['Ana', 'a cup']] }))).toEqual([
			'{{1}} · e.g. Ana',
			'{{2}} · e.g. a cup',
		]);
		const named = { body_text_named_params: [{ param_name: 'first_name', example: 'Ana' }] };
		expect(labels(body('Hi {{first_name}}.', named))).toEqual(['{{first_name}} · e.g. Ana']);
		const header = { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['7'] } };
		expect(labels(header)).toEqual(['Header {{1}} · e.g. 7']);
	});

	it('has the word beside it without a sample', () => {
		expect(labels(body('Hello {{1}}, your {{2}} is on its way.'))).toEqual([
			'{{1}} in “Hello …”',
			'{{2}} in “your …”',
		]);
		expect(labels(body('{{1}} is your code.'))).toEqual(['{{1}} in “… is”']);
		expect(labels({ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' })).toEqual([
			'Header {{1}} in “Order …”',
		]);
		expect(labels(body('Hi {{1}}.', { body_text: 'Ana' }))).toEqual(['{{1}} in “Hi …”']);
	});

	it('stays short, so that the mark for required fields is seen', () => {
		const sample = 'A very long sample that nobody reads to its end';
		const [label] = labels(body('Hi {{1}}.', { body_text: [[sample]] }));
		expect(label).toBe('{{1}} · e.g. A very long sample…');
		const words = 'Hello, incomprehensibilities {{1}}.';
		expect(labels(body(words))).toEqual(['{{1}} in “incomprehensibiliti…”']);
	});
});

describe('Preview', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox();
		await sandbox.control.addTemplate({ name: 'order', body: 'Hello {{1}}, your {{2}} is on its way.' });
	});
	afterEach(() => sandbox.close());

	const form = (value: object) => ({
		template: 'order/en_US',
		templateVariables: {
			mappingMode: 'defineBelow',
			value,
			schema: ['body_1', 'body_2'].map((id, index) => ({
				id,
				displayName: `{{${index + 1}}}`,
				required: true,
			})),
		},
	});

	it('outputs the message as the customer would see it, and sends nothing', async () => {
		const { items } = await runOperation(sandbox, preview, form({ body_1: 'Ana', body_2: 'cup' }));
		expect(items).toMatchObject([
			{ sent: false, text: 'Hello Ana, your cup is on its way.', name: 'order', language: 'en_US' },
		]);
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('names what is missing by the labels of the form', async () => {
		expect((await failureOf(runOperation(sandbox, preview, form({ body_1: 'Ana' })))).message).toBe(
			'The template order still needs a value for 1 variable: {{2}}. Fill it in under Variables.',
		);
	});

	it('names the fields of the item that are empty, if values come from there', async () => {
		const message = async (value: object) =>
			(await failureOf(runOperation(sandbox, preview, { ...form(value), item: { first: '', thing: '' } })))
				.message;
		const [first, thing] = ['={{ $json.first }}', '={{ $json.thing }}'];
		expect(await message({ body_1: first, body_2: 'cup' })).toBe(
			'The template order still needs a value for 1 variable: {{1}}. Its value is {{ $json.first }}, which is empty for this item. Fill in that field of the item, or change the value under Variables.',
		);
		expect(await message({ body_1: first, body_2: thing })).toContain(
			'Their values are {{ $json.first }}, {{ $json.thing }}, which are empty for this item.',
		);
		expect(await message({ body_1: first, body_2: '' })).toMatch(/ Fill them in under Variables\.$/);
	});

	it.each([
		['defineBelow', '{{1}} in “Hello {{1}}, your {{2}}”, {{2}} in “Hello {{1}}, your {{2}} is on its”'],
		[
			'autoMapInputData',
			'body_1 in “Hello {{1}}, your {{2}}”, body_2 in “Hello {{1}}, your {{2}} is on its”',
		],
	])('names what is missing by the words around it, with %s', async (mappingMode, named) => {
		const { templateVariables } = form({});
		// The form has the header and the body on one line.
		const line = 'Your order · Hello {{1}}, your {{2}} is on its way.';
		const text = textField({ name: 'order', language: 'en_US' }, line);
		const schema = [text, ...templateVariables.schema];
		const sending = runOperation(sandbox, preview, {
			template: 'order/en_US',
			templateVariables: { ...templateVariables, mappingMode, schema },
		});
		expect((await failureOf(sending)).message).toContain(`values for 2 variables: ${named}.`);
	});

	it('says so if no template is chosen', async () => {
		expect((await failureOf(runOperation(sandbox, preview, { template: '' }))).message).toMatch(
			/^No template is chosen/,
		);
	});
});
