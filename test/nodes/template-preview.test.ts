import type { IDataObject, ILoadOptionsFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { preview } from '../../nodes/BusinessMessaging/message/preview.operation';
import { create } from '../../nodes/BusinessMessaging/template/create.operation';
import { getPreview, writtenTemplate } from '../../nodes/BusinessMessaging/template/definition-preview';
import { textField } from '../../nodes/shared/template/template-form';
import {
	getPreview as getPreviewOfMessage,
	preview as previewList,
	previewOfMessage,
} from '../../nodes/shared/template/template-preview';
import { dryRun } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { requestHelpers, runOperation } from './support/run-operation';

const NODE = 'Messaging';
const nodeTypes = {
	getByName: () => undefined as never,
	getByNameAndVersion: () => undefined as never,
	getKnownTypes: () => ({}),
};

const defaultsOf = (fields: INodeProperties[]) =>
	Object.fromEntries(fields.map((field) => [field.name, field.default]));

/** The message in a form that is filled in like this, for an item. */
function shown(fields: INodeProperties[], form: IDataObject, json?: IDataObject): unknown {
	const node = { id: '1', name: NODE, type: 'node', typeVersion: 1, position: [0, 0] as [number, number] };
	const workflow = new Workflow({
		active: false,
		connections: {},
		nodeTypes,
		nodes: [{ ...node, parameters: { ...defaultsOf(fields), ...form } as INodeParameters }],
	});
	const items = json ? [{ json }] : [];
	return workflow.expression.getParameterValue(fields[0]!.default, null, 0, 0, NODE, items, 'manual', {});
}

it.each([writtenTemplate, previewOfMessage[0]!])(
	'n8n takes the default of $name for one expression',
	(field) => {
		const code = String(field.default)
			.replace(/^=\{\{/, '')
			.replace(/\}\}$/, '');
		expect(code).not.toMatch(/\{\{|\}\}/);
	},
);

describe('the list with a message', () => {
	const listed = (form: IDataObject | undefined) =>
		getPreviewOfMessage.call({ getCurrentNodeParameters: () => form } as unknown as ILoadOptionsFunctions);

	it.each([
		[{ messagePreviewText: 'Order 7\n\nHello Ana,\nit is here.' }, 'Order 7 · Hello Ana, · it is here.'],
		[{ messagePreviewText: '' }, 'Nothing to show yet'],
		[{ messagePreviewText: null }, 'Nothing to show yet'],
		[undefined, 'Nothing to show yet'],
	])('of %p has one entry', async (form, name) => {
		expect(await listed(form)).toEqual([{ name, value: '' }]);
	});

	it('is the one of messages in a form that sends some', async () => {
		const form = { resource: 'message', messagePreviewText: 'Hello Ana.', templatePreviewText: '{}' };
		const context = { getCurrentNodeParameters: () => form } as unknown as ILoadOptionsFunctions;
		expect(await getPreview.call(context)).toEqual([{ name: 'Hello Ana.', value: '' }]);
	});

	it('is fetched again when the template or the message changes', () => {
		const { typeOptions } = previewList;
		expect(typeOptions!.loadOptionsDependsOn).toEqual([writtenTemplate.name, previewOfMessage[0]!.name]);
		expect(previewList.default).toBe('');
	});
});

/** The preview of a form of templates, as the editor asks for it. */
function previewIn(form: IDataObject, more: object = {}) {
	const templatePreviewText = shown([writtenTemplate], form);
	const context = {
		getCurrentNodeParameters: () => ({ resource: 'template', templatePreviewText }),
		...more,
	} as unknown as ILoadOptionsFunctions;
	return getPreview.call(context);
}

describe('the preview of a template that is written', () => {
	const of = async (form: IDataObject) => (await previewIn({ operation: 'create', ...form }))[0]!.name;
	const samples = (...sample: IDataObject[]) => ({ bodySamples: { sample } });

	it('has its parts one after the other, with the samples', async () => {
		const form = {
			headerFormat: 'TEXT',
			headerText: 'Order {{1}}',
			headerSample: '4711',
			templateBody: 'Hello {{1}}, your {{ 2 }} is on its way.',
			...samples({ value: 'Ana' }, { value: 'cup' }),
			templateFooter: 'The shop',
			templateButtons: { button: [{ text: 'Yes' }, { type: 'COPY_CODE' }, { type: 'QUICK_REPLY' }] },
		};
		expect(await of(form)).toBe(
			'Order 4711 · Hello Ana, your cup is on its way. · The shop · [Yes] [Copy offer code] […]',
		);
	});

	it.each([
		['a variable without a sample', { templateBody: 'Hello {{1}}.' }, 'Hello {{1}}.'],
		[
			'a variable whose sample is still empty',
			{ templateBody: 'Hello {{1}}.', ...samples({ value: '' }) },
			'Hello {{1}}.',
		],
		[
			'a body that the editor made an expression',
			{ templateBody: '=Hello {{1}}.', ...samples({ value: 'Ana' }) },
			'Hello Ana.',
		],
		[
			'names whose samples are in order',
			{ templateBody: '{{a}} and {{b}}', ...samples({ value: '1' }, { value: '2' }) },
			'1 and 2',
		],
		[
			'names of which samples name some',
			{ templateBody: '{{a}} and {{b}}', ...samples({ value: '2', name: 'b' }, { value: '1' }) },
			'1 and 2',
		],
		['a picture', { headerFormat: 'IMAGE', templateBody: 'Hello.' }, '[image] · Hello.'],
		[
			'cards',
			{ templateBody: 'Hello.', moreParts: { cards: '[{ "components": [] }, { "components": [] }]' } },
			'Hello. · [2 cards]',
		],
		[
			'a definition in JSON',
			{ definitionInput: 'json', definition: '{ "components": [{ "type": "BODY", "text": "Hi." }] }' },
			'Hi.',
		],
		['nothing yet', {}, 'Nothing to show yet'],
	])('shows %s', async (_, form, text) => {
		expect(await of(form as IDataObject)).toBe(text);
	});

	it('says why a definition in JSON can’t be shown', async () => {
		expect(await of({ definitionInput: 'json', definition: '{' })).toMatch(
			/^Definition \(JSON\) isn't valid JSON/,
		);
	});
});

describe('the preview of a template that is edited', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
		await runOperation(sandbox, create, {
			templateName: 'ready',
			templateLanguage: 'en_US',
			templateCategory: 'UTILITY',
			headerFormat: 'TEXT',
			headerText: 'Your order',
			templateBody: 'Hello {{1}}, it is here.',
			bodySamples: { sample: [{ value: 'Ana' }] },
			templateButtons: { button: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
		});
	});
	afterAll(() => sandbox.close());

	const NOW = 'Your order · Hello Ana, it is here. · [Thanks]';
	const READY = { mode: 'list', value: 'ready/en_US' };
	const of = async (form: IDataObject, template: { mode: string; value: string | null } = READY) => {
		return previewIn({ operation: 'edit', template, ...form } as IDataObject, {
			getCredentials: () => Promise.resolve(sandboxCredential(sandbox).data),
			getCurrentNodeParameter: () => undefined,
			getNode: () => ({ name: 'Edit', type: 'businessMessaging' }),
			getNodeParameter: () => template.value,
			getTimezone: () => 'UTC',
			helpers: requestHelpers,
		});
	};

	it('is the whole template, as long as nothing is filled in', async () => {
		expect(await of({})).toEqual([
			{ name: NOW, value: '', description: 'Unchanged: header, body, buttons.' },
		]);
	});

	it('is the whole template after the edit, and says what changes, and what it has now', async () => {
		const form = {
			templateBody: 'Hi {{1}}, it is ready.',
			bodySamples: { sample: [{ value: 'Ben' }] },
			templateFooter: 'The shop',
			removedParts: ['BUTTONS'],
		};
		expect(await of(form)).toEqual([
			{
				name: 'Your order · Hi Ben, it is ready. · The shop',
				value: '',
				description: 'Changed: body. Added: footer. Removed: buttons. Unchanged: header.',
			},
			{ name: `Now: ${NOW}`, value: 'now' },
		]);
	});

	it.each([
		['is filled in', { templateFooter: 'Shop', removedParts: ['FOOTER'] }, 'Do one of both'],
		['isn’t there', { removedParts: ['FOOTER'] }, 'the template has none'],
	])('says that a part can’t be removed that %s', async (_, form, said) => {
		expect((await of(form as IDataObject))[0]!.name).toContain(said);
	});

	it('says that the gateway doesn’t have the template', async () => {
		const [entry] = await of({}, { mode: 'name', value: 'gone/en_US' });
		expect(entry!.name).toContain("doesn't have a template gone");
	});

	it('says what to do if an expression chooses it that has no value yet', async () => {
		expect((await of({}, { mode: 'name', value: null }))[0]!.name).toMatch(/execute the previous nodes/);
	});
});

describe('the preview of a message', () => {
	const reference = { name: 'order', language: 'en_US' };
	const whole = 'Order {{1}}\n\nHello {{1}}, your {{thing}} is on its way.\n\n[Yes]';
	const fields = ['header_1', 'body_1', 'body_thing'].map((id) => ({ id }));
	const mapping = (value: IDataObject, more: IDataObject = {}) => ({
		templateVariables: {
			mappingMode: 'defineBelow',
			value,
			schema: [textField(reference, 'Hello {{1}}', { whole }), ...fields],
			...more,
		},
	});
	const of = (form: IDataObject, json?: IDataObject) => shown(previewOfMessage, form, json);

	it('has the values for the item', () => {
		const form = mapping({ header_1: '7', body_1: '={{ $json.name }}', body_thing: '=new {{ $json.what }}' });
		expect(of(form as unknown as IDataObject, { name: 'Ana', what: 'cup' })).toBe(
			'Order 7\n\nHello Ana, your new cup is on its way.\n\n[Yes]',
		);
	});

	it('has the fields of the item that are mapped automatically', () => {
		const form = mapping({}, { mappingMode: 'autoMapInputData' });
		expect(of(form as unknown as IDataObject, { header_1: 7, body_1: 'Ana', thing: 'cup' })).toBe(
			'Order 7\n\nHello Ana, your cup is on its way.\n\n[Yes]',
		);
	});

	it('leaves what isn’t known yet as it is', () => {
		const form = mapping({ header_1: '7', body_1: '={{ $json.name }}' });
		expect(of(form as unknown as IDataObject)).toBe(
			'Order 7\n\nHello {{1}}, your {{thing}} is on its way.\n\n[Yes]',
		);
	});

	it('has the short text of a form from before there was a preview', () => {
		const form = mapping(
			{ body_1: 'Ana' },
			{ schema: [textField(reference, 'Hello {{1}}'), { id: 'body_1' }] },
		);
		expect(of(form as unknown as IDataObject)).toBe('Hello Ana');
	});

	it('is empty without variables to fill in', () => {
		expect(of({ templateVariables: { mappingMode: 'defineBelow', value: null } })).toBe('');
	});
});

describe('the hint of', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
		await sandbox.control.addTemplate({ name: 'tags', body: 'Hello <b>you</b> & me.\nBye.' });
		await sandbox.control.addTemplate({
			name: 'order',
			category: 'UTILITY',
			body: 'Hello {{1}}, it is on its way.',
		});
	});
	afterAll(() => sandbox.close());

	it('Preview is the message, in which text stays text', async () => {
		const { hints } = await runOperation(sandbox, preview, { template: 'tags/en_US' });
		expect(hints).toEqual(['Hello &lt;b&gt;you&lt;/b&gt; &amp; me.<br>Bye.']);
	});

	describe('Dry Run ends with the first message:', () => {
		const variables = { mappingMode: 'defineBelow', value: { body_1: 'Ada & Bob' } };
		const recipient = (to: string, more: object) => ({
			campaignId: 'spring',
			to,
			template: 'order/en_US',
			templateVariables: variables,
			options: {},
			...more,
		});
		const hintFor = async (...recipients: object[]) => {
			const { hints } = await runOperation(sandbox, dryRun, ...(recipients as IDataObject[]));
			return String(hints[0]).split('<br><br>')[1];
		};

		it('the template with its values', async () => {
			expect(await hintFor(recipient('491701111111', {}), recipient('491702222222', {}))).toBe(
				'The first message, to 491701111111:<br>Hello Ada &amp; Bob, it is on its way.',
			);
		});

		it('the text, if that is what the customer would get', async () => {
			await sandbox.control.customerWrites({ from: '491703333333', text: 'Hi' });
			const given = {
				text: 'Hello <Ada>',
				options: { lastInboundAt: new Date(sandbox.clock.now()).toISOString() },
			};
			expect(await hintFor(recipient('491703333333', given))).toBe(
				'The first message, to 491703333333:<br>Hello &lt;Ada&gt;',
			);
		});

		it('what doesn’t go out now as that', async () => {
			const options = { lastInboundAt: new Date(sandbox.clock.now()).toISOString() };
			expect(await hintFor(recipient('491704444444', { options }))).toBe(
				"The message of the first recipient, 491704444444, which wouldn't go out now:<br>Hello Ada &amp; Bob, it is on its way.",
			);
		});

		it('nothing, if nobody can be planned', async () => {
			expect(await hintFor(recipient('', {}))).toBeUndefined();
		});
	});
});
