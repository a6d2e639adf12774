import type { IDataObject } from 'n8n-workflow';
import { create } from '../../nodes/BusinessMessaging/template/create.operation';
import { deleteTemplate } from '../../nodes/BusinessMessaging/template/delete.operation';
import { edit } from '../../nodes/BusinessMessaging/template/edit.operation';
import { get, getMany } from '../../nodes/BusinessMessaging/template/get.operations';
import { validate } from '../../nodes/BusinessMessaging/template/validate.operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const ORDER = { name: 'order', body: 'Your order is on its way.', category: 'MARKETING' } as const;
const chosen = (value: string, mode = 'name') => ({ template: { __rl: true, mode, value } });
const anOrder = chosen('order/en_US');
const oneRaw = async (name: string) => {
	const form = { simplify: false, filters: { name } };
	return (await runOperation(sandbox, getMany, form)).items[0]!;
};

describe('Delete', () => {
	it.each([
		['approved', true, (): Promise<unknown> => Promise.resolve()],
		['paused after it was approved', true, () => sandbox.control.pause('order')],
		[
			'edited after it was approved',
			true,
			() => runOperation(sandbox, edit, { ...anOrder, templateBody: 'Now.' }),
		],
		[
			'rejected after such an edit',
			true,
			async () => {
				await runOperation(sandbox, edit, { ...anOrder, templateBody: 'Now.' });
				await sandbox.control.reject('order');
			},
		],
		['rejected', false, () => sandbox.control.addTemplate({ ...ORDER, status: 'REJECTED' })],
	])('of a template that is %s locks the name: %s', async (_, nameLocked, change) => {
		await sandbox.control.addTemplate(ORDER);
		await change();
		const { items, hints } = await runOperation(sandbox, deleteTemplate, anOrder);
		expect(items).toMatchObject([{ nameLocked }]);
		const locked = nameLocked ? ' Its name can be used again after 30 days.' : '';
		expect(hints).toEqual([`Deleted order in all its languages: en_US.${locked}`]);
	});
});

describe('Delete of a disabled template', () => {
	it('says why the gateway refuses it, and keeps it', async () => {
		await sandbox.control.addTemplate(ORDER);
		await sandbox.control.disable('order');
		const { description } = await failureOf(runOperation(sandbox, deleteTemplate, anOrder));
		expect(description).toContain('the template order is DISABLED in en_US and cannot be deleted');
		expect(await oneRaw('order')).toMatchObject({ status: 'DISABLED' });
	});
});

describe('Delete of a template that is gone', () => {
	it('says that it is not there, with names like it, and deletes nothing', async () => {
		await sandbox.control.addTemplate({ ...ORDER, name: 'orders' });
		const { message } = await failureOf(runOperation(sandbox, deleteTemplate, anOrder));
		expect(message).toBe(
			"Nothing was deleted. The gateway doesn't have a template order. Similar names: orders (en_US).",
		);
		expect(await oneRaw('orders')).toMatchObject({ name: 'orders' });
	});

	it('says what to do if no name is like it', async () => {
		const { message } = await failureOf(runOperation(sandbox, deleteTemplate, chosen('order')));
		expect(message).toBe(
			"Nothing was deleted. The gateway doesn't have a template order. Choose one from the list, or create it with Template: Create.",
		);
	});
});

describe('Edit', () => {
	it('changes the category alone, and sends nothing else', async () => {
		await sandbox.control.addTemplate(ORDER);
		const before = await oneRaw('order');
		const { items } = await runOperation(sandbox, edit, { ...anOrder, templateCategory: 'UTILITY' });
		expect(items).toMatchObject([{ name: 'order', category: 'UTILITY', warnings: [] }]);
		expect(await oneRaw('order')).toMatchObject({ category: 'UTILITY', components: before.components });
	});

	it('replaces the parts that are filled in, without blanks around them, adds those that are new, and keeps the category', async () => {
		await sandbox.control.addTemplate(ORDER);
		const parts = { templateBody: '  It is here.\n', templateFooter: 'Shop' };
		await runOperation(sandbox, edit, { ...anOrder, ...parts });
		expect(await oneRaw('order')).toMatchObject({
			category: 'MARKETING',
			components: [
				{ type: 'BODY', text: 'It is here.' },
				{ type: 'FOOTER', text: 'Shop' },
			],
		});
	});

	describe('of a template with a header, a footer, and buttons', () => {
		const whole = {
			templateName: 'ready',
			templateLanguage: 'en_US',
			templateCategory: 'UTILITY',
			headerFormat: 'TEXT',
			headerText: 'Your order',
			templateBody: 'Hello {{1}}, it is here.',
			bodySamples: { sample: [{ value: 'Ana' }] },
			templateFooter: 'Shop',
			templateButtons: { button: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
		};
		const ready = chosen('ready/en_US');
		beforeEach(async () => {
			await runOperation(sandbox, create, whole);
			await sandbox.control.approve('ready');
		});

		it('keeps every part that is not filled in, in its place', async () => {
			const samples = { sample: [{ value: 'Ana' }] };
			const form = { ...ready, templateBody: 'Hi {{1}}, it is ready.', bodySamples: samples };
			const { items, hints } = await runOperation(sandbox, edit, form);
			expect(items).toMatchObject([{ parts: ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'] }]);
			expect(hints).toEqual([
				"Submitted for review. Until it is approved, you can't send the template: Send Auto and campaigns hold its messages. Template: Get shows its status. It has these parts now: header, body, footer, buttons.",
			]);
			expect(await oneRaw('ready')).toMatchObject({
				components: [
					{ type: 'HEADER', text: 'Your order' },
					{ type: 'BODY', text: 'Hi {{1}}, it is ready.' },
					{ type: 'FOOTER', text: 'Shop' },
					{ type: 'BUTTONS', buttons: [{ text: 'Thanks' }] },
				],
			});
		});

		it('keeps the samples of variables that it has, and asks for those of new ones', async () => {
			await runOperation(sandbox, edit, { ...ready, templateBody: 'Hi {{1}}, it is ready.' });
			expect((await oneRaw('ready')).components).toMatchObject([
				{ type: 'HEADER' },
				{ text: 'Hi {{1}}, it is ready.', example: { body_text: [['Ana']] } },
				{ type: 'FOOTER' },
				{ type: 'BUTTONS' },
			]);
			const more = { ...ready, templateBody: 'Hi {{1}}, your {{2}} is ready.' };
			const { message } = await failureOf(runOperation(sandbox, edit, more));
			expect(message).toContain('It has 2 variables, but 0 samples.');
		});

		it('takes the samples in the form instead, if it has some', async () => {
			const bodySamples = { sample: [{ value: 'Bea' }] };
			await runOperation(sandbox, edit, { ...ready, templateBody: 'Hi {{1}}, it is here.', bodySamples });
			expect((await oneRaw('ready')).components).toMatchObject([
				{},
				{ example: { body_text: [['Bea']] } },
				{},
				{},
			]);
		});

		it('keeps its name and language, whatever a JSON has', async () => {
			const components = [{ type: 'BODY', text: 'It is here.' }];
			const definition = JSON.stringify({ name: 'other', language: 'de', components });
			const form = { ...ready, definitionInput: 'json', definition };
			const { message, description } = await failureOf(runOperation(sandbox, edit, form));
			expect(message).toBe('Nothing was submitted. 2 things to fix');
			expect(description).toContain(
				"Definition (JSON) has the name other, but the template's is ready, and a name can't change. Leave it out, or create another template.",
			);
		});

		it('changes a footer alone', async () => {
			await runOperation(sandbox, edit, { ...ready, templateFooter: 'Our shop' });
			expect(await oneRaw('ready')).toMatchObject({
				components: [{ type: 'HEADER' }, { type: 'BODY' }, { text: 'Our shop' }, { type: 'BUTTONS' }],
			});
		});

		it('removes parts that are chosen for it, alone or beside what is filled in', async () => {
			await runOperation(sandbox, edit, { ...ready, removedParts: ['FOOTER', 'BUTTONS'] });
			expect((await oneRaw('ready')).components).toMatchObject([{ type: 'HEADER' }, { type: 'BODY' }]);
			const { items } = await runOperation(sandbox, edit, {
				...ready,
				templateFooter: 'Our shop',
				removedParts: ['HEADER'],
			});
			expect(items).toMatchObject([{ parts: ['BODY', 'FOOTER'] }]);
		});

		it('removes nothing that is filled in, or that it lacks', async () => {
			const form = { ...ready, templateFooter: 'Our shop', removedParts: ['FOOTER', 'CAROUSEL'] };
			const { message, description } = await failureOf(runOperation(sandbox, edit, form));
			expect(message).toBe('Nothing was submitted. 2 things to fix');
			expect(description).toBe(
				'1. Remove has the footer, which is also filled in. Do one of both.<br>\n2. Remove has the carousel, but the template has none.',
			);
			expect((await oneRaw('ready')).components).toHaveLength(4);
		});

		it('removes parts that a JSON leaves out', async () => {
			const components = [{ type: 'BODY', text: 'It is here.' }];
			const form = { ...ready, definitionInput: 'json', definition: JSON.stringify({ components }) };
			const { items } = await runOperation(sandbox, edit, form);
			expect(items).toMatchObject([{ parts: ['BODY'] }]);
			expect((await oneRaw('ready')).components).toEqual([expect.objectContaining(components[0]!)]);
		});
	});

	it('keeps a button whose label is the platform’s own without that label, which cannot be customized', async () => {
		const given = [
			{ type: 'COPY_CODE', text: 'Copy offer code', example: ['SAVE10'] },
			{ type: 'REQUEST_CONTACT_INFO', text: 'Share contact info' },
			{ type: 'QUICK_REPLY', text: 'No, thanks' },
		];
		const components = [
			{ type: 'BODY', text: 'Your code is below.' },
			{ type: 'BUTTONS', buttons: given },
		];
		await sandbox.control.addTemplate({ name: 'order', category: 'MARKETING', components });
		await runOperation(sandbox, edit, { ...anOrder, templateBody: 'Copy your code below.' });
		const [, { buttons }] = (await oneRaw('order')).components as [object, { buttons: object[] }];
		expect(buttons).toEqual([
			{ type: 'COPY_CODE', example: ['SAVE10'] },
			{ type: 'REQUEST_CONTACT_INFO' },
			{ type: 'QUICK_REPLY', text: 'No, thanks' },
		]);
	});

	describe('a sample in Variable Name', () => {
		const form = { templateName: 'misnamed', templateLanguage: 'en_US', templateCategory: 'UTILITY' };
		const refused = async (templateBody: string, sample: IDataObject) => {
			const filled = { ...form, templateBody, bodySamples: { sample: [sample] } };
			return (await failureOf(runOperation(sandbox, create, filled)))!.message;
		};

		it.each([
			['Hello {{1}}, it is here.', { name: '12 May' }, '12 May', '{{1}}'],
			['Hello {{name}}, it is here.', { name: 'Anna' }, 'Anna', '{{name}}'],
			['Hello {{name}}, it is here.', { name: 'Anna', value: 'Anna' }, 'Anna', '{{name}}'],
		])('of %p is refused with where it belongs: %p', async (body, sample, name, variable) => {
			expect(await refused(body, sample)).toBe(
				`Nothing was submitted. Body Samples: Variable Name is ${name}, but the body has no {{${name}}}, only ${variable}. If ${name} is a sample, enter it in Sample, and leave Variable Name empty.`,
			);
		});

		it('matters to no template that has a sample for each of its numbers', async () => {
			const bodySamples = { sample: [{ name: 'first', value: 'Ana' }] };
			const templateBody = 'Hello {{1}}, this is for you.';
			const { items } = await runOperation(sandbox, create, { ...form, templateBody, bodySamples });
			expect(items).toMatchObject([{ name: 'misnamed', status: 'PENDING' }]);
		});
	});

	it('keeps the samples of named variables, and takes those of new ones from the form', async () => {
		const named = {
			templateName: 'named',
			templateLanguage: 'en_US',
			templateCategory: 'UTILITY',
			templateBody: 'Hello {{name}}, it is here.',
			bodySamples: { sample: [{ name: 'name', value: 'Ana' }] },
		};
		await runOperation(sandbox, create, named);
		await sandbox.control.approve('named');
		await runOperation(sandbox, edit, {
			...chosen('named/en_US'),
			templateBody: 'Hello {{name}}, your {{thing}} is here.',
			bodySamples: { sample: [{ name: 'thing', value: 'order' }] },
		});
		const { components } = await oneRaw('named');
		expect(components).toMatchObject([
			{
				example: {
					body_text_named_params: [
						{ param_name: 'thing', example: 'order' },
						{ param_name: 'name', example: 'Ana' },
					],
				},
			},
		]);
	});

	describe('keeps the format of the variables, as only the category, the components, and the time to live can be edited:', () => {
		const inJson = (text: string, example: object, format?: string) => ({
			definitionInput: 'json',
			definition: JSON.stringify({
				components: [{ type: 'BODY', text, example }],
				parameter_format: format,
			}),
		});
		const samples = { sample: [{ value: 'Ana' }] };
		const named = { body_text_named_params: [{ param_name: 'name', example: 'Ana' }] };
		const NAMES = "but this template's variables are numbered, and an edit can't give them names.";
		const NUMBERS = "but this template's variables have names, and an edit can't number them.";
		const numbered = 'Hello {{1}}, it is here.';
		const withName = 'Hello {{name}}, it is here.';

		it.each([
			['names', numbered, { templateBody: withName, bodySamples: samples }, `Body has {{name}}, ${NAMES}`],
			['names', numbered, inJson(withName, named), `Body has {{name}}, ${NAMES}`],
			['names', numbered, inJson(withName, named, 'NAMED'), `Body has {{name}}, ${NAMES}`],
			['names', numbered, { moreParts: { parameterFormat: 'NAMED' } }, `Variable Format is NAMED, ${NAMES}`],
			['numbers', withName, { templateBody: numbered, bodySamples: samples }, `Body has {{1}}, ${NUMBERS}`],
			['numbers', withName, inJson(numbered, { body_text: [['Ana']] }), `Body has {{1}}, ${NUMBERS}`],
			[
				'numbers',
				withName,
				{ moreParts: { parameterFormat: 'POSITIONAL' } },
				`Variable Format is POSITIONAL, ${NUMBERS}`,
			],
			[
				'names',
				numbered,
				{ headerFormat: 'TEXT', headerText: 'For {{name}} only', headerSample: 'Ana' },
				`Header Text has {{name}}, ${NAMES}`,
			],
		])('no %s for the variable of "%s" by %j', async (_kind, body, form, problem) => {
			await sandbox.control.addTemplate({ ...ORDER, body });
			const { message } = await failureOf(runOperation(sandbox, edit, { ...anOrder, ...form }));
			expect(message).toContain(`Nothing was submitted. ${problem}`);
			expect(message).toContain('or create a template with another name.');
			expect(await oneRaw('order')).toMatchObject({ status: 'APPROVED', components: [{ text: body }] });
		});

		it.each([
			[numbered, inJson('Hi {{1}}, it is here.', { body_text: [['Ana']] }, 'POSITIONAL')],
			[withName, inJson('Hi {{name}}, it is here.', named, 'NAMED')],
			[withName, inJson('Hi {{name}}, it is here.', named)],
		])('"%s" is edited by %j', async (body, form) => {
			await sandbox.control.addTemplate({ ...ORDER, body });
			const { items } = await runOperation(sandbox, edit, { ...anOrder, ...form });
			expect(items).toMatchObject([{ status: 'PENDING', warnings: [] }]);
		});
	});

	it('changes the time to live alone, within the range of the category', async () => {
		await sandbox.control.addTemplate({ ...ORDER, category: 'UTILITY' });
		const withTtl = (seconds: number) => ({ ...anOrder, moreParts: { messageTtl: seconds } });
		const before = await oneRaw('order');
		await runOperation(sandbox, edit, withTtl(600));
		expect(await oneRaw('order')).toMatchObject({
			message_send_ttl_seconds: 600,
			components: before.components,
		});
		const tooLong = await failureOf(runOperation(sandbox, edit, withTtl(43_201)));
		expect(tooLong.message).toMatch(/^Nothing was submitted\. Time to Live \(Seconds\): .*from 30 to 43200/);
	});

	it('changes nothing if nothing is filled in, and says what to fill in', async () => {
		await sandbox.control.addTemplate(ORDER);
		expect(await failureOf(runOperation(sandbox, edit, anOrder))).toMatchObject({
			message:
				'Nothing was submitted. The form changes nothing in order. Fill in what is to change, such as Body or Category, or choose a part in Remove.',
		});
		const inJson = { ...anOrder, definitionInput: 'json', definition: '{}' };
		expect(await failureOf(runOperation(sandbox, edit, inJson))).toMatchObject({
			message:
				'Nothing was submitted. The JSON changes nothing in order. It needs components, category, or message_send_ttl_seconds.',
		});
	});

	it('refuses components that break a rule, unless Check First is off', async () => {
		await sandbox.control.addTemplate(ORDER);
		const definition = JSON.stringify({ components: [{ type: 'FOOTER', text: 'Shop' }] });
		const form = { ...anOrder, definitionInput: 'json', definition };
		expect((await failureOf(runOperation(sandbox, edit, form))).message).toMatch(
			/^Nothing was submitted\. The template: The BODY is missing/,
		);
		const unchecked = runOperation(sandbox, edit, { ...form, options: { checkFirst: false } });
		expect((await failureOf(unchecked)).message).not.toMatch('Nothing was submitted');
	});

	it('lists everything that is wrong by the labels of the form, never by paths', async () => {
		await sandbox.control.addTemplate(ORDER);
		const buttons = { button: [{ type: 'COPY_CODE', sample: 'x'.repeat(21) }] };
		const form = { ...anOrder, templateFooter: 'x'.repeat(61), templateButtons: buttons };
		const { message, description } = await failureOf(
			runOperation(sandbox, edit, { ...form, templateBody: 'Your order is here.' }),
		);
		expect(message).toBe('Nothing was submitted. 2 things to fix');
		expect(description).toMatch(/^1\. Footer: .*61 characters.*<br>\n2\. Button 1, Sample: .*21 characters/);
		expect(description).not.toMatch(/[[\]_]/);
	});

	it('says how to write it in JSON only if the form has JSON', async () => {
		await sandbox.control.addTemplate(ORDER);
		const body = { type: 'BODY', text: 'Order {{1}} is here.' };
		const inFields = { ...anOrder, templateBody: body.text };
		const inJson = {
			...anOrder,
			definitionInput: 'json',
			definition: JSON.stringify({ components: [body] }),
		};
		const [ofFields, ofJson] = await Promise.all(
			[inFields, inJson].map((form) => failureOf(runOperation(sandbox, edit, form))),
		);
		const problem =
			'Nothing was submitted. Body Samples: Add one sample for each variable, {{1}}. It has 1 variable, but 0 samples.';
		expect(ofFields!.message).toBe(problem);
		expect(ofJson!.message).toBe(`${problem} In JSON: example.body_text is a list such as [["sample"]].`);
	});

	it('warns about the wording of another template, and submits it anyway', async () => {
		for (const name of ['order', 'spare']) {
			await sandbox.control.addTemplate({ ...ORDER, name, body: `This is the ${name}.` });
		}
		const form = { ...anOrder, templateBody: 'This is the spare.' };
		const { items } = await runOperation(sandbox, edit, form);
		expect(items[0]!.warnings).toMatchObject([
			{ rule: 'same-wording', message: expect.stringContaining('spare (en_US)') as string },
		]);
		const own = await runOperation(sandbox, edit, { ...anOrder, templateBody: 'This is the order.' });
		expect(own.items[0]!.warnings).toEqual([]);
	});
});

describe('Create', () => {
	it('submits the time to live that is filled in', async () => {
		const form = { templateName: 'order', templateLanguage: 'en_US', templateCategory: 'UTILITY' };
		await runOperation(sandbox, create, {
			...form,
			templateBody: 'Your order is on its way.',
			moreParts: { messageTtl: -1 },
		});
		expect(await oneRaw('order')).toMatchObject({ message_send_ttl_seconds: -1 });
	});
});

describe('Create says what became of the template', () => {
	const form = { templateName: 'order', templateLanguage: 'en_US', templateCategory: 'UTILITY' };
	const submit = (templateBody: string, more = {}) =>
		runOperation(sandbox, create, { ...form, templateBody, ...more });

	it('that it is under review', async () => {
		const { items, hints } = await submit('Your order is on its way.');
		expect(items).toMatchObject([{ status: 'PENDING', rejectedReason: null }]);
		expect(hints).toEqual([expect.stringMatching(/^Submitted for review\./)]);
	});

	it('what only the platform can judge', async () => {
		const button = ['Yes', 'Yes'].map((text) => ({ type: 'QUICK_REPLY', text }));
		const { hints } = await submit('Do you come?', { templateButtons: { button } });
		const same =
			'Button 2, Label: Another quick reply has the label "Yes", too, so customers can\'t tell them apart. Give each a label of its own.';
		expect(hints).toEqual([
			expect.stringMatching(/^<b>Submitted for review\..*<\/b><br>There is a warning\. /),
		]);
		expect(hints[0]).toContain(same);
		const more = { button: [...button, { type: 'QUICK_REPLY', text: 'Yes' }] };
		const several = await submit('Will you come?', { templateName: 'again', templateButtons: more });
		expect(several.hints[0]).toMatch(/<br>There are 2 warnings:<br>- Button 2, .*<br>- Button 3, /);
	});

	it('that it was rejected at once, with the reason and what to do, and nothing of a review', async () => {
		const { items, hints } = await submit('Reply with your credit card number, please.');
		expect(items).toMatchObject([{ status: 'REJECTED', rejectedReason: 'SCAM' }]);
		expect(hints).toEqual([
			[
				'<b>order (en_US) was rejected: SCAM, as it looks like fraud, or asks for sensitive data. Template: Edit changes it and submits it again.</b>',
				"There is a warning. Body: The platform rejects texts that ask for card numbers, account numbers, or national identifiers. Ask only for the last digits, or don't ask.",
			].join('<br>'),
		]);
	});

	it.each(['Your order is on its way.', 'Reply with your credit card number, please.'])(
		'and returns the external ID that the list has, also if the answer has only another ID: %s',
		async (body) => {
			const { items } = await submit(body);
			expect(items[0]!.externalId).toBe((await oneRaw('order')).external_id);
		},
	);
});

describe('a translation that differs from the other languages', () => {
	const german = { templateName: 'order', templateLanguage: 'de', templateCategory: 'MARKETING' };
	const body = { templateBody: 'Die Bestellung ist unterwegs.' };
	const buttons = { templateButtons: { button: [{ type: 'QUICK_REPLY', text: 'Danke' }] } };
	const rulesOf = (warnings: unknown) => (warnings as Array<{ rule: string }>).map(({ rule }) => rule);

	it('is created with a warning', async () => {
		await sandbox.control.addTemplate(ORDER);
		const { items } = await runOperation(sandbox, create, { ...german, ...body, ...buttons });
		expect(rulesOf(items[0]!.warnings)).toEqual(['translations-components', 'translations-buttons']);
	});

	it('gets no warning if it is like them', async () => {
		await sandbox.control.addTemplate(ORDER);
		const { items } = await runOperation(sandbox, create, { ...german, ...body });
		expect(items).toMatchObject([{ language: 'de', warnings: [] }]);
	});

	it('gets the warning when it is validated together with them, without the gateway', async () => {
		const english = { ...german, templateLanguage: 'en_US', templateBody: 'Your order is on its way.' };
		const form = { ...german, ...body, ...buttons };
		const alone = await runOperation(sandbox, validate, form);
		expect(alone.items).toMatchObject([{ valid: true, warnings: 0 }]);
		const { items } = await runOperation(sandbox, validate, english, form, {
			...form,
			templateName: 'other',
		});
		expect(items).toMatchObject([
			{ valid: true },
			{ valid: true, warnings: 2 },
			{ valid: true, warnings: 0 },
		]);
		for (const { violations } of items.slice(0, 2))
			expect(rulesOf(violations)).toEqual(['translations-components', 'translations-buttons']);
	});

	it('gets the warning in an edit too', async () => {
		await sandbox.control.addTemplate(ORDER);
		await sandbox.control.addTemplate({ ...ORDER, language: 'de', body: 'Die Bestellung ist unterwegs.' });
		const { items } = await runOperation(sandbox, edit, { ...chosen('order/de'), ...body, ...buttons });
		expect(rulesOf(items[0]!.warnings)).toEqual(['translations-components', 'translations-buttons']);
	});
});

describe('By External ID', () => {
	it('finds the template whose external ID it is, although the gateway has another ID for it', async () => {
		for (const name of ['order', 'spare']) await sandbox.control.addTemplate({ ...ORDER, name });
		const { external_id: externalId, id } = await oneRaw('spare');
		expect(externalId).not.toBe(id);
		for (const wanted of [externalId, id]) {
			const { items } = await runOperation(sandbox, get, chosen(String(wanted), 'id'));
			expect(items).toMatchObject([{ name: 'spare', externalId }]);
		}
	});

	it('says if there is none', async () => {
		expect((await failureOf(runOperation(sandbox, get, chosen('1', 'id')))).message).toBe(
			"The gateway doesn't have a template with the external ID 1.",
		);
	});
});

describe('Get Many', () => {
	const namesFor = async (filters: object) =>
		(await runOperation(sandbox, getMany, { filters })).items.map(({ name }) => name);

	beforeEach(async () => {
		for (const name of ['order', 'spare']) await sandbox.control.addTemplate({ ...ORDER, name });
		await sandbox.control.pause('spare');
	});

	it('filters by ID, partner ID, name, category, and status, chosen or by name', async () => {
		const { id } = await oneRaw('spare');
		expect(await namesFor({ id })).toEqual(['spare']);
		expect(await namesFor({ partnerId: 'nobody' })).toEqual([]);
		expect(await namesFor({ name: 'order' })).toEqual(['order']);
		expect(await namesFor({ category: 'UTILITY' })).toEqual([]);
		expect(await namesFor({ status: 'PAUSED' })).toEqual(['spare']);
		expect(await namesFor({ statusName: 'paused' })).toEqual(['spare']);
		expect(await namesFor({ status: 'PAUSED', statusName: 'APPROVED' })).toEqual(['order']);
		expect(await namesFor({ statusName: 'IN_APPEAL' })).toEqual([]);
	});

	it.each([
		{ returnAll: true, options: { sort: 'name' } },
		{ limit: 1, options: { sort: 'name', offset: 1 } },
	])('keeps what the answer says of the list if Simplify is off: %j', async (form) => {
		const filters = { category: 'MARKETING' };
		const { items } = await runOperation(sandbox, getMany, { simplify: false, filters, ...form });
		const all = 'returnAll' in form;
		expect(items).toHaveLength(all ? 2 : 1);
		expect(items.at(-1)).toMatchObject({
			name: 'spare',
			list: { count: all ? 2 : 1, total: 2, filters, sort: ['name'], unreadable: 0 },
		});
		const simple = await runOperation(sandbox, getMany, form);
		expect(simple.items.at(-1)).not.toHaveProperty('list');
	});

	it('hints at templates that it could not read', async () => {
		expect((await runOperation(sandbox, getMany, {})).hints).toEqual([]);
		const body = { count: 2, total: 2, waba_templates: [{ name: null }, await oneRaw('order')] };
		await sandbox.control.faults({ status: { path: '/v1/configs/templates', code: 200, body } });
		const { items, hints } = await runOperation(sandbox, getMany, {});
		expect(items).toMatchObject([{ name: 'order' }]);
		expect(hints).toEqual([expect.stringContaining("1 template of the gateway's list couldn't be read")]);
	});
});
