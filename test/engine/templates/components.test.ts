import { validateTemplate } from '../../../engine';
import type { Part } from './definitions';
import {
	authentication,
	body,
	buttons,
	call,
	card,
	carousel,
	copyCode,
	footer,
	header,
	link,
	offer,
	otp,
	picture,
	reply,
	template,
	times,
	utility,
	violationsOf,
	x,
} from './definitions';

const BODY = body();
const RECOMMENDED: Part = { type: 'BODY', add_security_recommendation: true };

/** Parts beside a body, which comes last. */
const holds = (...parts: Part[]) => expect(validateTemplate(template([...parts, BODY]))).toEqual([]);
const breaks = (parts: Part[], ...violations: string[]) =>
	expect(violationsOf(template([...parts, BODY]))).toEqual(violations);

describe('a header', () => {
	test.each<[string, Part]>([
		['60 characters', header('TEXT', { text: x(60) })],
		['60 characters beyond the basic plane', header('TEXT', { text: '𝄞'.repeat(60) })],
		['one variable', header('TEXT', { text: 'Order {{1}} is here', example: { header_text: ['7'] } })],
		['a picture with its sample', picture],
		['a sample that is a text', header('TEXT', { text: 'Order {{1}} is here', example: '7' })],
		['a picture whose sample is a text', header('IMAGE', { example: '4::x' })],
		['a video with its sample', header('VIDEO', { example: { header_handle: ['4::x'] } })],
		['a document with its sample', header('document', { example: { header_handle: ['4::x'] } })],
		['a location', header('LOCATION')],
		['a moving picture with its sample', header('GIF', { example: { header_handle: ['4::x'] } })],
		['a product', header('PRODUCT')],
	])('may have %s', (_name, part) => holds(part));

	test.each<[string, Part, string]>([
		['another format', header('AUDIO'), 'header-format at components[0].format'],
		['no format', { type: 'HEADER', text: 'News' }, 'header-format at components[0].format'],
		['no text', header('TEXT'), 'header-text-required at components[0].text'],
		['61 characters', header('TEXT', { text: x(61) }), 'header-text-length at components[0].text'],
		[
			'a picture without a sample',
			header('IMAGE'),
			'header-media-example at components[0].example.header_handle',
		],
		[
			'a picture with an empty sample',
			header('IMAGE', { example: { header_handle: [''] } }),
			'header-media-example at components[0].example.header_handle',
		],
		['formatting', header('TEXT', { text: '*News*' }), 'header-plain-text at components[0].text'],
	])('breaks a rule with %s', (_name, part, violation) => breaks([part], violation));

	test('breaks a rule with two variables', () => {
		const text = 'Order {{1}} is here on {{2}} today';
		breaks(
			[header('TEXT', { text, example: { header_text: ['7', '8'] } })],
			'header-parameters at components[0].text',
		);
	});
});

describe('a body', () => {
	const rules = (...components: Part[]) => violationsOf(template(components));

	test('has 1 to 1024 characters', () => {
		expect(rules(body('x'))).toEqual([]);
		expect(rules(body(x(1024)))).toEqual([]);
		expect(rules(body(x(1025)))).toEqual(['body-length at components[0].text']);
		expect(rules(body(''))).toEqual(['body-text-required at components[0].text']);
	});

	test('has at most 600 beside a limited-time offer', () => {
		expect(rules(body(x(600)), offer())).toEqual([]);
		expect(rules(body(x(601)), offer())).toEqual(['body-length at components[0].text']);
	});
});

describe('a footer', () => {
	test('has 1 to 60 characters and no variables', () => {
		holds(footer(x(60)));
		breaks([footer(x(61))], 'footer-length at components[0].text');
		breaks([footer(undefined)], 'footer-text-required at components[0].text');
		breaks([footer('For {{1}} only')], 'footer-parameters at components[0].text');
	});
});

describe('buttons', () => {
	test.each<[string, Part[]]>([
		['ten quick replies', times(10, (n) => reply(`Reply ${n}`))],
		['two URLs', [link('https://a.example'), link('http://b.example/path?q=1')]],
		['a URL with a variable at its end', [link('https://a.example/{{1}}', ['https://a.example/7'])]],
		['a URL of 2000 characters', [link(`https://a.example/${x(1982)}`)]],
		['a phone number of 20 characters', [call('+1234567890123456789')]],
		['a label of 25 characters', [reply(x(25))]],
		['quick replies that differ in case', [reply('Yes'), reply('YES')]],
		['two links of the same label', [link('https://a.example'), link('https://b.example')]],
		['quick replies after the others', [link('https://a.example'), reply('a'), reply('b')]],
		['a coupon code of 15 characters', [copyCode(x(15))]],
		['a coupon code in a list, and a quick reply', [copyCode(['SAVE']), reply()]],
		['a flow', [{ type: 'FLOW', text: 'Start' }]],
		['a request for the contact, without a label', [{ type: 'REQUEST_CONTACT_INFO' }]],
		['a voice call', [{ type: 'VOICE_CALL', text: 'Call us' }]],
		['a voice call for a day', [{ type: 'voice_call', text: 'Call us', ttl_minutes: 1_440 }]],
		['a voice call for 30 days', [{ type: 'VOICE_CALL', text: 'Call us', ttl_minutes: 43_200 }]],
		...['MPM', 'SPM', 'CATALOG', 'ORDER_DETAILS'].map((type): [string, Part[]] => [
			type,
			[{ type, text: 'Look' }],
		]),
	])('may be %s', (_name, list) => holds(buttons(...list)));

	const at = 'at components[0].buttons';
	test.each<[string, Part[], string]>([
		['none', [], `buttons-required ${at}`],
		['of another type', [{ type: 'DANCE', text: 'x' }], `button-type ${at}[0].type`],
		['three URLs', times(3, () => link('https://a.example')), `buttons-of-type ${at}`],
		['two phone numbers', times(2, () => call('+1')), `buttons-of-type ${at}`],
		['two copy-code buttons', [copyCode('A'), copyCode('B')], `buttons-of-type ${at}`],
		[
			'quick replies apart',
			[reply('a'), link('https://a.example'), reply('b')],
			`quick-replies-together ${at}`,
		],
		['quick replies of the same label', [reply('Yes'), reply(' Yes')], `quick-replies-differ ${at}[1].text`],
		['without a label', [reply('')], `button-text-required ${at}[0].text`],
		['a label of 26 characters', [reply(x(26))], `button-text-length ${at}[0].text`],
		['without a URL', [link('')], `url-required ${at}[0].url`],
		['a URL that is none', [link('a.example')], `url-form ${at}[0].url`],
		['a URL of 2001 characters', [link(`https://a.example/${x(1983)}`)], `url-length ${at}[0].url`],
		[
			'a variable in the middle of the URL',
			[link('https://a.example/{{1}}/x', ['y'])],
			`url-parameter ${at}[0].url`,
		],
		['two variables in the URL', [link('https://a.example/{{1}}{{2}}', ['y'])], `url-parameter ${at}[0].url`],
		['a URL with one brace', [link('https://a.example/{{1}', ['y'])], `url-parameter ${at}[0].url`],
		[
			'a URL variable that is not the first',
			[link('https://a.example/{{2}}', ['y'])],
			`url-parameter ${at}[0].url`,
		],
		['a URL variable without a sample', [link('https://a.example/{{1}}')], `url-example ${at}[0].example`],
		[
			'a URL variable with two samples',
			[link('https://a.example/{{1}}', ['x', 'y'])],
			`url-example ${at}[0].example`,
		],
		['without a phone number', [call(undefined)], `phone-number-required ${at}[0].phone_number`],
		[
			'a phone number of 21 characters',
			[call(`+${'1'.repeat(20)}`)],
			`phone-number-length ${at}[0].phone_number`,
		],
		['a phone number in words', [call('call me')], `phone-number-form ${at}[0].phone_number`],
		['without a coupon code', [copyCode(undefined)], `copy-code-example ${at}[0].example`],
		['a coupon code of 16 characters', [copyCode(x(16))], `copy-code-length ${at}[0].example`],
		[
			'a label of one’s own on a copy-code button',
			[copyCode('A', { text: 'Copy' })],
			`copy-code-text ${at}[0].text`,
		],
		['a one-time password outside authentication', [otp()], `otp-category ${at}[0].type`],
		[
			'a label on a request for the contact',
			[{ type: 'REQUEST_CONTACT_INFO', text: 'Share' }],
			`contact-request-text ${at}[0].text`,
		],
		[
			'two requests for the contact',
			times(2, () => ({ type: 'REQUEST_CONTACT_INFO' })),
			`buttons-of-type ${at}`,
		],
		...[1_439, 43_201, '1440'].map((ttl_minutes): [string, Part[], string] => [
			`a voice call for ${JSON.stringify(ttl_minutes)} minutes`,
			[{ type: 'VOICE_CALL', text: 'Call us', ttl_minutes }],
			`voice-call-ttl ${at}[0].ttl_minutes`,
		]),
	])('break a rule: %s', (_name, list, violation) => breaks([buttons(...list)], violation));

	test('are ten at most', () => {
		breaks(
			[buttons(...times(10, (n) => reply(`Reply ${n}`)), link('https://a.example'))],
			`buttons-count ${at}`,
		);
	});

	test.each(['MPM', 'SPM', 'CATALOG'])('show products in the category MARKETING only: %s', (type) => {
		expect(violationsOf(utility(BODY, buttons({ type, text: 'Look' })))).toEqual([
			'product-button-category at components[1].buttons[0].type',
		]);
	});

	test('request the contact in every category but AUTHENTICATION', () => {
		const asked = buttons({ type: 'REQUEST_CONTACT_INFO' });
		expect(violationsOf(utility(BODY, asked))).toEqual([]);
		expect(violationsOf(authentication({ type: 'BODY' }, asked))).toContain(
			'contact-request-category at components[1].buttons[0].type',
		);
	});

	test('copy a code in the category MARKETING only', () => {
		expect(violationsOf(utility(BODY, buttons(copyCode('A'))))).toEqual([
			'copy-code-category at components[1].buttons[0].type',
		]);
	});
});

describe('an example is an object or a text (docs/interface.md, Template components)', () => {
	it('a text is the only sample of a header', () => {
		const one = header('TEXT', { text: 'Order {{1}} is here', example: 'A7' });
		expect(violationsOf(utility(one, BODY))).toEqual([]);
	});

	it('a text isn’t enough for a header without a variable', () => {
		const one = header('TEXT', { text: 'Your order is here', example: 'A7' });
		expect(violationsOf(utility(one, BODY))).toEqual(['header-example at components[0].example']);
	});

	it.each<[string, unknown]>([
		['a text', 'A7'],
		['a list of texts', { body_text: ['A7'] }],
		['a text in the object', { body_text: 'A7' }],
		['a text beside a list', { body_text: [['A7'], 'A7'] }],
	])('that of a body is an object with body_text, a list of lists of texts, and not %s', (_, example) => {
		const texts = ['Your order {{1}} is on its way.', 'Your order is on its way.'];
		for (const text of texts) {
			expect(violationsOf(utility({ type: 'BODY', text, example }))).toEqual([
				'body-example at components[0].example',
			]);
		}
	});
});

describe('an authentication template', () => {
	const minutes = (value: unknown): Part => ({ type: 'FOOTER', code_expiration_minutes: value });
	const rules = (...components: Part[]) => violationsOf(authentication(...components));

	test.each(['copy_code', 'one_tap', 'ZERO_TAP'])('has one button, %s, and no texts of its own', (type) => {
		expect(rules(RECOMMENDED, minutes(1), buttons(otp(type)))).toEqual([]);
		expect(rules({ type: 'BODY' }, buttons(otp(type)))).toEqual([]);
	});

	test('is valid for 1 to 90 minutes', () => {
		const ofMinutes = (value: unknown) => rules(RECOMMENDED, minutes(value), buttons(otp()));
		const broken = ['code-expiration at components[1].code_expiration_minutes'];
		expect(ofMinutes(90)).toEqual([]);
		expect(ofMinutes(91)).toEqual(broken);
		expect(ofMinutes(0)).toEqual(broken);
		expect(ofMinutes(1.5)).toEqual(broken);
		expect(ofMinutes('5')).toEqual(broken);
	});

	test.each<[string, Part[], string]>([
		['no button', [RECOMMENDED], 'authentication-button at components'],
		['another button', [RECOMMENDED, buttons(reply())], 'authentication-button at components'],
		[
			'another kind of code',
			[RECOMMENDED, buttons(otp('dance'))],
			'otp-type at components[1].buttons[0].otp_type',
		],
		[
			'a header',
			[header('LOCATION'), RECOMMENDED, buttons(otp())],
			'authentication-components at components[0]',
		],
		['a text', [body('Your code'), buttons(otp())], 'authentication-body at components[0].text'],
		[
			'a recommendation in words',
			[{ type: 'BODY', add_security_recommendation: 'yes' }, buttons(otp())],
			'authentication-recommendation at components[0].add_security_recommendation',
		],
	])('breaks a rule with %s', (_name, components, violation) => {
		expect(rules(...components)).toEqual([violation]);
	});

	test('says in its footer how long the code is valid, and nothing else', () => {
		expect(rules(RECOMMENDED, footer('Bye'), buttons(otp()))).toEqual([
			'authentication-footer at components[1].text',
			'code-expiration at components[1].code_expiration_minutes',
		]);
	});
});

describe('a request for permission to call', () => {
	const request = { type: 'call_permission_request' };

	test('is a component of its own', () => {
		holds(request);
		expect(violationsOf(utility(BODY, request))).toEqual([]);
	});

	test('is nothing for authentication templates', () => {
		expect(violationsOf(authentication({ type: 'BODY' }, request))).toContain(
			'authentication-components at components[1]',
		);
	});
});

describe('a limited-time offer', () => {
	test('has a text of 1 to 16 characters', () => {
		holds(offer({ text: x(16) }));
		breaks([offer({ text: x(17) })], 'offer-text-length at components[0].limited_time_offer.text');
		breaks([{ type: 'LIMITED_TIME_OFFER' }], 'offer-text-required at components[0].limited_time_offer.text');
	});

	test('expires or not', () => {
		holds(offer({ has_expiration: false }));
		breaks(
			[offer({ has_expiration: 'soon' })],
			'offer-has-expiration at components[0].limited_time_offer.has_expiration',
		);
	});

	test('is marketing, without a footer', () => {
		expect(violationsOf(utility(offer(), BODY))).toEqual(['offer-category at components[0]']);
		breaks([offer(), footer('Bye')], 'offer-without-footer at components[0]');
	});
});

describe('a carousel', () => {
	const CARD = card(picture, body('A cup'), buttons(reply()));

	test('has 2 to 10 cards', () => {
		holds(carousel(CARD, CARD));
		holds(carousel(...times(10, () => CARD)));
		const product = card(header('PRODUCT'), buttons({ type: 'SPM', text: 'Look' }));
		holds(carousel(product, product));
		breaks([carousel(CARD)], 'carousel-cards at components[0].cards');
		breaks([carousel(...times(11, () => CARD))], 'carousel-cards at components[0].cards');
	});

	test('has cards of the same shape', () => {
		const video = header('VIDEO', { example: { header_handle: ['4::x'] } });
		const different = ['carousel-same-shape at components[0].cards[1]'];
		breaks([carousel(CARD, card(picture, body('A cup')))], ...different);
		breaks([carousel(CARD, card(video, body('A cup'), buttons(reply())))], ...different);
		breaks([carousel(CARD, card(picture, body('A cup'), buttons(call('+1'))))], ...different);
	});

	test('is marketing', () => {
		expect(violationsOf(utility(carousel(CARD, CARD), BODY))).toEqual(['carousel-category at components[0]']);
	});

	test('has the rules of headers, bodies and buttons in its cards', () => {
		const wrong = card(
			header('TEXT', { text: 'News' }),
			body(x(161)),
			buttons(reply(x(26)), reply('Yes'), reply('No')),
		);
		const inCard = (n: number) => `components[0].cards[${n}].components`;
		breaks(
			[carousel(wrong, wrong)],
			...[0, 1].flatMap((n) => [
				`header-format at ${inCard(n)}[0].format`,
				`body-length at ${inCard(n)}[1].text`,
				`buttons-count at ${inCard(n)}[2].buttons`,
				`button-text-length at ${inCard(n)}[2].buttons[0].text`,
			]),
		);
		holds(carousel(card(picture, body(x(160))), card(picture, body(x(160)))));
	});

	test('has no cards without components, and none within a card', () => {
		const components = (n: number) => `card-components at components[0].cards[${n}].components`;
		breaks([carousel({}, 7)], components(0), components(1));
		const nested = card(carousel(CARD, CARD));
		breaks([carousel(nested, nested)], components(0), components(1));
	});
});

it.each([
	['a text of its own', [body('Your code is {{1}} here', '1'), buttons(otp())], 'authentication-body'],
	['a footer of its own', [RECOMMENDED, footer('Bye'), buttons(otp())], 'authentication-footer'],
])('what nobody says is refused in an authentication template is a warning: %s', (_, parts, rule) => {
	const found = validateTemplate(authentication(...parts)).find((violation) => violation.rule === rule);
	expect(found).toMatchObject({ severity: 'warning' });
});
