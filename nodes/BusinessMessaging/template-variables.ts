import { z } from 'zod';
import type { TemplateItem, TemplateMessageComponent, TemplateParameter } from '../../platform';

/** A variable of a template, as a field of the form. */
export interface TemplateVariable {
	/** `header_1`, `body_2`, `body_first_name`, `header_image`, `button_0_url`, `button_0_code`. */
	id: string;
	label: string;
}

const MEDIA_FORMATS: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'DOCUMENT']);

const textPart = z.looseObject({ text: z.string().catch(''), format: z.string().catch('TEXT') });
const buttonsPart = z.looseObject({
	buttons: z
		.array(z.looseObject({ type: z.string(), text: z.string().optional(), url: z.string().optional() }))
		.catch([]),
});

/** The names between double braces, each once, in order. */
function placeholders(text: string): string[] {
	return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]!))];
}

function variablesOfText(part: 'header' | 'body', text: string): TemplateVariable[] {
	return placeholders(text).map((name) => ({
		id: `${part}_${name}`,
		label: `${part === 'body' ? 'Body' : 'Header'} {{${name}}}`,
	}));
}

function variablesOfHeader(component: unknown): TemplateVariable[] {
	const { format, text } = textPart.parse(component);
	const kind = format.toUpperCase();
	if (!MEDIA_FORMATS.has(kind)) return variablesOfText('header', text);
	return [{ id: `header_${kind.toLowerCase()}`, label: `Header ${kind.toLowerCase()} (link)` }];
}

function variablesOfButtons(component: unknown): TemplateVariable[] {
	return buttonsPart.parse(component).buttons.flatMap(({ type, text, url }, index) => {
		const name = text ?? `${index + 1}`;
		if (type.toUpperCase() === 'COPY_CODE')
			return [{ id: `button_${index}_code`, label: `Coupon code of button ${index + 1}` }];
		const hasVariable = type.toUpperCase() === 'URL' && placeholders(url ?? '').length > 0;
		return hasVariable ? [{ id: `button_${index}_url`, label: `End of the URL of button "${name}"` }] : [];
	});
}

/** The variables of a template, in the order they stand in it. */
export function variablesOf(template: Pick<TemplateItem, 'components'>): TemplateVariable[] {
	return (template.components ?? []).flatMap((component) => {
		switch (component.type.toUpperCase()) {
			case 'HEADER':
				return variablesOfHeader(component);
			case 'BODY':
				return variablesOfText('body', textPart.parse(component).text);
			case 'BUTTONS':
				return variablesOfButtons(component);
			default:
				return [];
		}
	});
}

function parameterOf(name: string, value: string): TemplateParameter {
	if (MEDIA_FORMATS.has(name.toUpperCase())) return { type: name, [name]: { link: value } };
	const isNumbered = /^\d+$/.test(name);
	return { type: 'text', ...(!isNumbered && { parameter_name: name }), text: value };
}

function buttonComponent(index: string, what: string, value: string): TemplateMessageComponent {
	return what === 'code'
		? {
				type: 'button',
				sub_type: 'COPY_CODE',
				index: Number(index),
				parameters: [{ type: 'coupon_code', coupon_code: value }],
			}
		: { type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text: value }] };
}

/** Numbered variables in order of their number; named ones as they come. */
function inOrder(a: string, b: string): number {
	const difference = Number(a) - Number(b);
	return Number.isNaN(difference) ? 0 : difference;
}

/** The components of a template message, from the values of its variables by id. */
export function componentsOf(values: Readonly<Record<string, string>>): TemplateMessageComponent[] {
	const named = Object.entries(values).map(([id, value]) => {
		const [, part, name] = /^(header|body|button)_(.+)$/.exec(id) ?? [];
		return { part, name: name ?? id, value };
	});
	const texts = (['header', 'body'] as const).flatMap((part): TemplateMessageComponent[] => {
		const own = named.filter((variable) => variable.part === part).sort((a, b) => inOrder(a.name, b.name));
		return own.length === 0
			? []
			: [{ type: part, parameters: own.map(({ name, value }) => parameterOf(name, value)) }];
	});
	const buttons = named
		.filter(({ part }) => part === 'button')
		.map(({ name, value }) => {
			const [index, what] = name.split('_');
			return buttonComponent(index ?? '0', what ?? 'url', value);
		});
	return [...texts, ...buttons];
}
