import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { TemplateChange, TemplateComponent, TemplateItem } from '../../../platform';
import { normalizeLanguage, normalizeName } from '../../../platform';
import { ProblemList } from '../../shared/errors/item-errors';
import { readTemplateText } from '../../shared/read/template-text';
import { entriesOf, readJson, readList, text } from '../../shared/read/values';
import { checkTexts } from '../../shared/read/wrong-texts';
import { submittedAgain, withKeptSamples } from './kept-parts';
import { refuseOtherFormat } from './variable-format';

/** Reads a field of the form. */
export type Get = (name: string, fallback: unknown) => unknown;

/** A part, if there is something in it. */
const part = (isGiven: boolean, component: TemplateComponent): TemplateComponent[] =>
	isGiven ? [component] : [];

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names of the variables in a text, each once, in order. */
const namesIn = (words: string): string[] => [
	...new Set([...words.matchAll(VARIABLE)].map((match) => match[1]!)),
];

/**
 * Whether the variables have names. If the form doesn't say so, its texts do: they have them if none is a number.
 */
function hasNames(get: Get): boolean {
	const { parameterFormat } = get('moreParts', {}) as IDataObject;
	if (parameterFormat !== undefined) return parameterFormat === 'NAMED';
	const header = get('headerFormat', '') === 'TEXT' ? text(get('headerText', '')) : '';
	const names = namesIn(`${header} ${text(get('templateBody', ''))}`);
	return names.length > 0 && names.every((name) => /^[A-Za-z_]\w*$/.test(name));
}

function headerOf(get: Get, isNamed: boolean): TemplateComponent[] {
	const format = text(get('headerFormat', ''));
	if (format === '' || format === 'LOCATION') return part(format !== '', { type: 'HEADER', format });
	if (format !== 'TEXT') {
		return [{ type: 'HEADER', format, example: { header_handle: [text(get('headerSample', ''))] } }];
	}
	const words = text(get('headerText', ''));
	const sample = text(get('headerSample', ''));
	const [name] = namesIn(words);
	const example = isNamed
		? { header_text_named_params: [{ param_name: name, example: sample }] }
		: { header_text: [sample] };
	return [{ type: 'HEADER', format, text: words, ...(sample !== '' && { example }) }];
}

/** The samples of named variables. Those without a name are for the variables that no other sample names, in order. */
function withNames(samples: readonly Record<string, unknown>[], variables: readonly string[]) {
	const given = new Set(samples.map(({ name }) => text(name)));
	const others = variables.filter((variable) => !given.has(variable)).values();
	return samples.map(({ name, value }) => ({
		param_name: text(name) || (others.next().value ?? ''),
		example: text(value),
	}));
}

function bodyOf(get: Get, isNamed: boolean): TemplateComponent {
	const samples = entriesOf(get('bodySamples', {}), 'sample');
	const words = text(get('templateBody', ''));
	const example = isNamed
		? { body_text_named_params: withNames(samples, namesIn(words)) }
		: { body_text: [samples.map(({ value }) => text(value))] };
	return { type: 'BODY', text: words, ...(samples.length > 0 && { example }) };
}

/**
 * A sentence for each sample that names a variable which the body doesn't have. Often, the sample itself was typed there:
 * the sentence says which field is for it.
 */
export function misnamedSamples(get: Get): string[] {
	const variables = namesIn(text(get('templateBody', '')));
	const names = entriesOf(get('bodySamples', {}), 'sample').map(({ name }) => text(name));
	return names
		.filter((name) => name !== '' && variables.length > 0 && !variables.includes(name))
		.map(
			(name) =>
				`Body Samples: Variable Name is ${name}, but the body has no {{${name}}}, only ${variables.map((variable) => `{{${variable}}}`).join(', ')}. If ${name} is a sample, enter it in Sample, and leave Variable Name empty.`,
		);
}

/** What a button has besides its label, by its type (docs/interface.md, Template components). */
const BUTTON: Readonly<Record<string, (button: IDataObject) => object>> = {
	QUICK_REPLY: ({ text: label }) => ({ text: text(label) }),
	URL: ({ text: label, url, sample }) => ({
		text: text(label),
		url: text(url),
		...(text(sample) !== '' && { example: [text(sample)] }),
	}),
	PHONE_NUMBER: ({ text: label, phoneNumber }) => ({ text: text(label), phone_number: text(phoneNumber) }),
	COPY_CODE: ({ sample }) => ({ example: text(sample) }),
	OTP: ({ otpType }) => ({ otp_type: text(otpType) || 'copy_code' }),
};

function buttonsOf(get: Get): TemplateComponent[] {
	const buttons = entriesOf(get('templateButtons', {}), 'button').map((given) => {
		const type = text(given.type) || 'QUICK_REPLY';
		return { type, ...BUTTON[type]?.(given as IDataObject) };
	});
	return part(buttons.length > 0, { type: 'BUTTONS', buttons });
}

/** The texts of an authentication template come from the platform (docs/interface.md, Template components). */
function authenticationParts({ securityRecommendation, codeExpiration }: IDataObject): TemplateComponent[] {
	return [
		{ type: 'BODY', add_security_recommendation: securityRecommendation ?? true },
		...part(codeExpiration !== undefined, { type: 'FOOTER', code_expiration_minutes: codeExpiration }),
	];
}

function componentsFromFields(get: Get, category: string): TemplateComponent[] {
	const more = get('moreParts', {}) as IDataObject;
	const isNamed = hasNames(get);
	const footer = text(get('templateFooter', ''));
	const cards = readJson(more.cards ?? '[]', 'Carousel Cards (JSON)');
	const offer = { text: text(more.offerText), has_expiration: more.offerExpires ?? true };
	const words =
		category === 'AUTHENTICATION' && text(get('templateBody', '')) === ''
			? authenticationParts(more)
			: [bodyOf(get, isNamed), ...part(footer !== '', { type: 'FOOTER', text: footer })];
	return [
		...headerOf(get, isNamed),
		...part(offer.text !== '', { type: 'LIMITED_TIME_OFFER', limited_time_offer: offer }),
		...words,
		...buttonsOf(get),
		...part(Array.isArray(cards) && cards.length > 0, { type: 'CAROUSEL', cards }),
	];
}

/** Whether something of the components is filled in. */
function hasComponents(get: Get): boolean {
	const {
		cards = '[]',
		offerText,
		securityRecommendation,
		codeExpiration,
	} = get('moreParts', {}) as IDataObject;
	const texts = [get('headerFormat', ''), get('templateBody', ''), get('templateFooter', ''), offerText];
	return (
		texts.some((value) => text(value) !== '') ||
		entriesOf(get('bodySamples', {}), 'sample').length > 0 ||
		entriesOf(get('templateButtons', {}), 'button').length > 0 ||
		JSON.stringify(readJson(cards, 'Carousel Cards (JSON)')) !== '[]' ||
		securityRecommendation !== undefined ||
		codeExpiration !== undefined
	);
}

function definitionFromFields(get: Get, category: string): IDataObject {
	const more = get('moreParts', {}) as IDataObject;
	return {
		components: componentsFromFields(get, category),
		...(hasNames(get) && { parameter_format: 'NAMED' }),
		...(more.messageTtl !== undefined && { message_send_ttl_seconds: Number(more.messageTtl) }),
	} as IDataObject;
}

const isEmptyBody = ({ type, text: words, example }: TemplateComponent) =>
	type === 'BODY' && words === '' && example === undefined;

/** The parts of a template, as they follow one another. */
const PARTS = ['HEADER', 'LIMITED_TIME_OFFER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL'];

/** Which part of a template a component is, as people call it: `limited time offer`. */
export const partName = (type: string): string => type.toLowerCase().replaceAll('_', ' ');

const partOf = ({ type }: TemplateComponent) => normalizeName(type);

/** The parts that the form removes. @throws ProblemList for those that it fills in, and those that the template lacks */
function removedIn(
	get: Get,
	filled: readonly TemplateComponent[],
	now: readonly TemplateComponent[],
): string[] {
	const removed = readList(get('removedParts', [])).map(normalizeName);
	const problems = removed.flatMap((type) => {
		if (filled.some((part) => partOf(part) === type))
			return `Remove has the ${partName(type)}, which is also filled in. Do one of both.`;
		return now.some((part) => partOf(part) === type)
			? []
			: `Remove has the ${partName(type)}, but the template has none.`;
	});
	if (problems.length > 0) throw new ProblemList('Nothing was submitted.', problems);
	return removed;
}

/**
 * Only what is filled in, in the place of what the template has: an edit replaces all of its components, and nobody
 * means to lose a header by writing another body.
 */
function changeFromFields(get: Get, category: string, now: readonly TemplateComponent[]): IDataObject {
	const { components, ...others } = definitionFromFields(get, category);
	const { parameterFormat } = get('moreParts', {}) as IDataObject;
	if (parameterFormat !== undefined) others.parameter_format = parameterFormat;
	const filled = hasComponents(get)
		? (components as unknown as TemplateComponent[])
				.filter((part) => !isEmptyBody(part))
				.map((part) => withKeptSamples(part, namesIn(text(part.text)), now, hasNames(get)))
		: [];
	const removed = removedIn(get, filled, now);
	if (filled.length === 0 && removed.length === 0) return others;
	const replaced = [...filled.map(partOf), ...removed];
	const kept = now.filter((part) => !replaced.includes(partOf(part))).map(submittedAgain);
	const all = [...kept, ...filled].sort((a, b) => PARTS.indexOf(partOf(a)) - PARTS.indexOf(partOf(b)));
	return { ...others, components: all as unknown as IDataObject[] };
}

/** What the form has, as JSON or by `fromFields`; its name, language, and category override those in the JSON. */
function readForm(get: Get, fromFields: (get: Get, category: string) => IDataObject): IDataObject {
	const identity = {
		name: text(get('templateName', '')),
		language: text(get('templateLanguage', '')),
		category: text(get('templateCategory', '')),
	};
	const given =
		get('definitionInput', 'fields') === 'json'
			? readJson(get('definition', '{}'), 'Definition (JSON)')
			: fromFields(get, identity.category);
	const filled = Object.entries(identity).filter(([, value]) => value !== '');
	const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
	if (!isObject) throw new Error('Definition (JSON) must be an object with components.');
	return { ...given, ...Object.fromEntries(filled) } as IDataObject;
}

/** The form of an item, with these fields. */
export const formOf =
	(context: IExecuteFunctions, itemIndex: number, fields: readonly INodeProperties[]): Get =>
	(name, fallback) =>
		checkTexts(fields, name, readTemplateText(context, name, itemIndex, fallback));

/** Whether the form has the definition as JSON. */
export const isJson = (context: IExecuteFunctions, itemIndex: number): boolean =>
	context.getNodeParameter('definitionInput', itemIndex, 'fields') === 'json';

/**
 * The definition in the form, or the part of it that is there, not checked. The name, language, and category in the
 * form override those in the JSON.
 * @throws Error if the JSON is invalid
 */
export const readDefinition = (form: Get): IDataObject => readForm(form, definitionFromFields);

/** @throws ProblemList if a definition of a change has another name or language than the template, which keep */
function refuseOtherIdentity(
	given: IDataObject,
	template: Partial<Pick<TemplateItem, 'name' | 'language'>>,
): void {
	const problems = (['name', 'language'] as const).flatMap((field) => {
		const [now, wanted] = [template[field], text(given[field])];
		const isOther =
			now !== undefined && wanted !== '' && normalizeLanguage(wanted) !== normalizeLanguage(now);
		return isOther
			? `Definition (JSON) has the ${field} ${wanted}, but the template's is ${now}, and a ${field} can't change. Leave it out, or create another template.`
			: [];
	});
	if (problems.length > 0) throw new ProblemList('Nothing was submitted.', problems);
}

/**
 * What the form changes in a template, not checked. Fields that aren't filled in leave the template's parts as they are;
 * the components of a JSON replace all of them.
 * @param template the template that changes, whose category decides how its texts are made
 * @throws Error if the JSON is invalid, for a part that can't be removed, and for what can't change
 */
export function readChange(
	form: Get,
	template: Pick<TemplateItem, 'category' | 'components'> & Partial<TemplateItem>,
): TemplateChange {
	const { name, language, parameter_format, ...given } = readForm(form, (get, chosen) =>
		changeFromFields(get, chosen || normalizeName(template.category ?? ''), template.components ?? []),
	);
	const { category, components, message_send_ttl_seconds } = given;
	refuseOtherIdentity({ name, language }, template);
	refuseOtherFormat({ components, parameter_format }, template);
	const fields = Object.entries({ category, components, message_send_ttl_seconds });
	return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
