import type { TemplateItem } from '../../../platform';
import type { Button, Component } from './template-variables';
import { BETWEEN_PARTS, fillIn, idInText, MEDIA_FORMATS, partsOf } from './template-variables';

/** The values of a template's variables, by their IDs. */
type Values = Readonly<Record<string, string>>;

interface FilledButton {
	type: string;
	text: string;
	/** The whole URL, of a button that opens one. */
	url?: string;
	/** What is copied, of a button that copies a code. */
	code?: string;
}

/** What a customer sees of a template, or of one of its cards. */
export interface FilledTemplate {
	/** A text, or the link or ID of a file. */
	header?: string;
	body?: string;
	footer?: string;
	buttons: FilledButton[];
	cards: FilledTemplate[];
}

/** The texts of buttons that the platform writes itself. */
const OWN_TEXT: Readonly<Record<string, string>> = { COPY_CODE: 'Copy offer code', OTP: 'Copy code' };

function fillButton({ type, text, url }: Button, index: number, values: Values): FilledButton {
	const code = values[`button_${index}_code`] ?? values[`button_${index}_otp`];
	return {
		type,
		text: text ?? OWN_TEXT[type] ?? '',
		...(url !== undefined && { url: fillIn(url, () => values[`button_${index}_url`]) }),
		...(code !== undefined && { code }),
	};
}

function fillHeader({ format, text }: Component, values: Values): string | undefined {
	if (format === 'LOCATION' || MEDIA_FORMATS.has(format)) return values[`header_${format.toLowerCase()}`];
	return fillIn(text, (name) => values[idInText('header', name)]);
}

/** The values of a card's variables, as if the card were the template. */
function valuesOfCard(values: Values, index: number): Values {
	const prefix = `card_${index}_`;
	const own = Object.entries(values).filter(([id]) => id.startsWith(prefix));
	return Object.fromEntries(own.map(([id, value]) => [id.slice(prefix.length), value]));
}

function fillParts(components: readonly unknown[], values: Values): FilledTemplate {
	const parts = partsOf(components);
	const find = (type: string) => parts.find((part) => part.type === type);
	const [header, body, footer] = [find('HEADER'), find('BODY'), find('FOOTER')];
	// The body contains the one-time password too. The form asks for it once.
	const [, password] = Object.entries(values).find(([id]) => id.endsWith('_otp')) ?? [];
	return {
		...(header && { header: fillHeader(header, values) }),
		...(body && { body: fillIn(body.text, (name) => values[idInText('body', name)] ?? password) }),
		...(footer && { footer: footer.text }),
		buttons: (find('BUTTONS')?.buttons ?? []).map((button, index) => fillButton(button, index, values)),
		cards: (find('CAROUSEL')?.cards ?? []).map((card, index) =>
			fillParts(card.components, valuesOfCard(values, index)),
		),
	};
}

/** A template with its variables filled in. A variable without a value stays as it is. */
export const fillTemplate = ({ components }: Pick<TemplateItem, 'components'>, values: Values = {}) =>
	fillParts(components ?? [], values);

/** A filled-in template as one text, its parts one below the other. */
export function asText({ header, body, footer, buttons, cards }: FilledTemplate): string {
	const labels = buttons.map(({ text, url, code }) => `[${text}]${url || code ? ` ${url ?? code}` : ''}`);
	const parts = [header, body, footer, labels.join('\n'), ...cards.map(asText)];
	return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

/** A message as it stands in a hint of an execution, where n8n shows HTML. */
export const inHint = (text: string): string => text.replace(/[&<>\n]/g, (each) => ESCAPES[each]!);

/** A template as a phone shows it: its parts one below the other, with the labels of its buttons, and its variables. */
export function asBubble(template: Pick<TemplateItem, 'components'>, values?: Values): string {
	const { header, body, footer, buttons } = fillTemplate(template, values);
	const labels = buttons.map(({ text }) => `[${text || '…'}]`).join(' ');
	return [header, body, footer, labels].filter(Boolean).join('\n\n');
}

/** A template's text on one line, as the gateway has it, cut to a length. */
export function oneLine(template: Pick<TemplateItem, 'components'>, longest: number): string {
	const { header, body } = fillTemplate(template);
	const text = [header, body].filter(Boolean).join(BETWEEN_PARTS).replace(/\s+/g, ' ').trim();
	return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
