import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import { normalizeLanguage } from '../../../platform';
import { template } from '../../shared/template/template-form';

/** Which template: from the live list, by name and language, or by the external ID. */
export const templateField: INodeProperties = {
	...template,
	required: true,
	description: 'To delete a template with all its translations, the name is enough',
	modes: [
		template.modes![0]!,
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'order_update/en_US',
			hint: 'Name and language, separated by a slash',
		},
		{ displayName: 'By External ID', name: 'id', type: 'string', placeholder: '1689556908129832' },
	],
};

/** What a person chose. */
export interface TemplateChoice {
	name?: string;
	language?: string;
	externalId?: string;
}

/** @throws Error if nothing is chosen */
export function readChoice(context: IExecuteFunctions, itemIndex: number): TemplateChoice {
	const chosen: unknown = context.getNodeParameter('template', itemIndex);
	const { mode = 'name', value = chosen } = (typeof chosen === 'object' && chosen !== null ? chosen : {}) as {
		mode?: string;
		value?: unknown;
	};
	const text = String(value ?? '').trim();
	if (text === '') throw new Error('No template is chosen.');
	if (mode === 'id') return { externalId: text };
	const [name, language] = text.split('/');
	return { name, ...(language && { language }) };
}

/** The list can't be filtered by the external ID, which is not always the `id`. */
async function lookUpExternalId(
	gateway: GatewayClient,
	wanted: string,
): Promise<{ template?: TemplateItem; translations: TemplateItem[] }> {
	const all = await gateway.templates.listAll();
	const template = all.find((each) => each.external_id === wanted) ?? all.find((each) => each.id === wanted);
	return { template, translations: all.filter(({ name }) => name === template?.name) };
}

/** The chosen template, if the gateway has it, with all translations of its name. */
export async function lookUpTemplate(
	gateway: GatewayClient,
	{ name, language, externalId }: TemplateChoice,
): Promise<{ template?: TemplateItem; translations: TemplateItem[] }> {
	if (externalId !== undefined) return lookUpExternalId(gateway, externalId);
	const translations = await gateway.templates.translations(name!);
	const wanted = normalizeLanguage(language ?? '');
	const template = translations.find((each) => normalizeLanguage(each.language) === wanted);
	return { template, translations };
}

function availableIn(translations: readonly TemplateItem[]): string {
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

/** Says that the gateway doesn't have a template in a language, and which languages or which similar names it has. */
export async function describeMissing(
	gateway: GatewayClient,
	{ name, language }: { name: string; language: string },
	translations: readonly TemplateItem[],
): Promise<string> {
	const others = availableIn(translations) || (await namesLike(gateway, name));
	return `The gateway doesn't have a template ${name} in ${language}.${others}`;
}

/**
 * The chosen template with all translations of its name.
 * @throws Error if the gateway doesn't have it, or no language is chosen
 */
export async function findTemplate(
	gateway: GatewayClient,
	choice: TemplateChoice,
): Promise<{ template: TemplateItem; translations: TemplateItem[] }> {
	const { template, translations } = await lookUpTemplate(gateway, choice);
	const { name, language, externalId } = choice;
	if (template) return { template, translations };
	if (externalId !== undefined)
		throw new Error(`The gateway doesn't have a template with the external ID ${externalId}.`);
	if (language === undefined) {
		throw new Error(
			`Enter the language of ${name} too, for example ${name}/en_US.${availableIn(translations)}`,
		);
	}
	throw new Error(await describeMissing(gateway, { name: name!, language }, translations));
}
