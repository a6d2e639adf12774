import { CUSTOMER, HOUR, scene, SECOND } from './support/scene';

const BODY = {
	type: 'BODY',
	text: 'Your order {{1}} ships on {{2}}.',
	example: { body_text: [['7', 'Monday']] },
};
const DEFINITION = { name: 'shipped', language: 'en_US', category: 'UTILITY', components: [BODY] };
const PARAMETERS = [{ type: 'body', parameters: ['7', 'Monday'].map((text) => ({ type: 'text', text })) }];

describe('a template is created, reviewed and sent', () => {
	const at = scene();
	const create = (fields: object = {}) =>
		at.client.post('/v1/configs/templates', { ...DEFINITION, ...fields });
	const sendShipped = (components: object[] = PARAMETERS) =>
		at.client.message(CUSTOMER, {
			type: 'template',
			template: { name: 'shipped', language: { code: 'en_US' }, components },
		});

	test('creation answers the template with status submitted; the list then says PENDING', async () => {
		const created = await create();
		expect(created.status).toBe(200);
		expect(created.body).toMatchObject({ name: 'shipped', status: 'submitted', rejected_reason: null });
		const { body } = await at.client.get('/v1/configs/templates');
		expect(body).toMatchObject({ count: 1, total: 1, limit: 1000, offset: 0, filters: {}, sort: ['id'] });
		expect(body.waba_templates).toMatchObject([
			{ ...DEFINITION, status: 'PENDING', rejected_reason: 'NONE', quality_score: { score: 'UNKNOWN' } },
		]);
		expect(body.waba_templates[0]).toMatchObject({
			id: created.body.id,
			external_id: created.body.external_id,
		});
		expect(created.body.external_id).not.toBe(created.body.id);
		expect(body.waba_templates[0]).toHaveProperty('namespace');
	});

	test.each(['en', 'fil', 'pt_BR', 'pt-BR', 'es_419', 'zh_Hans_CN'])(
		'%s is a language and locale code',
		async (language) => {
			expect((await create({ language })).body).toMatchObject({ status: 'submitted', language });
		},
	);

	test.each(['', 'EN', 'English', 'en_', 'en_US_'])('%j is none', async (language) => {
		expect((await create({ language })).status).toBe(400);
	});

	test('a second one of the same name and language is refused, another language is not', async () => {
		await create();
		expect((await create()).status).toBe(400);
		expect((await create({ language: 'de' })).status).toBe(200);
	});

	test.each([
		['name', { name: 'Not Allowed' }],
		['name', { name: 'x'.repeat(513) }],
		['language', { language: undefined }],
		['category', { category: 'NEWS' }],
		['components', { components: [] }],
	])('a wrong or missing %s is refused, by name', async (field, fields) => {
		const { status, body } = await create(fields);
		expect(status).toBe(400);
		expect(body.meta).toMatchObject({ success: false, http_code: 400 });
		expect(body.meta.developer_message).toContain(field);
	});

	test('a name of 512 characters is allowed', async () => {
		expect((await create({ name: 'x'.repeat(512) })).status).toBe(200);
	});

	test('it can be sent only after approval', async () => {
		await create();
		const early = await sendShipped();
		expect(early.status).toBe(404);
		expect(early.body.error).toMatchObject({ code: 132001 });
		expect(early.body.error.error_data.details).toContain('PENDING');
		await at.sandbox.control.approve('shipped');
		expect((await sendShipped()).status).toBe(200);
		expect(at.sandbox.control.violations()).toMatchObject([{ rule: 'template-not-sendable' }]);
	});

	test('approval and rejection are announced without a phone number id, by an integer id', async () => {
		const { body } = await create();
		await at.sandbox.control.approve('shipped', 'en_US');
		await at.sandbox.control.reject('shipped', 'en_US', 'PROMOTIONAL');
		await at.sandbox.control.idle();
		const [approved, rejected] = at.receiver.of('message_template_status_change');
		expect(approved?.value).toEqual({
			event: 'APPROVED',
			message_template_id: Number(body.id),
			message_template_name: 'shipped',
			message_template_language: 'en_US',
			message_template_category: 'UTILITY',
			reason: 'NONE',
		});
		expect(approved?.entry.id).toBe(at.sandbox.accountId);
		expect(rejected?.value).toMatchObject({ event: 'REJECTED', reason: 'PROMOTIONAL' });
		const list = await at.client.get('/v1/configs/templates');
		expect(list.body.waba_templates).toMatchObject([{ status: 'REJECTED', rejected_reason: 'PROMOTIONAL' }]);
	});

	test.each([
		['message_template_status_change', true, 'en-US'],
		['template_message_update', false, 'en_US'],
	] as const)(
		'the event can be called %s, hyphenated: %s',
		async (templateStatusField, hyphenatedLanguages, language) => {
			await at.sandbox.control.configure({ templateStatusField, hyphenatedLanguages });
			await create();
			await at.sandbox.control.approve('shipped');
			await at.sandbox.control.idle();
			expect(at.receiver.of(templateStatusField)).toMatchObject([
				{ value: { message_template_language: language } },
			]);
		},
	);

	test('a UTILITY template that reads like marketing is REJECTED for its category', async () => {
		const components = [{ type: 'BODY', text: 'Get a 20 % discount today.' }];
		const { body } = await create({ components });
		expect(body).toEqual({ id: expect.any(String), status: 'REJECTED', category: 'UTILITY' });
		await at.sandbox.control.idle();
		expect(at.receiver.received[0]?.value).toMatchObject({ event: 'REJECTED', reason: 'INCORRECT_CATEGORY' });
		const list = await at.client.get('/v1/configs/templates');
		expect(list.body.waba_templates).toMatchObject([{ rejected_reason: 'TAG_CONTENT_MISMATCH' }]);
		const marketing = await create({ name: 'offer', category: 'MARKETING', components });
		expect(marketing.body.status).toBe('submitted');
	});

	test('by setting, it becomes MARKETING instead', async () => {
		await at.sandbox.control.configure({ categoryMismatch: 'recategorise' });
		const { body } = await create({ components: [{ type: 'BODY', text: 'Our sale has begun today.' }] });
		expect(body).toMatchObject({ status: 'submitted', category: 'MARKETING' });
		await at.sandbox.control.idle();
		expect(at.receiver.of('template_category_update')).toMatchObject([
			{ value: { previous_category: 'UTILITY', new_category: 'MARKETING' } },
		]);
	});

	test('an edit puts it back under review, and it cannot be sent until approved again', async () => {
		const { body } = await create();
		await at.sandbox.control.approve('shipped');
		const edited = await at.client.post(`/v1/configs/templates/${body.external_id}`, {
			components: [{ ...BODY, text: 'Order {{1}}: on {{2}} it ships.' }],
		});
		expect(edited.body).toMatchObject({ success: true, status: 'PENDING' });
		expect((await sendShipped()).body.error.code).toBe(132001);
		await at.sandbox.control.approve('shipped');
		expect((await sendShipped()).status).toBe(200);
	});

	test('every edit is followed by message_template_components_update', async () => {
		const buttons = [{ type: 'URL', text: 'Track', url: 'https://example.com' }];
		const { body } = await create();
		await at.client.post(`/v1/configs/templates/${body.external_id}`, {
			components: [
				{ ...BODY, text: 'Order {{1}}: on {{2}} it ships.' },
				{ type: 'FOOTER', text: 'Tea shop' },
				{ type: 'BUTTONS', buttons },
			],
		});
		await at.sandbox.control.idle();
		expect(at.receiver.of('message_template_components_update').map(({ value }) => value)).toEqual([
			{
				message_template_id: Number(body.id),
				message_template_name: 'shipped',
				message_template_language: 'en_US',
				message_template_element: 'Order {{1}}: on {{2}} it ships.',
				message_template_footer: 'Tea shop',
				message_template_buttons: [
					{
						message_template_button_type: 'URL',
						message_template_button_text: 'Track',
						message_template_button_url: 'https://example.com',
					},
				],
			},
		]);
	});

	test('a template has two ids: only external_id edits it', async () => {
		const { body } = await create();
		const edit = (id: string) => at.client.post(`/v1/configs/templates/${id}`, { category: 'MARKETING' });
		expect((await edit(body.id)).status).toBe(404);
		expect((await edit(body.external_id)).status).toBe(200);
	});

	test('the list says how parameters are written', async () => {
		await at.sandbox.control.addTemplate({ name: 'a', body: 'Hello {{1}}, hello.' });
		await at.sandbox.control.addTemplate({ name: 'b', body: 'Hello {{first_name}}, hello.' });
		const { body } = await at.client.get('/v1/configs/templates?sort=name');
		expect(body.waba_templates).toMatchObject([
			{ parameter_format: 'POSITIONAL' },
			{ parameter_format: 'NAMED' },
		]);
	});

	test('a change of category is announced 24 hours ahead, then done; the status stays APPROVED', async () => {
		await at.sandbox.control.addTemplate({ name: 'a', category: 'UTILITY' });
		await at.sandbox.control.changeCategory('a', undefined, 'MARKETING');
		await at.sandbox.control.idle();
		const events = () => at.receiver.of('template_category_update').map(({ value }) => value);
		expect(events()).toEqual([
			{
				message_template_id: expect.any(Number),
				message_template_name: 'a',
				message_template_language: 'en_US',
				correct_category: 'MARKETING',
				new_category: 'UTILITY',
				category_update_timestamp: expect.any(Number),
			},
		]);
		await at.sandbox.clock.advance(24 * 3600 * 1000);
		await at.sandbox.control.idle();
		expect(events()[1]).toMatchObject({ previous_category: 'UTILITY', new_category: 'MARKETING' });
		expect(events()[1]).not.toHaveProperty('correct_category');
		const { body } = await at.client.get('/v1/configs/templates');
		expect(body.waba_templates).toMatchObject([{ category: 'MARKETING', status: 'APPROVED' }]);
	});

	test('a change of category is done at once for an account that was warned', async () => {
		await at.sandbox.control.addTemplate({ name: 'a', category: 'UTILITY' });
		await at.sandbox.control.changeCategory('a', 'en_US', 'MARKETING', 0);
		await at.sandbox.control.idle();
		expect(at.receiver.of('template_category_update')).toMatchObject([
			{ value: { previous_category: 'UTILITY', new_category: 'MARKETING' } },
		]);
	});

	test('an edit of an unknown id is 404', async () => {
		expect((await at.client.post('/v1/configs/templates/1', {})).status).toBe(404);
	});

	test('deleting a name removes all its translations', async () => {
		await create();
		await create({ language: 'de' });
		await create({ name: 'other' });
		const { status, body } = await at.client.delete('/v1/configs/templates/shipped');
		expect(status).toBe(200);
		expect(body.meta).toEqual({ success: true, http_code: 200, developer_message: expect.any(String) });
		const list = await at.client.get('/v1/configs/templates');
		expect(list.body.waba_templates.map(({ name }) => name)).toEqual(['other']);
		const again = await at.client.delete('/v1/configs/templates/shipped');
		expect(again.status).toBe(400);
		expect(again.body.meta).toMatchObject({ success: false, http_code: 400 });
	});

	test('a disabled template cannot be deleted, nor its name with the other translations', async () => {
		await at.sandbox.control.addTemplate({ name: 'shipped' });
		await at.sandbox.control.addTemplate({ name: 'shipped', language: 'de' });
		await at.sandbox.control.addTemplate({ name: 'other' });
		await at.sandbox.control.disable('shipped', 'de');
		const said = 'the template shipped is DISABLED in de and cannot be deleted';
		const { status, body } = await at.client.delete('/v1/configs/templates/shipped');
		expect(status).toBe(400);
		expect(body.meta).toEqual({ success: false, http_code: 400, developer_message: said });
		await expect(at.sandbox.control.deleteTemplate('shipped')).rejects.toThrow(said);
		const names = async () =>
			(await at.client.get('/v1/configs/templates')).body.waba_templates.map(({ name }) => name).sort();
		expect(await names()).toEqual(['other', 'shipped', 'shipped']);
		expect((await at.client.delete('/v1/configs/templates/other')).status).toBe(200);
		await at.sandbox.control.reactivate('shipped', 'de');
		expect((await at.client.delete('/v1/configs/templates/shipped')).status).toBe(200);
		expect(await names()).toEqual([]);
	});

	test.each(['PENDING', 'REJECTED', 'PAUSED'] as const)('a template that is %s can be', async (status) => {
		await at.sandbox.control.addTemplate({ name: 'shipped', status });
		expect((await at.client.delete('/v1/configs/templates/shipped')).status).toBe(200);
	});

	test('a review can end by itself', async () => {
		await at.sandbox.control.configure({ reviewMs: HOUR });
		await create();
		await at.sandbox.clock.advance(HOUR);
		expect((await sendShipped()).status).toBe(200);
	});

	test.each([
		['too few', [{ type: 'body', parameters: [{ type: 'text', text: '7' }] }], 132000],
		['none', [], 132000],
		[
			'a line break in one',
			[{ type: 'BODY', parameters: ['7', 'a\nb'].map((text) => ({ type: 'text', text })) }],
			132012,
		],
	])('body parameters: %s', async (_name, components, code) => {
		await create();
		await at.sandbox.control.approve('shipped');
		expect((await sendShipped(components)).body.error.code).toBe(code);
		expect(at.sandbox.control.violations()).toEqual([]);
	});
});

describe('a paused template', () => {
	const at = scene();
	const send = () => at.client.template(CUSTOMER, 'hello');
	const events = async () => {
		await at.sandbox.control.idle();
		return at.receiver.of('message_template_status_change').map(({ value }) => value);
	};
	beforeEach(() => at.sandbox.control.addTemplate({ name: 'hello' }));

	test('is refused with 132015 until exactly 3 hours have passed, then announces itself', async () => {
		await at.sandbox.control.pause('hello');
		expect((await send()).body.error.code).toBe(132015);
		await at.sandbox.clock.advance(3 * HOUR - 5 * SECOND);
		expect((await send()).body.error.code).toBe(132015);
		await at.sandbox.clock.advance(5 * SECOND);
		expect((await send()).status).toBe(200);
		expect(await events()).toMatchObject([
			{ event: 'PAUSED', other_info: { title: 'FIRST_PAUSE' } },
			{ event: 'APPROVED', other_info: { title: 'UNPAUSE' } },
		]);
	});

	test('is paused for 6 hours the second time and disabled the third', async () => {
		await at.sandbox.control.pause('hello');
		await at.sandbox.clock.advance(3 * HOUR);
		await at.sandbox.control.pause('hello');
		await at.sandbox.clock.advance(6 * HOUR - 5 * SECOND);
		expect((await send()).body.error.code).toBe(132015);
		await at.sandbox.clock.advance(5 * SECOND);
		expect((await send()).status).toBe(200);
		await at.sandbox.control.pause('hello');
		expect((await send()).body.error.code).toBe(132016);
		const titles = (await events()).map((value) => Reflect.get(value, 'other_info'));
		expect(titles.map((info: { title: string }) => info.title)).toEqual([
			'FIRST_PAUSE',
			'UNPAUSE',
			'SECOND_PAUSE',
			'UNPAUSE',
			'DISABLED',
		]);
	});

	test('is paused by pacing until somebody reactivates it', async () => {
		await at.sandbox.control.pause('hello', 'en_US', 'pacing');
		await at.sandbox.clock.advance(48 * HOUR);
		expect((await send()).body.error.code).toBe(132015);
		await at.sandbox.control.reactivate('hello');
		expect((await send()).status).toBe(200);
		expect(await events()).toMatchObject([
			{ other_info: { title: 'RATE_LIMITING_PAUSE' } },
			{ event: 'APPROVED' },
		]);
	});

	test('that was deleted does not come back when its pause ends', async () => {
		await at.sandbox.control.pause('hello');
		await at.client.delete('/v1/configs/templates/hello');
		await at.sandbox.clock.advance(4 * HOUR);
		expect(await events()).toHaveLength(1);
	});

	test('a disabled one is refused with 132016, and every refusal is a violation', async () => {
		await at.sandbox.control.disable('hello');
		expect((await send()).body.error.code).toBe(132016);
		expect(at.sandbox.control.violations()).toMatchObject([{ rule: 'template-not-sendable', to: CUSTOMER }]);
	});

	test('an unknown one is 404 with 132001', async () => {
		const { status, body } = await at.client.template(CUSTOMER, 'nothing');
		expect([status, body.error.code]).toEqual([404, 132001]);
	});
});

describe('the list of templates', () => {
	const at = scene();
	const list = async (query: Record<string, string>) =>
		(await at.client.get(`/v1/configs/templates?${new URLSearchParams(query)}`)).body;
	const names = async (query: Record<string, string>) =>
		(await list(query)).waba_templates.map(({ name }) => name);

	beforeEach(async () => {
		await at.sandbox.control.addTemplate({ name: 'b', category: 'MARKETING' });
		await at.sandbox.control.addTemplate({ name: 'c', status: 'PAUSED' });
		await at.sandbox.control.addTemplate({ name: 'a' });
	});

	test('is sorted by name, id or status', async () => {
		expect(await names({ sort: 'name' })).toEqual(['a', 'b', 'c']);
		expect((await names({ sort: 'status' }))[2]).toBe('c');
	});

	test('is paged by limit and offset, with the total of all', async () => {
		expect(await list({ sort: 'name', limit: '1', offset: '1' })).toMatchObject({
			count: 1,
			total: 3,
			limit: 1,
			offset: 1,
			waba_templates: [{ name: 'b' }],
		});
	});

	test.each([
		[{ 'business_templates.name': 'b' }, ['b']],
		[{ status: 'paused' }, ['c']],
		[{ category: 'UTILITY' }, ['a', 'c']],
	])('is filtered by %j', async (filters, expected) => {
		expect(await names({ sort: 'name', filters: JSON.stringify(filters) })).toEqual(expected);
	});

	test.each(['filters={', 'filters={"colour":"red"}', 'sort=colour', 'sort=-name', 'limit=x', 'offset=-1'])(
		'refuses %s',
		async (query) => {
			expect((await at.client.get(`/v1/configs/templates?${query}`)).status).toBe(400);
		},
	);
});

describe('a customer who opted out of marketing', () => {
	const at = scene();
	beforeEach(async () => {
		await at.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING' });
		await at.sandbox.control.addTemplate({ name: 'receipt', category: 'UTILITY' });
		await at.sandbox.control.optOut(`+${CUSTOMER}`);
	});

	test('gets no marketing template: 131050, and a violation', async () => {
		expect((await at.client.template(CUSTOMER, 'offer')).body.error.code).toBe(131050);
		expect(at.sandbox.control.violations()).toMatchObject([{ rule: 'opted-out' }]);
	});

	test('gets utility templates, and marketing again once they resume', async () => {
		expect((await at.client.template(CUSTOMER, 'receipt')).status).toBe(200);
		await at.sandbox.control.optOut(CUSTOMER, 'resume');
		expect((await at.client.template(CUSTOMER, 'offer')).status).toBe(200);
	});

	test('is announced by user_preferences', async () => {
		await at.sandbox.control.idle();
		expect(at.receiver.of('user_preferences')).toMatchObject([
			{ value: { user_preferences: [{ wa_id: CUSTOMER, category: 'marketing_messages', value: 'stop' }] } },
		]);
	});
});
