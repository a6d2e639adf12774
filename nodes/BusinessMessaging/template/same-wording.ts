import type { TemplateItem } from '../../../platform';
import { normalizeName } from '../../../platform';

/** Body and footer, which is how the platform detects duplicates (interface, Template parameter rules). */
function wordingOf(components: unknown): string | undefined {
	if (!Array.isArray(components)) return undefined;
	const textOf = (type: string) => {
		const found = (components as Array<Record<string, unknown>>).find(
			(component) => normalizeName(String(component?.type ?? '')) === type,
		);
		return typeof found?.text === 'string' ? found.text.trim() : undefined;
	};
	const body = textOf('BODY');
	return body === undefined ? undefined : JSON.stringify([body, textOf('FOOTER') ?? null]);
}

/** A template of another name with the same body and footer, unless the platform rejected it. */
export function findSameWording(
	{ name, components }: { name: string; components: unknown },
	templates: readonly TemplateItem[],
): TemplateItem | undefined {
	const wording = wordingOf(components);
	if (wording === undefined) return undefined;
	return templates.find(
		(template) =>
			template.name !== name &&
			normalizeName(template.status ?? '') !== 'REJECTED' &&
			wordingOf(template.components) === wording,
	);
}
