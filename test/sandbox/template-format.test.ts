import { scene } from './support/scene';

interface Component {
	readonly type: string;
	readonly [other: string]: unknown;
}

const body = (text: string, ...samples: string[]): Component => ({
	type: 'BODY',
	text,
	...(samples.length === 0 ? {} : { example: { body_text: [samples] } }),
});
const BODY = body('Your order is on its way.');
const buttons = (...list: Component[]): Component => ({ type: 'BUTTONS', buttons: list });
const reply = (text: string): Component => ({ type: 'QUICK_REPLY', text });
const url = (address: string, example?: string[]): Component => ({
	type: 'URL',
	text: 'Open',
	url: address,
	example,
});
const copyCode = (example: unknown): Component => ({ type: 'COPY_CODE', example });
const times = <Item>(count: number, make: (n: number) => Item) =>
	Array.from({ length: count }, (_, n) => make(n));

describe('a template definition', () => {
	const at = scene();
	const create = (components: readonly Component[], fields: object = {}) =>
		at.client.post('/v1/configs/templates', {
			name: 'order',
			language: 'en_US',
			category: 'MARKETING',
			components,
			...fields,
		});
	const outcome = async (components: readonly Component[], fields: object = {}) => {
		const { status, body: answer } = await create(components, fields);
		return status === 200 ? answer.status : answer.meta.developer_message;
	};

	test.each<[string, number, boolean]>([
		['AUTHENTICATION', 900, true],
		['AUTHENTICATION', 901, false],
		['UTILITY', 29, false],
		['UTILITY', 30, true],
		['UTILITY', 43_200, true],
		['UTILITY', 43_201, false],
		['UTILITY', -1, true],
		['MARKETING', -1, false],
		['MARKETING', 43_200, true],
	])('%s with a time to live of %d s: %s', async (category, seconds, fits) => {
		const code = [{ type: 'BODY' }, buttons({ type: 'OTP', otp_type: 'copy_code' })];
		const { status, body: answer } = await create(category === 'AUTHENTICATION' ? code : [BODY], {
			category,
			message_send_ttl_seconds: seconds,
		});
		if (fits) expect(answer).toMatchObject({ message_send_ttl_seconds: seconds });
		else expect([status, answer.meta.developer_message]).toEqual([400, expect.stringContaining('_ttl_')]);
	});

	test.each<[string, Component[]]>([
		['a body of 1024 characters', [body('x'.repeat(1024))]],
		['a body of 1024 emoji, which are as many characters', [body('🎉'.repeat(1024))]],
		['a header of 60 characters', [{ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(60) }, BODY]],
		[
			'a header with one variable and its sample',
			[
				{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}} is here', example: { header_text: ['7'] } },
				BODY,
			],
		],
		[
			'a picture with its sample',
			[{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } }, BODY],
		],
		[
			'a text header whose example is a text',
			[{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}} is here', example: '7' }, BODY],
		],
		['a picture whose example is a text', [{ type: 'HEADER', format: 'IMAGE', example: '4::x' }, BODY]],
		['a location', [{ type: 'HEADER', format: 'LOCATION' }, BODY]],
		['a footer of 60 characters', [BODY, { type: 'FOOTER', text: 'x'.repeat(60) }]],
		['ten quick replies', [BODY, buttons(...times(10, (n) => reply(`Reply ${n}`)))]],
		[
			'two URLs, one with a variable at its end',
			[BODY, buttons(url('https://a.b'), url('https://a.b/{{1}}', ['https://a.b/7']))],
		],
		['a label of 25 characters', [BODY, buttons(reply('x'.repeat(25)))]],
		[
			'a telephone number of 20 characters',
			[BODY, buttons({ type: 'PHONE_NUMBER', text: 'Call', phone_number: '1'.repeat(20) })],
		],
		['a coupon code of 15 characters', [BODY, buttons(copyCode('x'.repeat(15)), reply('No, thanks'))]],
		['a coupon code in a list', [BODY, buttons(copyCode(['SAVE']))]],
		['types in lower case', [{ type: 'body', text: 'Your order is on its way.' }]],
		[
			'a limited-time offer',
			[
				{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'x'.repeat(16), has_expiration: true } },
				BODY,
			],
		],
		[
			'a carousel of two cards',
			[BODY, { type: 'CAROUSEL', cards: times(2, () => ({ components: [{ type: 'BODY' }] })) }],
		],
	])('is taken with %s', async (_name, components) => {
		expect(await outcome(components)).toBe('submitted');
	});

	test.each<[string, Component[], RegExp]>([
		['no body', [{ type: 'FOOTER', text: 'x' }], /BODY is missing/],
		['two bodies', [BODY, BODY], /more than one BODY/],
		['a body without text', [{ type: 'BODY' }], /BODY text is missing/],
		['a body of 1025 characters', [body('x'.repeat(1025))], /1025 characters/],
		['a body of 1025 emoji', [body('🎉'.repeat(1025))], /1025 characters/],
		['a variable without a sample', [body('Order {{1}} is here.')], /example\.body_text/],
		['too few samples', [body('Order {{1}} is on {{2}} today.', '7')], /2 sample values/],
		['too many samples', [body('Order {{1}} is here today.', '7', '8')], /1 sample values/],
		[
			'a header of 61 characters',
			[{ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }, BODY],
			/HEADER text has 61/,
		],
		[
			'two variables in a header',
			[{ type: 'HEADER', format: 'TEXT', text: 'a {{1}} b {{2}} c', example: { header_text: ['1'] } }, BODY],
			/HEADER text takes one variable/,
		],
		[
			'a header variable without a sample',
			[{ type: 'HEADER', format: 'TEXT', text: 'a {{1}} b' }, BODY],
			/header_text/,
		],
		[
			'a variable in the header whose example is empty',
			[{ type: 'HEADER', format: 'TEXT', text: 'a {{1}} b', example: '' }, BODY],
			/header_text/,
		],
		['a picture without a sample', [{ type: 'HEADER', format: 'IMAGE' }, BODY], /header_handle/],
		['another header', [{ type: 'HEADER', format: 'AUDIO' }, BODY], /HEADER format/],
		['a footer of 61 characters', [BODY, { type: 'FOOTER', text: 'x'.repeat(61) }], /FOOTER text has 61/],
		[
			'a variable in the footer',
			[BODY, { type: 'FOOTER', text: 'Yours, {{1}} x' }],
			/FOOTER text takes no variables/,
		],
		['eleven buttons', [BODY, buttons(...times(11, (n) => reply(`Reply ${n}`)))], /at most 10 buttons/],
		['no buttons', [BODY, buttons()], /no buttons/],
		['three URLs', [BODY, buttons(...times(3, () => url('https://a.b')))], /at most 2 URL/],
		[
			'two telephone numbers',
			[BODY, buttons(...times(2, () => ({ type: 'PHONE_NUMBER', text: 'Call', phone_number: '1' })))],
			/at most 1 PHONE_NUMBER/,
		],
		['two copy-code buttons', [BODY, buttons(copyCode('A'), copyCode('B'))], /at most 1 COPY_CODE/],
		['an unknown button', [BODY, buttons({ type: 'DANCE', text: 'x' })], /DANCE/],
		[
			'quick replies apart',
			[BODY, buttons(reply('a'), url('https://a.b'), reply('b'))],
			/next to each other/,
		],
		['a label of 26 characters', [BODY, buttons(reply('x'.repeat(26)))], /button 0 text has 26/],
		['a label that is missing', [BODY, buttons({ type: 'QUICK_REPLY' })], /button 0 text is missing/],
		['a URL with a variable in its middle', [BODY, buttons(url('https://a.b/{{1}}/c', ['x']))], /at its end/],
		['a URL variable without a sample', [BODY, buttons(url('https://a.b/{{1}}'))], /sample URL/],
		['a URL of 2001 characters', [BODY, buttons(url('x'.repeat(2001)))], /url has 2001/],
		[
			'a telephone number of 21 characters',
			[BODY, buttons({ type: 'PHONE_NUMBER', text: 'Call', phone_number: '1'.repeat(21) })],
			/phone_number has 21/,
		],
		['a coupon code of 16 characters', [BODY, buttons(copyCode('x'.repeat(16)))], /example has 16/],
		['a coupon code that is missing', [BODY, buttons(copyCode(undefined))], /example is missing/],
		[
			'an offer beside a footer',
			[
				{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Now' } },
				BODY,
				{ type: 'FOOTER', text: 'x' },
			],
			/exclude each other/,
		],
		[
			'an offer text of 17 characters',
			[{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'x'.repeat(17) } }, BODY],
			/17 characters/,
		],
		[
			'a body of 601 characters beside an offer',
			[{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Now' } }, body('x'.repeat(601))],
			/at most 600/,
		],
		['a carousel of one card', [BODY, { type: 'CAROUSEL', cards: [{}] }], /2 to 10 cards/],
		[
			'cards that differ',
			[BODY, { type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY' }] }, { components: [] }] }],
			/same components/,
		],
		['an unknown component', [BODY, { type: 'POEM' }], /POEM/],
	])('is refused with %s', async (_name, components, sentence) => {
		expect(await outcome(components)).toMatch(sentence);
	});

	test('names every problem at once', async () => {
		expect(await outcome([body('x'.repeat(1025)), { type: 'FOOTER' }, buttons()])).toMatch(
			/BODY text.*FOOTER text.*no buttons/,
		);
	});

	test('has a copy-code button only as MARKETING', async () => {
		expect(await outcome([BODY, buttons(copyCode('SAVE'))], { category: 'UTILITY' })).toMatch(/MARKETING/);
	});

	test('of an authentication code has an OTP button and no text of its own', async () => {
		const otp = buttons({ type: 'otp', otp_type: 'copy_code' });
		const category = { category: 'AUTHENTICATION' };
		const fixed: Component = { type: 'BODY', add_security_recommendation: true };
		const footer = (minutes: number): Component => ({ type: 'FOOTER', code_expiration_minutes: minutes });
		expect(await outcome([fixed, footer(91), otp], category)).toMatch(/from 1 to 90/);
		expect(await outcome([fixed], category)).toMatch(/OTP button/);
		expect(await outcome([fixed, buttons({ type: 'OTP', otp_type: 'dance' })], category)).toMatch(/otp_type/);
		expect(await outcome([fixed, footer(90), otp], category)).toBe('submitted');
		await at.sandbox.control.approve('order');
		const send = (components: object[]) =>
			at.client.message('4917012345678', {
				type: 'template',
				template: { name: 'order', language: { code: 'en_US' }, components },
			});
		const code = [{ type: 'text', text: '123456' }];
		const button = { type: 'button', sub_type: 'url', index: '0', parameters: code };
		expect((await send([{ type: 'body', parameters: code }, button])).status).toBe(200);
		expect((await send([{ type: 'body', parameters: code }])).body.error.code).toBe(131008);
		expect((await send([button])).body.error.code).toBe(132000);
	});
});

describe('templates for coupon codes are MARKETING (docs/interface.md, Template components)', () => {
	const at = scene();
	const components = [BODY, buttons(copyCode('SAVE10'))];
	let made = 0;
	const edit = async (fields: object, category = 'MARKETING', parts = components) => {
		const name = `t${(made += 1)}`;
		const definition = { name, language: 'en_US', category, components: parts };
		const { body: created } = await at.client.post('/v1/configs/templates', definition);
		const { status, body } = await at.client.post(`/v1/configs/templates/${created.external_id}`, fields);
		return status === 200 ? 'taken' : body.meta.developer_message;
	};

	test.each(['UTILITY', 'AUTHENTICATION'])('so an edit to %s alone is refused', async (category) => {
		expect(await edit({ category })).toMatch('COPY_CODE buttons need the category MARKETING');
	});

	test('an edit to MARKETING itself is taken', async () => {
		expect(await edit({ category: 'MARKETING' })).toBe('taken');
	});

	test('an edit may change the category with the parts', async () => {
		expect(await edit({ category: 'UTILITY', components: [BODY] })).toBe('taken');
		const other = body('Your code is below.');
		const parts = [other, buttons(copyCode('SAVE20'))];
		expect(await edit({ category: 'MARKETING', components: parts }, 'UTILITY', [other])).toBe('taken');
	});

	test('the category of another template can change alone', async () => {
		expect(await edit({ category: 'MARKETING' }, 'UTILITY', [BODY])).toBe('taken');
	});

	test('nor does a time to live fit every category', async () => {
		const { externalId } = await at.sandbox.control.addTemplate({ name: 'short' });
		const change = (fields: object) => at.client.post(`/v1/configs/templates/${externalId}`, fields);
		expect((await change({ message_send_ttl_seconds: 30 })).status).toBe(200);
		expect((await change({ category: 'MARKETING' })).body.meta.developer_message).toMatch('_ttl_seconds');
	});

	test('what was wrong before doesn’t keep a category from changing', async () => {
		const { externalId } = await at.sandbox.control.addTemplate({ name: 'bare', body: 'Dear {{1}}, hello.' });
		const { status } = await at.client.post(`/v1/configs/templates/${externalId}`, { category: 'MARKETING' });
		expect(status).toBe(200);
	});
});

describe('the variable rules: what breaks them is rejected', () => {
	const at = scene();
	let named = 0;
	const review = async (text: string, ...samples: string[]) => {
		const { body: answer } = await at.client.post('/v1/configs/templates', {
			name: `t${(named += 1)}`,
			language: 'en_US',
			category: 'UTILITY',
			components: [body(text, ...samples)],
		});
		return answer.status;
	};

	test.each([
		['starts with a variable', '{{1}}, your order is here.'],
		['ends with a variable', 'Your order number is {{1}}'],
		['has two adjacent variables', 'Your order {{1}}{{2}} is here today.'],
		['has only white space between two variables', 'Your order {{1}} {{2}} is here today.'],
		['has unmatched braces', 'Your order {{1} is here.'],
		['has single braces', 'Your order {1} is here.'],
		['has a brace too many before a variable', 'Your order {{{1}} is here.'],
		['has a brace too many after a variable', 'Your order {{1}}} is here.'],
		['has three braces around a variable', 'Your order {{{1}}} is here.'],
		['has a zero before a number', 'Your order {{01}} is here.'],
		['has a number and a name', 'Your order {{1}} is here, dear {{name}}, today.'],
		['has special characters in a variable', 'Your order {{#1}} is here.'],
		['has white space in a variable', 'Your order {{ 1 }} is here.'],
		['leaves a number out', 'Your order {{1}} is here on {{3}} today.'],
		['does not begin with 1', 'Your order {{2}} is here today.'],
		['has more variables than words', 'A {{1}}, {{2}}, {{3}}.'],
		['asks for a card number', 'Please send us your card number today.'],
		['threatens', 'Pay today or else we come.'],
	])('a text that %s', async (_name, text) => {
		const samples = [...new Set(text.match(/\{\{[^{}]*\}\}/g))].map(() => 'x');
		expect(await review(text, ...samples)).toBe('REJECTED');
	});

	test.each([
		['a variable before a full stop', 'Your order number is {{1}}.', ['7']],
		['variables with a word between', 'Your order {{1}} is on {{2}} today.', ['7', 'Monday']],
		['the same variable twice', 'Order {{1}}: we ship {{1}} today.', ['7']],
		['numbers out of order', 'Your order {{2}} is on {{1}} today.', ['7', '8']],
		['special characters outside', 'Order #{{1}} costs $5 today.', ['7']],
	])('but not %s', async (_name, text, samples) => {
		expect(await review(text, ...samples)).toBe('submitted');
	});

	test('but not digits in a name', async () => {
		const text = 'Your order goes to {{line_2}} in {{town3}} today.';
		const samples = ['line_2', 'town3'].map((name) => ({ param_name: name, example: 'x' }));
		const { body: answer } = await at.client.post('/v1/configs/templates', {
			name: 'order',
			language: 'en_US',
			category: 'UTILITY',
			parameter_format: 'NAMED',
			components: [{ ...body(text), example: { body_text_named_params: samples } }],
		});
		expect(answer.status).toBe('submitted');
	});

	test.each([
		['POSITIONAL, the default', undefined, 'REJECTED'],
		['POSITIONAL', 'POSITIONAL', 'REJECTED'],
		['NAMED', 'NAMED', 'submitted'],
	])('a variable with a name, if parameter_format is %s: %s', async (_, format, outcome) => {
		const samples = [{ param_name: 'first_name', example: 'Ada' }];
		const { body: answer } = await at.client.post('/v1/configs/templates', {
			name: 'order',
			language: 'en_US',
			category: 'UTILITY',
			parameter_format: format,
			components: [{ ...body('Dear {{first_name}}, hello.'), example: { body_text_named_params: samples } }],
		});
		expect(answer.status).toBe(outcome);
		const { body: list } = await at.client.get('/v1/configs/templates');
		expect(list.waba_templates).toMatchObject([{ parameter_format: format ?? 'POSITIONAL' }]);
	});

	test('the same body and footer as another template', async () => {
		expect(await review('Your order is on its way.')).toBe('submitted');
		expect(await review('Your order is on its way.')).toBe('REJECTED');
	});

	test('the rejection is announced with INVALID_FORMAT', async () => {
		await review('Your order {1} is here.');
		await at.sandbox.control.idle();
		expect(at.receiver.received[0]?.value).toMatchObject({ event: 'REJECTED', reason: 'INVALID_FORMAT' });
		const list = await at.client.get('/v1/configs/templates');
		expect(list.body.waba_templates).toMatchObject([
			{ status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' },
		]);
	});
});
