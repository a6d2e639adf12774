import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { policies, savePolicy } from '../../engine';
import { getPlaces, getPoliciesToStartFrom, getSwitches } from '../../nodes/BusinessMessaging/policy/methods';
import { numberLists } from '../../nodes/shared/numbers';
import { getPolicies } from '../../nodes/shared/policies';
import { sharedStore } from '../../nodes/shared/shared-store';
import { template, getTemplateVariables, searchTemplates } from '../../nodes/shared/template/template-form';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { forgetStore } from './support/forget-store';
import { requestHelpers } from './support/run-operation';

describe('a node without a credential', () => {
	const withoutCredential = (parameters: Record<string, unknown> = {}) =>
		({
			getNode: () => ({ name: 'Messaging' }),
			getCredentials: () => Promise.reject(new Error('Node does not have any credentials set')),
			getCurrentNodeParameter: (name: string) => parameters[name],
		}) as unknown as ILoadOptionsFunctions;

	it('lists the built-in policies', async () => {
		const listed = await getPolicies.call(withoutCredential());
		expect(listed[0]).toMatchObject({ name: 'strict', description: expect.stringContaining('Free text') });
		const names = listed.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['strict', 'platform']));
		const starts = await getPoliciesToStartFrom.call(withoutCredential());
		expect(starts.map(({ name }) => name)).toEqual(['Nothing', ...names]);
	});

	describe('while other nodes use the store that most credentials mean', () => {
		let before: string | undefined;
		beforeEach(async () => {
			before = process.env.BUSINESS_MESSAGING_STORE;
			process.env.BUSINESS_MESSAGING_STORE = 'sqlite::memory:';
			const store = await sharedStore('sqlite::memory:');
			await savePolicy(store, { ...policies.strict, name: 'careful', version: 1 }, 0);
		});
		afterEach(async () => {
			if (before === undefined) delete process.env.BUSINESS_MESSAGING_STORE;
			else process.env.BUSINESS_MESSAGING_STORE = before;
			await forgetStore();
		});

		it('lists the policies that are saved there: n8n asks before a new node has its credential', async () => {
			const names = (await getPolicies.call(withoutCredential())).map(({ name }) => name);
			expect(names).toEqual(['strict', 'platform', 'careful']);
		});

		it('says of a saved policy what it is for, or else which rules it adds to strict', async () => {
			const store = await sharedStore('sqlite::memory:');
			const { description: _, ...strict } = policies.strict;
			const rules = strict.rules.map((rule) =>
				rule.name === 'quiet-hours' ? { ...rule, enabled: true } : rule,
			);
			await savePolicy(store, { ...strict, rules, name: 'nightly', version: 1 }, 0);
			await savePolicy(store, { ...strict, rules, name: 'told', version: 1, description: 'Mine.' }, 0);
			const listed = await getPolicies.call(withoutCredential());
			const described = new Map(listed.map(({ name, description }) => [name, description]));
			expect(described.get('nightly')).toBe('strict with quiet-hours');
			expect(described.get('told')).toBe('Mine.');
		});

		it('lists the rules of a saved policy', async () => {
			const context = withoutCredential({ startFrom: 'careful' });
			expect((await getSwitches.call(context)).length).toBeGreaterThan(5);
		});

		it('lists only the built-in ones, and does not fail, if no store can be meant', async () => {
			process.env.BUSINESS_MESSAGING_STORE = '';
			process.env.EXECUTIONS_MODE = 'queue';
			const names = (await getPolicies.call(withoutCredential())).map(({ name }) => name);
			delete process.env.EXECUTIONS_MODE;
			expect(names).toEqual(['strict', 'platform']);
		});
	});

	it('lists the rules and places of a built-in policy', async () => {
		const context = withoutCredential({ startFrom: 'strict' });
		expect((await getSwitches.call(context)).length).toBeGreaterThan(5);
		expect(await getPlaces.call(context)).toContainEqual({
			name: 'Before Quiet Hours',
			value: 'before:quiet-hours',
			description: expect.stringMatching(/^quiet-hours: No templates 21:00-08:00 local time/),
		});
	});

	it('lists no rules of a saved policy if no store is open, and does not fail', async () => {
		const context = withoutCredential({ startFrom: 'mine' });
		expect(await getSwitches.call(context)).toEqual([]);
		expect((await getPlaces.call(context)).map(({ value }) => value)).toEqual(['automatic', 'first', 'last']);
	});
});

describe('the list of From Number', () => {
	const contextOf = (credentials?: object) =>
		({
			getNode: () => ({ name: 'Messaging', ...(credentials && { credentials }) }),
			getCredentials: () =>
				credentials
					? Promise.resolve({ baseUrl: 'https://gateway.example.com', apiKey: 'key', phoneNumberId: '100' })
					: Promise.reject(new Error('Node does not have any credentials set')),
		}) as unknown as ILoadOptionsFunctions;

	it('has the numbers of the credential', async () => {
		const chosen = contextOf({ businessMessagingApi: { id: '1', name: 'Mine' } });
		const names = async (list: keyof typeof numberLists) =>
			(await numberLists[list].call(chosen)).map(({ name }) => name);
		expect(await names('getNumbers')).toEqual([
			"Automatic (the Event's, or the Credential's Only Number)",
			'100',
		]);
		expect(await names('getNumbersOrAll')).toEqual(['All Numbers', '100']);
		expect(await names('getEachNumber')).toEqual(['100']);
	});

	it('has none as long as no credential is chosen, and does not fail', async () => {
		expect(await numberLists.getNumbers.call(contextOf())).toHaveLength(1);
		expect(await numberLists.getNumbersOrAll.call(contextOf())).toHaveLength(1);
		expect(await numberLists.getEachNumber.call(contextOf())).toEqual([]);
	});
});

describe('the field Template, By Name', () => {
	const [validation] = template.modes!.find(({ name }) => name === 'name')!.validation!;
	const pattern = new RegExp((validation as unknown as { properties: { regex: string } }).properties.regex);

	it.each([
		['order_update/en_US', true],
		['order_update/de', true],
		['', true],
		['order_update', false],
		['Order/en_US', false],
	])('with %j: %s', (text, isTaken) => {
		expect(pattern.test(text)).toBe(isTaken);
	});
});

describe('the mapper of template variables', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
		await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
		await sandbox.control.addTemplate({
			name: 'order_update',
			body: 'Hello {{1}}, your {{2}} is on its way.',
		});
	});

	afterAll(() => sandbox.close());

	const mapperFor = (chosen: string | null, given?: object) => {
		const context = {
			getNodeParameter: () => chosen,
			getCurrentNodeParameter: () => given,
			getCredentials: () => Promise.resolve(sandboxCredential(sandbox).data),
			helpers: requestHelpers,
		} as unknown as ILoadOptionsFunctions;
		return getTemplateVariables.call(context);
	};

	it.each([null, ''])(
		'keeps the variables of a template that an expression chooses, as long as its value is %j',
		async (chosen) => {
			const { fields, emptyFieldsNotice } = await mapperFor(chosen, { value: { body_1: null }, schema: [] });
			expect(fields.map(({ id }) => id)).toEqual(['body_1']);
			expect(emptyFieldsNotice).toMatch(
				/^Choose a template\. If an expression chooses it, it has no value yet:/,
			);
		},
	);

	it.each([
		[
			'hello/en_US',
			'This template has no variables, so there is nothing to fill in. Its text: Hello from the shop.',
		],
		[
			'order_update/en_US',
			"This template has 2 variables. They take their values from the item's fields with the same name: body_1, body_2. Its text: Hello {{1}}, your {{2}} is on its way.",
		],
		['gone/en_US', "The gateway doesn't have a template gone in en_US."],
	])('says in place of its fields, for the template %j: %s', async (chosen, notice) => {
		expect((await mapperFor(chosen)).emptyFieldsNotice).toBe(notice);
	});

	it('begins with the text of the template, which nobody can change, and requires nothing: n8n would name a missing one by its ID', async () => {
		const { fields } = await mapperFor('order_update/en_US');
		expect(fields.map(({ displayName, required, readOnly }) => [displayName, required, readOnly])).toEqual([
			['Text of the template', false, true],
			[expect.stringMatching(/^\{\{1\}\} in /), false, undefined],
			[expect.stringMatching(/^\{\{2\}\} in /), false, undefined],
		]);
		const text = 'Hello {{1}}, your {{2}} is on its way.';
		expect(fields[0]!.options).toEqual([{ name: text, value: '', description: text }]);
	});

	it('has nothing but its text for a template without variables, and says so', async () => {
		expect((await mapperFor('hello/en_US')).fields).toMatchObject([
			{
				displayName: 'This template has no variables. Its text:',
				options: [{ name: 'Hello from the shop.' }],
			},
		]);
	});

	describe('of a template that the gateway doesn’t have yet', () => {
		const absent = "The gateway doesn't have a template gone in en_US.";
		const idsIn = async (chosen: string, given: object) =>
			(await mapperFor(chosen, given)).fields.map(({ id }) => id.replace(/:\w+$/, ''));

		it('keeps the variables that are filled in, and says that it is missing', async () => {
			const given = { value: { body_1: '={{ $json.name }}', body_2: null }, schema: [{ id: 'body_1' }] };
			expect(await idsIn('gone/en_US', given)).toEqual(['template_text_gone/en_US', 'body_1', 'body_2']);
			const { fields } = await mapperFor('gone/en_US', given);
			expect(fields[0]!.options).toEqual([{ name: absent, value: '' }]);
		});

		it('keeps them again when it is opened again', async () => {
			const { fields: schema } = await mapperFor('gone/en_US', { value: { body_1: 'Ada' } });
			expect(await idsIn('gone/en_US', { value: { body_1: 'Ada' }, schema })).toEqual([
				'template_text_gone/en_US',
				'body_1',
			]);
		});

		it('drops those of another template', async () => {
			const { fields: schema } = await mapperFor('order_update/en_US');
			expect(await idsIn('gone/en_US', { value: { body_1: 'Ada' }, schema })).toEqual([]);
		});

		it('has none if the form has none', async () => {
			expect(await idsIn('gone/en_US', { value: null, schema: [] })).toEqual([]);
		});
	});

	it('says what to do if the gateway refuses the key, in the list and among the variables', async () => {
		const data = { ...sandboxCredential(sandbox).data, apiKey: 'wrong' };
		const context = {
			getCredentials: () => Promise.resolve(data),
			getCurrentNodeParameter: () => undefined,
			getNode: () => ({ name: 'Send auto', type: 'businessMessaging' }),
			getNodeParameter: () => 'order_update/en_US',
			getTimezone: () => 'UTC',
			helpers: requestHelpers,
		} as unknown as ILoadOptionsFunctions;
		const said = "The gateway doesn't accept the API key. Check the credential.";
		await expect(searchTemplates.call(context, '')).rejects.toThrow(said);
		await expect(getTemplateVariables.call(context)).rejects.toThrow(said);
	});

	it('lists templates with their language as it is written, and with their text', async () => {
		const context = {
			getCredentials: () => Promise.resolve(sandboxCredential(sandbox).data),
			helpers: requestHelpers,
		} as unknown as ILoadOptionsFunctions;
		const { results } = await searchTemplates.call(context, 'order');
		expect(results).toEqual([
			{
				name: 'order_update (en_US, utility, approved): Hello {{1}}, your {{2}} is on its way.',
				value: 'order_update/en_US',
			},
		]);
	});

	it('says of a status that passes by itself that it is the one of the list, as n8n keeps the label', async () => {
		await sandbox.control.addTemplate({ name: 'spring', body: 'Spring is here.' });
		await sandbox.control.pause('spring');
		const context = {
			getCredentials: () => Promise.resolve(sandboxCredential(sandbox).data),
			helpers: requestHelpers,
		} as unknown as ILoadOptionsFunctions;
		const { results } = await searchTemplates.call(context, 'spring');
		expect(results).toMatchObject([
			{ name: expect.stringContaining('spring (en_US, utility, paused when listed)') },
		]);
	});
});
