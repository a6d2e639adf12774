import type { GatewayClient } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import type { TemplateReference } from './template-reference';
import { writeTemplateReference } from './template-reference';

/** The languages that a template has, in a sentence; empty if it has none. */
export function availableIn(translations: readonly TemplateItem[]): string {
	const languages = translations
		.map(({ language }) => language)
		.sort()
		.join(', ');
	return languages === '' ? '' : ` Available languages: ${languages}.`;
}

/** How many similar names are shown. */
const MOST_NAMES = 3;

/** How many characters have to be put in, taken out, or replaced to get from one text to the other. */
function distance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [line, letter] of [...from].entries()) {
		const next = [line + 1];
		for (let at = 1; at <= to.length; at += 1) {
			const replaced = row[at - 1]! + (letter === to[at - 1] ? 0 : 1);
			next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
		}
		row = next;
	}
	return row.at(-1)!;
}

/** The names that are most like a name: those that contain it or are a part of it, and those with few differences. */
function likest(name: string, names: readonly string[]): string[] {
	const most = Math.max(2, Math.floor(name.length / 3));
	return [...new Set(names)]
		.map((each) => ({ each, far: distance(name, each) }))
		.filter(({ each, far }) => far <= most || each.includes(name) || name.includes(each))
		.sort((a, b) => a.far - b.far || (a.each < b.each ? -1 : 1))
		.slice(0, MOST_NAMES)
		.map(({ each }) => each);
}

/** The names that the gateway has and that are most like one that it doesn't have, in a sentence; empty if none is. */
async function namesLike(gateway: GatewayClient, name: string): Promise<string> {
	const all = await gateway.templates.listAll().catch(() => []);
	const names = likest(
		name,
		all.map((each) => each.name),
	);
	const listed = names.map((each) => {
		const languages = all.filter(({ name: one }) => one === each).map(({ language }) => language);
		return `${each} (${languages.sort().join(', ')})`;
	});
	return listed.length === 0 ? '' : ` Similar names: ${listed.join(', ')}.`;
}

/** Says that the gateway doesn't have a template, in a language if it's given, and which languages or which similar names it has. */
export async function describeMissing(
	gateway: GatewayClient,
	{ name, language }: { name: string; language?: string },
	translations: readonly TemplateItem[],
): Promise<string> {
	const others =
		availableIn(translations) ||
		(await namesLike(gateway, name)) ||
		' Choose one from the list, or create it with Template: Create.';
	const inLanguage = language === undefined ? '' : ` in ${language}`;
	return `The gateway doesn't have a template ${name}${inLanguage}.${others}`;
}

/** Says the same, asking about each template once. */
export function createMissingDescriber(
	gateway: GatewayClient,
): (template: TemplateReference) => Promise<string> {
	const described = new Map<string, Promise<string>>();
	return (template) => {
		const key = writeTemplateReference(template);
		const description =
			described.get(key) ??
			gateway.templates
				.translations(template.name)
				.catch(() => [])
				.then((translations) => describeMissing(gateway, template, translations));
		described.set(key, description);
		return description;
	};
}
