import type { TemplateItem } from '../../../platform';
import { normalizeLanguage } from '../../../platform';
import { findSameWording } from './same-wording';

/** What is known before a template is created. */
interface KnownTemplates {
	/** All templates of the account. */
	templates: readonly TemplateItem[];
	/** When the name can be used again after a deletion; `undefined` if no deletion is known. Epoch ms */
	lockedUntil?: number;
	/** Epoch ms */
	now: number;
	/** How many names the account can have (interface, Limits). */
	names: number;
}

interface Wanted {
	name: string;
	language: string;
	components: unknown;
}

/** Why a template can't be created beside the existing ones, each reason a sentence; empty if it can. */
export function findCreationConflicts(
	{ name, language, components }: Wanted,
	{ templates, lockedUntil, now, names }: KnownTemplates,
): string[] {
	const translations = templates.filter((template) => template.name === name);
	const wanted = normalizeLanguage(language);
	const exists = translations.some((template) => normalizeLanguage(template.language) === wanted);
	const isNew = translations.length === 0;
	const count = new Set(templates.map((template) => template.name)).size;
	const twin = findSameWording({ name, components }, templates);
	return [
		exists &&
			`The template ${name} in ${language} already exists. Edit it, or choose another name. To test only the nodes after Create, pin its output.`,
		isNew &&
			lockedUntil !== undefined &&
			now < lockedUntil &&
			`The template name ${name} was approved and then deleted. You can use it again from ${new Date(lockedUntil).toISOString()}.`,
		isNew &&
			count >= names &&
			`The account has ${count} template names, and ${names} are allowed. Delete one first, or add a translation to one.`,
		twin &&
			`The template ${twin.name} (${twin.language}) has the same body and footer, so the platform would reject this one as a duplicate. Change its wording.`,
	].filter((problem): problem is string => Boolean(problem));
}
