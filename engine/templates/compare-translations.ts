import { normalizeLanguage, normalizeName } from '../../platform';
import { distinctVariables, fieldsOf, itemsOf, nameOf, textOf } from './rule';
import type { FoundViolation } from './rule';

/** A template in one language. */
interface Translation {
	name: string;
	language: string;
	status?: string;
	components?: unknown;
}

const componentsOf = ({ components }: Translation) => itemsOf(components).map(fieldsOf);

/** How many variables there are in the texts of a header and a body. */
function variablesIn(translation: Translation): number {
	const texts = componentsOf(translation)
		.filter(({ type }) => ['HEADER', 'BODY'].includes(nameOf(type)))
		.map(({ text }) => textOf(text) ?? '');
	return texts.reduce((sum, text) => sum + distinctVariables(text).length, 0);
}

/** The three parts of a structure that all translations share, each in words. */
const STRUCTURE: ReadonlyArray<{ rule: string; of(translation: Translation): string }> = [
	{
		rule: 'translations-components',
		of: (translation) =>
			componentsOf(translation)
				.map(({ type }) => nameOf(type))
				.sort()
				.join(', ') || 'no components',
	},
	{
		rule: 'translations-buttons',
		of: (translation) => {
			const count = componentsOf(translation).flatMap(({ buttons }) => itemsOf(buttons)).length;
			return `${count} ${count === 1 ? 'button' : 'buttons'}`;
		},
	},
	{
		rule: 'translations-variables',
		of: (translation) => {
			const count = variablesIn(translation);
			return `${count} ${count === 1 ? 'variable' : 'variables'}`;
		},
	},
];

/**
 * Compares a template with its translations. A structure that differs can make a send fail because the structure is
 * unavailable (docs/interface.md, Errors), but the platform accepts the template, so all of it are warnings.
 *
 * @param wanted the template as it will be
 * @param templates all that are known; only those of the same name in other languages count, unless they were rejected
 */
export function compareTranslations(
	wanted: Translation,
	templates: readonly Translation[],
): FoundViolation[] {
	const language = normalizeLanguage(wanted.language);
	const others = templates.filter(
		(other) =>
			other.name === wanted.name &&
			normalizeLanguage(other.language) !== language &&
			itemsOf(other.components).length > 0 &&
			normalizeName(other.status ?? '') !== 'REJECTED',
	);
	return STRUCTURE.flatMap(({ rule, of }) => {
		const own = of(wanted);
		const different = others.filter((other) => of(other) !== own);
		if (different.length === 0) return [];
		const they = different.map((other) => `${other.language} (${of(other)})`).join(', ');
		const message = `${wanted.language} has ${own}, unlike ${they}. Give all translations of ${wanted.name} the same structure, or sending can fail.`;
		return [{ path: ['components'], rule, severity: 'warning' as const, message }];
	});
}
