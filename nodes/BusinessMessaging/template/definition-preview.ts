import type { ILoadOptionsFunctions, INodePropertyOptions, NodeHint } from 'n8n-workflow';
import { errorText } from '../../../base';
import type { TemplateComponent, TemplateItem } from '../../../platform';
import { text } from '../../shared/read/values';
import { asBubble } from '../../shared/template/fill-template';
import { fromAny, gatewaysOfForm, NOT_READ_YET } from '../../shared/template/template-form';
import {
	asEntry,
	getPreview as getPreviewOfMessage,
	previewed,
} from '../../shared/template/template-preview';
import { samplesIn } from '../../shared/template/template-variables';
import type { Get } from './read-definition';
import { partName, readChange, readDefinition } from './read-definition';
import { choiceIn, findTemplate } from './template-choice';

/** The fields that the preview of a template shows. */
const FIELDS = [
	'operation',
	'template',
	'definitionInput',
	'definition',
	'templateCategory',
	'headerFormat',
	'headerText',
	'headerSample',
	'templateBody',
	'bodySamples',
	'templateFooter',
	'templateButtons',
	'moreParts',
	'removedParts',
];

/** The form as it is stored, in JSON: n8n would resolve a template's variables as expressions. */
export const writtenTemplate = previewed(
	'templatePreviewText',
	`JSON.stringify({ ${FIELDS.map((name) => `${name}: $rawParameter.${name}`).join(', ')} })`,
);

/** The fields with a template's text, as the form stores them. */
const TEXTS = ['templateBody', 'headerText', 'templateFooter', 'templateButtons', 'moreParts', 'definition'];

// Two braces in a row would end n8n's expression.
const STORED = `JSON.stringify([${TEXTS.map((name) => `$rawParameter[${JSON.stringify(name)}]`).join(', ')}])`;
const HAS_VARIABLE = String.raw`/"=[^"]*[{]{2}\s*(\d+|[A-Za-z_]\w*)\s*[}]{2}/`;

/** Says that a template's variables survive a field that the editor has switched to Expression. */
export const variablesHint: NodeHint = {
	message:
		'Variables of the template, such as {{1}}, stay as you wrote them. The result that n8n shows below the field leaves out their braces, but the template keeps them.',
	type: 'info',
	location: 'ndv',
	whenToDisplay: 'always',
	displayCondition: `={{ $parameter["resource"] === "template" && ${HAS_VARIABLE}.test(${STORED}) }}`,
};

/** What the editor has switched to Expression stays as it is written. */
function plain(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(/^=/, '');
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

type Parts = Pick<TemplateItem, 'components'>;

/** A template as a phone shows it, with its samples. */
function withSamples(template: Parts): string {
	const cards = (template.components ?? []).flatMap((part) => (Array.isArray(part.cards) ? part.cards : []));
	const bubble = asBubble(template, samplesIn(template));
	return cards.length === 0 ? bubble : `${bubble}\n[${cards.length} cards]`;
}

/** What an edit does to the parts of a template: `Changed: body. Unchanged: header, footer.` */
function differences(now: readonly TemplateComponent[], then: readonly TemplateComponent[]): string {
	const isIn = (parts: readonly TemplateComponent[]) => (part: TemplateComponent) =>
		parts.some(({ type }) => partName(type) === partName(part.type));
	const isSame = (part: TemplateComponent) =>
		now.some((each) => JSON.stringify(each) === JSON.stringify(part));
	const kept = then.filter(isIn(now));
	const groups = [
		['Changed', kept.filter((part) => !isSame(part))],
		['Added', then.filter((part) => !isIn(now)(part))],
		['Removed', now.filter((part) => !isIn(then)(part))],
		['Unchanged', kept.filter(isSame)],
	] as const;
	return groups
		.filter(([, parts]) => parts.length > 0)
		.map(([what, parts]) => `${what}: ${parts.map(({ type }) => partName(type)).join(', ')}.`)
		.join(' ');
}

/** The chosen template as it will be after the edit, with what changes, and below it as it is now. */
async function previewOfEdit(context: ILoadOptionsFunctions, form: Get): Promise<INodePropertyOptions[]> {
	const { mode } = Object(form('template', {})) as { mode?: string };
	// An expression that can't be read yet is null.
	const value = context.getNodeParameter('template', '', { extractValue: true });
	const choice = choiceIn({ mode, value });
	if (choice === undefined) return [asEntry(NOT_READ_YET)];
	const [{ template }] = await fromAny(context, await gatewaysOfForm(context), (gateway) =>
		findTemplate(gateway, choice),
	);
	const { components: now = [] } = template;
	const { components: then = now } = readChange(form, template);
	const after = { ...asEntry(withSamples({ components: then })), description: differences(now, then) };
	if (then === now) return [after];
	// n8n cuts off a long description, but not a name.
	return [after, { ...asEntry(`Now: ${withSamples({ components: now })}`), value: 'now' }];
}

/** The preview of the form: a template that is written or changed, or a message. What can't be shown is an entry that says why. */
export async function getPreview(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { resource, templatePreviewText: written } = this.getCurrentNodeParameters() ?? {};
	if (resource !== 'template') return getPreviewOfMessage.call(this);
	const fields = plain(JSON.parse(text(written) || '{}')) as Record<string, unknown>;
	const form: Get = (name, fallback) => fields[name] ?? fallback;
	try {
		if (fields.operation === 'edit') return await previewOfEdit(this, form);
		return [asEntry(withSamples(readDefinition(form)))];
	} catch (error) {
		return [asEntry(errorText(error))];
	}
}
