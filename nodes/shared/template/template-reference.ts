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
 * Reads what `writeTemplateReference` wrote; `undefined` if no template is chosen.
 * @throws Error that says how a template is written
 */
export function readTemplateReference(text: string): TemplateReference | undefined {
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	const [name, language, ...rest] = trimmed.split('/');
	if (!name || !language || rest.length > 0) {
		throw new Error(`The template "${trimmed}" needs a name and a language, for example order_update/en_US.`);
	}
	return { name, language };
}
