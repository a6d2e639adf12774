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

/**
 * Reads what `writeTemplateReference` wrote; `undefined` if no template is chosen. An expression can return anything.
 * @throws Error that says how a template is written
 */
export function readTemplateReference(given: unknown): TemplateReference | undefined {
	const trimmed = typeof given === 'object' && given !== null ? JSON.stringify(given) : text(given);
	if (trimmed === '') return undefined;
	const [name, language, ...rest] = typeof given === 'object' ? [] : trimmed.split('/');
	if (!name || !language || rest.length > 0) {
		throw new Error(`The template "${trimmed}" needs a name and a language, for example order_update/en_US.`);
	}
	return { name, language };
}
