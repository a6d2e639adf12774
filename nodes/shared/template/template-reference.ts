import { text } from '../read/values';

/** A template in one language. */
export interface TemplateReference {
	name: string;
	language: string;
}

/** A template as the form keeps it: `order_update/en_US`. */
export function writeTemplateReference({ name, language }: TemplateReference): string {
	return `${name}/${language}`;
}

function notATemplate(given: unknown): Error {
	const shown = typeof given === 'object' ? JSON.stringify(given) : text(given);
	return new Error(`The template "${shown}" needs a name and a language, for example order_update/en_US.`);
}

/**
 * Reads what `writeTemplateReference` wrote, or the name alone; `undefined` if no template is chosen. An expression can
 * return anything.
 * @throws Error that says how a template is written
 */
export function readTemplateName(given: unknown): { name: string; language?: string } | undefined {
	const written = typeof given === 'object' && given !== null ? JSON.stringify(given) : text(given);
	if (written === '') return undefined;
	const [name, language, ...rest] = typeof given === 'object' ? [] : written.split('/').map(text);
	if (!name || rest.length > 0) throw notATemplate(given);
	return { name, ...(language && { language }) };
}

/** The same, with a language. */
export function readTemplateReference(given: unknown): TemplateReference | undefined {
	const { name, language } = readTemplateName(given) ?? {};
	if (name === undefined) return undefined;
	if (language === undefined) throw notATemplate(given);
	return { name, language };
}
