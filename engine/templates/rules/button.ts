import type { Fields } from '../../../base';
import { oneOf } from '../../../base';
import {
	BUTTON_PHONE_LENGTH,
	BUTTON_TEXT_LENGTH,
	BUTTON_URL_LENGTH,
	COUPON_CODE_LENGTH,
	VOICE_CALL_TTL,
} from '../../../platform';
import {
	distinctVariables,
	withoutVariables,
	isFilled,
	itemsOf,
	nameOf,
	textOf,
	at,
	missingText,
	tooLong,
} from '../rule';
import type { Rule } from '../rule';

/** A button, with the category of its template. */
export interface Button {
	type: string;
	fields: Fields;
	category: string;
}

const OTP_TYPES = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'];
/** Their labels are the platform's own. */
const FIXED_LABEL: ReadonlySet<string> = new Set(['COPY_CODE', 'OTP', 'REQUEST_CONTACT_INFO']);
/** They show products of a catalog (docs/interface.md, Template components). */
const OF_PRODUCTS: ReadonlySet<string> = new Set(['CATALOG', 'MPM', 'SPM']);
const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/;

/** A rule for buttons of one type, about one field. */
function rule(
	name: string,
	type: string,
	field: string,
	check: (button: Button) => string | false | undefined,
	inJson?: string,
): Rule<Button> {
	return {
		name,
		check: (button) => button.type === type && at([field], check(button), inJson),
	};
}

/** The sample of a button: a text, or a list that holds one (docs/interface.md, Template components). */
const sampleOf = ({ fields }: Button): unknown =>
	Array.isArray(fields.example) ? fields.example[0] : fields.example;

const urlOf = ({ fields }: Button) => textOf(fields.url) ?? '';

function aboutUrl(button: Button): string | undefined {
	const url = withoutVariables(urlOf(button), 'x').trim();
	if (url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url))) return undefined;
	return "This isn't a URL. Enter the full URL, for example https://example.com/orders/{{1}}.";
}

function aboutUrlVariable(button: Button): string | undefined {
	const url = urlOf(button);
	const braces = url.replace(/\{\{(1|[a-z][a-z0-9_]*)\}\}$/, '');
	if (!/[{}]/.test(braces)) return undefined;
	return 'A URL can have only one variable, {{1}}, at its end. Move the variable there or remove it.';
}

/** One button (docs/interface.md, Template components). */
export const buttonRules: ReadonlyArray<Rule<Button>> = [
	{
		name: 'button-text-required',
		check: ({ type, fields }) =>
			!FIXED_LABEL.has(type) && at(['text'], missingText('The label of the button', fields.text)),
	},
	{
		name: 'button-text-length',
		check: ({ type, fields }) =>
			!FIXED_LABEL.has(type) &&
			at(['text'], tooLong('The label of the button', fields.text, BUTTON_TEXT_LENGTH)),
	},
	rule('copy-code-text', 'COPY_CODE', 'text', ({ fields }) =>
		fields.text === undefined || fields.text === null
			? undefined
			: "The label of a copy-code button can't be changed. Remove yours.",
	),
	rule('copy-code-category', 'COPY_CODE', 'type', ({ category }) =>
		category === 'MARKETING'
			? undefined
			: 'A copy-code button requires the category MARKETING. Change the category or remove the button.',
	),
	rule(
		'copy-code-example',
		'COPY_CODE',
		'example',
		(button) =>
			isFilled(sampleOf(button)) ? undefined : 'The coupon code is missing. Enter a code such as SAVE10.',
		'example is a text such as "SAVE10".',
	),
	rule('copy-code-length', 'COPY_CODE', 'example', (button) =>
		tooLong('The coupon code', sampleOf(button), COUPON_CODE_LENGTH),
	),
	{
		name: 'product-button-category',
		check: ({ type, category }) =>
			OF_PRODUCTS.has(type) &&
			category !== 'MARKETING' &&
			at(
				['type'],
				'A button for products requires the category MARKETING. Change the category or remove the button.',
			),
	},
	rule('contact-request-text', 'REQUEST_CONTACT_INFO', 'text', ({ fields }) =>
		fields.text === undefined || fields.text === null
			? undefined
			: 'The label of a button that requests the contact is fixed. Remove yours.',
	),
	rule(
		'contact-request-category',
		'REQUEST_CONTACT_INFO',
		'type',
		({ category }) =>
			category === 'AUTHENTICATION' &&
			'A button that requests the contact requires the category UTILITY or MARKETING. Change the category or remove the button.',
	),
	rule('voice-call-ttl', 'VOICE_CALL', 'ttl_minutes', ({ fields: { ttl_minutes: minutes } }) => {
		const { least, most } = VOICE_CALL_TTL;
		const isFree = minutes === undefined || minutes === null;
		if (isFree || (Number.isInteger(minutes) && Number(minutes) >= least && Number(minutes) <= most)) return;
		return `The time that the button is there must be a whole number of minutes from ${least} to ${most}.`;
	}),
	rule('url-required', 'URL', 'url', ({ fields }) => missingText('The URL of the button', fields.url)),
	rule('url-form', 'URL', 'url', aboutUrl),
	rule('url-length', 'URL', 'url', ({ fields }) => tooLong('The URL', fields.url, BUTTON_URL_LENGTH)),
	rule('url-parameter', 'URL', 'url', aboutUrlVariable),
	rule(
		'url-example',
		'URL',
		'example',
		(button) => {
			const { example } = button.fields;
			const needed = distinctVariables(urlOf(button)).length > 0;
			if (!needed || (itemsOf(example).length === 1 && isFilled(sampleOf(button)))) return undefined;
			return 'A URL with a variable needs one sample: a whole URL, such as https://example.com/orders/123.';
		},
		'example is a list such as ["https://example.com/orders/123"].',
	),
	rule('phone-number-required', 'PHONE_NUMBER', 'phone_number', ({ fields }) =>
		missingText('The phone number of the button', fields.phone_number),
	),
	rule(
		'phone-number-form',
		'PHONE_NUMBER',
		'phone_number',
		({ fields }) =>
			isFilled(fields.phone_number) &&
			!PHONE.test(fields.phone_number) &&
			'This isn\'t a phone number. Enter digits, with a plus sign before the country code, for example "+15550001234".',
	),
	rule('phone-number-length', 'PHONE_NUMBER', 'phone_number', ({ fields }) =>
		tooLong('The phone number', fields.phone_number, BUTTON_PHONE_LENGTH),
	),
	rule('otp-category', 'OTP', 'type', ({ category }) =>
		category === 'AUTHENTICATION'
			? undefined
			: 'A one-time-password button requires the category AUTHENTICATION. Change the category or remove the button.',
	),
	rule('otp-type', 'OTP', 'otp_type', ({ fields }) =>
		OTP_TYPES.includes(nameOf(fields.otp_type))
			? undefined
			: `The type of a one-time-password button must be ${oneOf(OTP_TYPES)}.`,
	),
];
