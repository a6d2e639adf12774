import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import { normalizeLanguage } from '../../../platform';
import { readName } from '../../shared/read/values';
import { availableIn, describeMissing } from '../../shared/template/missing-template';
import { template } from '../../shared/template/template-form';
import { readTemplateName } from '../../shared/template/template-reference';

/** Which template: from the live list, by name and language, or by the external ID. */
export const templateField: INodeProperties = {
	...template,
	required: true,
	hint: '',
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

/** What the field has, as n8n keeps it or as an expression returned it; `undefined` if nothing is chosen. */
export function choiceIn(chosen: unknown): TemplateChoice | undefined {
	const { mode = 'name', value = chosen } = (typeof chosen === 'object' && chosen !== null ? chosen : {}) as {
		mode?: string;
		value?: unknown;
	};
	if (mode !== 'id') return readTemplateName(value);
	const externalId = readName(value, 'External ID');
	return externalId === '' ? undefined : { externalId };
}

/** @throws Error if nothing is chosen */
export function readChoice(context: IExecuteFunctions, itemIndex: number): TemplateChoice {
	const choice = choiceIn(context.getNodeParameter('template', itemIndex));
	if (choice === undefined) throw new Error('No template is chosen.');
	return choice;
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
	if (language === undefined && translations.length > 0) {
		throw new Error(
			`Enter the language of ${name} too, for example ${name}/en_US.${availableIn(translations)}`,
		);
	}
	throw new Error(await describeMissing(gateway, { name: name!, language }, translations));
}
