import * as z from 'zod';
import type { TemplateItem } from '../../../platform';

/** A variable of a template, as a field of the form. */
export interface TemplateVariable {
	/**
	 * `header_1`, `body_2`, `body_first_name`, `header_image`, `header_document_filename`, `header_location`,
	 * `button_0_url`, `button_0_code`, `button_0_payload`, `button_0_otp`, `button_0_flow_token`, `button_0_flow_data`, `offer_expiration`, and for the cards of a
	 * carousel the same after `card_0_`.
	 */
	id: string;
	label: string;
}

const OPTIONAL = /^(card_\d+_)?(header_document_filename|button_\d+_(payload|flow_token|flow_data))$/;

/** Whether a template can be sent without a variable. @param id of the variable */
export const isOptional = (id: string): boolean => OPTIONAL.test(id);

/** Names of a header's own; a named variable of a text that is called so is written `header_text:image`. */
export const HEADER_NAMES: ReadonlySet<string> = new Set([
	'image',
	'video',
	'document',
	'document_filename',
	'location',
]);

/** n8n shows about 28 characters of a label. */
const LONGEST = 20;
const short = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`);

const variable = (id: string, label: string): TemplateVariable => ({ id, label });

/** The ID of a variable in a text. */
export function idInText(part: 'header' | 'body', name: string): string {
	return `${part}_${part === 'header' && HEADER_NAMES.has(name) ? `text:${name}` : name}`;
}

function variablesOfText(part: 'header' | 'body', given: Component): TemplateVariable[] {
	const samples = samplesOf(given);
	return placeholders(given.text).map((name) => {
		const sample = samples.get(name);
		const what = `${part === 'body' ? '' : 'Header '}{{${name}}}`;
		const words = short(wordsBeside(given.text, name));
		const label = sample === undefined ? `${what} in “${words}”` : `${what} · e.g. ${short(sample)}`;
		return variable(idInText(part, name), label);
	});
}

function variablesOfHeader(header: Component): TemplateVariable[] {
	const { format } = header;
	if (format === 'LOCATION') return [variable('header_location', 'Header location · latitude, longitude')];
	if (!MEDIA_FORMATS.has(format)) return variablesOfText('header', header);
	const kind = format.toLowerCase();
	const media = variable(`header_${kind}`, `Header ${kind} · link or ID`);
	return kind === 'document'
		? [media, variable('header_document_filename', 'Header document · file name')]
		: [media];
}

function variablesOfButton({ type, text, url }: Button, index: number): TemplateVariable[] {
	const name = text ?? `${index + 1}`;
	switch (type) {
		case 'COPY_CODE':
			return [variable(`button_${index}_code`, `Coupon code of button ${index + 1}`)];
		case 'QUICK_REPLY':
			return [variable(`button_${index}_payload`, `“${short(name)}” · optional ID`)];
		case 'FLOW':
			return [
				variable(`button_${index}_flow_token`, `“${short(name)}” · flow token`),
				variable(`button_${index}_flow_data`, `“${short(name)}” · flow data (JSON)`),
			];
		case 'OTP':
			return [variable(`button_${index}_otp`, 'One-time password')];
		case 'URL': {
			const hasVariable = placeholders(url ?? '').length > 0;
			return hasVariable ? [variable(`button_${index}_url`, `“${short(name)}” · ending of its URL`)] : [];
		}
		default:
			return [];
	}
}

function variablesOfCards({ cards }: Component): TemplateVariable[] {
	return cards.flatMap(({ components }, index) =>
		variablesOfComponents(components).map(({ id, label }) =>
			variable(`card_${index}_${id}`, `Card ${index + 1}: ${label}`),
		),
	);
}

function variablesOfComponents(components: readonly unknown[]): TemplateVariable[] {
	const parts = partsOf(components);
	// The one-time password stands in the body and in the button: it is asked for once.
	const hasPassword = parts.some(({ buttons }) => buttons.some(({ type }) => type === 'OTP'));
	return parts.flatMap((part) => {
		switch (part.type) {
			case 'HEADER':
				return variablesOfHeader(part);
			case 'BODY':
				return hasPassword ? [] : variablesOfText('body', part);
			case 'BUTTONS':
				return part.buttons.flatMap(variablesOfButton);
			case 'LIMITED_TIME_OFFER':
				return part.limited_time_offer.has_expiration
					? [variable('offer_expiration', 'End of the offer')]
					: [];
			case 'CAROUSEL':
				return variablesOfCards(part);
			default:
				return [];
		}
	});
}

/** The variables of a template, in the order they stand in it. */
export function variablesOf(template: Pick<TemplateItem, 'components'>): TemplateVariable[] {
	return variablesOfComponents(template.components ?? []);
}

const texts = z.lazy(() => z.array(z.string()).optional().catch(undefined));
const named = z.lazy(() =>
	z
		.array(z.object({ param_name: z.string(), example: z.string() }))
		.optional()
		.catch(undefined),
);

/** The samples of a header or a body, in every form that they have (docs/interface.md, Template components). */
const example = z.lazy(() =>
	z.looseObject({
		header_text: texts,
		body_text: z.array(z.array(z.string())).optional().catch(undefined),
		header_text_named_params: named,
		body_text_named_params: named,
	}),
);

/** The sample value of each variable in a component's text, by the variable's name. */
export function samplesOf({ text, example: given }: Component): Map<string, string> {
	const { data } = example.safeParse(given);
	if (!data) return new Map();
	const byName = data.body_text_named_params ?? data.header_text_named_params;
	if (byName) return new Map(byName.map((sample) => [sample.param_name, sample.example]));
	const inOrder = data.body_text?.[0] ?? data.header_text ?? [];
	const names = placeholders(text).sort((a, b) => Number(a) - Number(b));
	return new Map(
		names.flatMap((name, index) => (inOrder[index] === undefined ? [] : [[name, inOrder[index]] as const])),
	);
}

/** What stands for the variables of a template that nobody has filled in yet, by their IDs: samples, and `[image]` for a file. */
export function samplesIn({ components }: Pick<TemplateItem, 'components'>): Record<string, string> {
	const ofParts = partsOf(components ?? []).map((given): Array<[string, string]> => {
		const part = given.type.toLowerCase();
		if (part !== 'header' && part !== 'body') return [];
		const { format } = given;
		if (part === 'header' && format !== 'TEXT') {
			const kind = format.toLowerCase();
			return [[`header_${kind}`, `[${kind}]`]];
		}
		return [...samplesOf(given)].map(([name, sample]) => [idInText(part, name), sample]);
	});
	return Object.fromEntries(ofParts.flat().filter(([, sample]) => sample !== ''));
}

/** Formats of a header that is a file. */
export const MEDIA_FORMATS: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'DOCUMENT']);

const component = z.lazy(() =>
	z.looseObject({
		type: z.string().toUpperCase().catch(''),
		text: z.string().catch(''),
		format: z.string().toUpperCase().catch('TEXT'),
		example: z.unknown().optional(),
		buttons: z
			.array(
				z.looseObject({
					type: z.string().toUpperCase().catch(''),
					text: z.string().optional().catch(undefined),
					url: z.string().optional().catch(undefined),
				}),
			)
			.catch([]),
		limited_time_offer: z
			.looseObject({ has_expiration: z.boolean().catch(false) })
			.catch({ has_expiration: false }),
		cards: z.array(z.looseObject({ components: z.array(z.unknown()).catch([]) })).catch([]),
	}),
);

/** A component of a template as the gateway lists it, as far as it can be read. */
export type Component = z.output<typeof component>;
export type Button = Component['buttons'][number];

/** The components of a template or of a card. */
export const partsOf = (components: readonly unknown[]): Component[] =>
	components.flatMap((each) => component.safeParse(each).data ?? []);

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names between double braces, each once, in order. */
export const placeholders = (text: string): string[] => [
	...new Set([...text.matchAll(VARIABLE)].map((match) => match[1]!)),
];

/** What stands between the header and the body of a template on one line. */
export const BETWEEN_PARTS = ' · ';

/** How many words before and after a variable show where it stands. */
const WORDS = 3;

/**
 * The words around a variable, such as `Hello {{1}}, your order`; `undefined` if it isn't there.
 * @param text the header and the body, in this order, with `BETWEEN_PARTS` between them
 */
export function wordsAround(text: string, part: 'header' | 'body', name: string): string | undefined {
	const matches = [...text.matchAll(VARIABLE)].filter((each) => each[1] === name);
	const match = matches.at(part === 'header' ? 0 : -1);
	if (!match) return undefined;
	const before = text
		.slice(0, match.index)
		.split(BETWEEN_PARTS)
		.at(-1)!
		.split(/(?<=\s)(?=\S)/);
	const [rest = ''] = text.slice(match.index + match[0].length).split(BETWEEN_PARTS);
	const after = rest.split(/(?<=\S)(?=\s)/);
	return [...before.slice(-WORDS), match[0], ...after.slice(0, WORDS)].join('').trim();
}

/** The word before a variable, or else the one after it: the whole text stands above the form's fields. */
function wordsBeside(text: string, name: string): string {
	const [before = '', after = ''] = text.split(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`));
	const [last] = before.match(/\S+\s*$/) ?? [];
	return last === undefined ? `… ${/^\s*\S+/.exec(after)?.[0].trim() ?? ''}` : `${last.trim()} …`;
}

/** A text with its variables filled in; one without a value stays as it is. */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string =>
	text.replace(VARIABLE, (whole, name: string) => valueOf(name) ?? whole);
