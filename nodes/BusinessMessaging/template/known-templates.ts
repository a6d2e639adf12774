import type { FoundViolation } from '../../../engine';
import type { TemplateItem } from '../../../platform';
import { normalizeLanguage, normalizeName } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import type { Connected } from '../../shared/connect';

/** A sentence about the items of a template list that couldn't be read; undefined if all could. */
export function describeUnreadable(count: number, consequence: string): string | undefined {
	if (count === 0) return undefined;
	const [what, verb] = count === 1 ? ['template', 'is'] : ['templates', 'are'];
	return `${count} ${what} of the gateway's list couldn't be read and ${verb} ${consequence}: no name or language.`;
}

/** All templates of the account: the gateway's list, read once a run, with what was submitted since. */
export function knownTemplates({
	credential: { channel, account },
	engine,
	gateway,
}: Pick<Connected, 'credential' | 'engine' | 'gateway'>) {
	let listed: Promise<TemplateItem[]> | undefined;
	let unreadable = 0;

	async function readList(): Promise<TemplateItem[]> {
		const items: TemplateItem[] = [];
		for await (const page of gateway.templates.pages()) {
			items.push(...page.waba_templates);
			unreadable += page.unreadable;
		}
		await engine.record(templatesAsOutcome({ channel, account }, items));
		return items;
	}

	return {
		async all(): Promise<TemplateItem[]> {
			listed ??= readList();
			return listed;
		},
		/** A warning if the list had items that nothing could be compared with. */
		warnings(): FoundViolation[] {
			const message = describeUnreadable(unreadable, 'not compared with this one');
			if (message === undefined) return [];
			return [{ path: ['components'], rule: 'list-readable', severity: 'warning', message }];
		},
		/** Adds a template that was submitted, in place of the one that it replaces. */
		async note(submitted: TemplateItem): Promise<void> {
			if (!listed) return;
			const items = await listed;
			const language = normalizeLanguage(submitted.language);
			const index = items.findIndex(
				(item) => item.name === submitted.name && normalizeLanguage(item.language) === language,
			);
			items.splice(index === -1 ? items.length : index, 1, submitted);
		},
	};
}

/** Body and footer, which is how the platform detects duplicates (docs/interface.md, Template variables). */
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

/** What is known before a template is created. */
interface KnownTemplates {
	/** All templates of the account. */
	templates: readonly TemplateItem[];
	/** When the name can be used again after a deletion; `undefined` if no deletion is known. Epoch ms */
	lockedUntil?: number;
	/** Epoch ms */
	now: number;
	/** How many names the account can have (docs/interface.md, Limits). */
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
