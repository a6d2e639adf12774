import { validateTemplate } from '../../../engine';

export interface Part {
	type: string;
	[field: string]: unknown;
}

/** A body whose samples fit. */
export const body = (text = 'Your order is on its way.', ...samples: string[]): Part => ({
	type: 'BODY',
	text,
	...(samples.length > 0 && { example: { body_text: [samples] } }),
});
export const header = (format: string, fields: object = {}): Part => ({ type: 'HEADER', format, ...fields });
export const footer = (text: unknown): Part => ({ type: 'FOOTER', text });
export const buttons = (...list: unknown[]): Part => ({ type: 'BUTTONS', buttons: list });
export const reply = (text: unknown = 'Yes'): Part => ({ type: 'QUICK_REPLY', text });
export const link = (url: unknown, example?: unknown): Part => ({ type: 'URL', text: 'Open', url, example });
export const call = (phone: unknown): Part => ({ type: 'PHONE_NUMBER', text: 'Call', phone_number: phone });
export const copyCode = (example: unknown, fields: object = {}): Part => ({
	type: 'COPY_CODE',
	example,
	...fields,
});
export const offer = (fields: object = {}): Part => ({
	type: 'LIMITED_TIME_OFFER',
	limited_time_offer: { text: 'Today only', has_expiration: true, ...fields },
});
export const card = (...components: Part[]) => ({ components });
export const picture = header('IMAGE', { example: { header_handle: ['4::aW'] } });
export const carousel = (...cards: unknown[]): Part => ({ type: 'CAROUSEL', cards });
export const otp = (type: unknown = 'copy_code'): Part => ({ type: 'otp', otp_type: type });

export const x = (length: number) => 'x'.repeat(length);
export const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
	Array.from({ length: count }, (_, n) => make(n));

/** A marketing template of these components; what is given otherwise replaces its other fields. */
export const template = (components: unknown, fields: object = {}) => ({
	name: 'order_update',
	language: 'en_US',
	category: 'MARKETING',
	components,
	...fields,
});
export const utility = (...components: Part[]) => template(components, { category: 'UTILITY' });
export const authentication = (...components: Part[]) => template(components, { category: 'AUTHENTICATION' });
export const named = (...components: Part[]) => template(components, { parameter_format: 'NAMED' });

/** `rule at path`, for each violation. */
export const violationsOf = (definition: unknown) =>
	validateTemplate(definition).map(({ rule, path }) => `${rule} at ${path}`);
