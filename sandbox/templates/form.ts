import * as z from 'zod';
import type { World } from '../world';
import { createTemplate, editProblems, editTemplate, nameProblems } from './changes';
import { charactersIn, templateLimits } from './format/limits';
import { rulesBrokenBy } from './format/variables';
import { variablesOf } from './parameters';
import { hasTwin } from './review';
import {
	categorySchema,
	componentOf,
	definitionSchema,
	findTemplate,
	formatOf,
	type Template,
	type TemplateComponentDefinition,
} from './template';

const text = z.string().trim().default('');

/** A template of texts and quick replies, as a person fills it in. Empty replies aren't there. */
export const templateFormSchema = z.strictObject({
	name: text,
	language: definitionSchema.shape.language.default('en_US'),
	category: categorySchema.default('UTILITY'),
	header: text,
	body: text,
	footer: text,
	replies: z.array(text).default([]),
	/** Whether it edits the template of this name and language. */
	edits: z.boolean().default(false),
});

type Form = z.output<typeof templateFormSchema>;

/** The fields that can be wrong. */
type Part = 'name' | 'header' | 'body' | 'footer' | 'replies';

/** What became of a form. `problems`: sentences for each field that has any; nothing was submitted. */
export type TemplateSubmitted =
	{ id: string; externalId: string } | { problems: Partial<Record<Part, string[]>> };

/** Creates or edits the template of a form and puts it under review, unless a field has problems. */
export function submitForm(world: World, form: Form): TemplateSubmitted {
	const { name, language, category } = form;
	const edited = form.edits ? findTemplate(world.templates, name, language) : undefined;
	const components = componentsOf(form, edited);
	const problems = Object.entries(problemsOf(world, form, components, edited)).filter(
		([, found]) => found.length > 0,
	);
	if (problems.length > 0) {
		return { problems: Object.fromEntries(problems.map(([part, found]) => [part, found.map(asSentence)])) };
	}
	if (edited === undefined) {
		const parameterFormat = formatOf(components);
		return idsOf(createTemplate(world, { name, language, category, components, parameterFormat }));
	}
	editTemplate(world, edited, { category, components, timeToLive: undefined });
	return idsOf(edited);
}

const idsOf = ({ id, externalId }: Template) => ({ id, externalId });

const asSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** What is wrong with each field (docs/interface.md, Template components; Template variables). */
function problemsOf(
	world: World,
	{ name, language, category, header, body, footer, replies, edits }: Form,
	components: readonly TemplateComponentDefinition[],
	edited: Template | undefined,
): Record<Part, string[]> {
	const { headerText, bodyText, footerText, buttonText } = templateLimits;
	const labels = replies.filter(Boolean);
	const format = edited?.parameterFormat ?? formatOf(components);
	return {
		name: edited
			? editProblems(world, edited, category)
			: edits
				? [`there is no template ${name} in ${language}`]
				: newNameProblems(world, name, language),
		header: [
			...tooLong(header, headerText),
			...rulesBrokenBy(header, format),
			...(variablesOf(header).length > 1 ? ['a header has at most one variable'] : []),
		],
		body: [
			...(body === '' ? ['a template needs a text'] : tooLong(body, bodyText)),
			...rulesBrokenBy(body, format),
			...(body !== '' && hasTwin(world, { name, components })
				? ['another template has the same text and footer']
				: []),
		],
		footer: [
			...tooLong(footer, footerText),
			...(variablesOf(footer).length > 0 ? ['a footer has no variables'] : []),
		],
		replies: [
			...new Set(labels.flatMap((label) => tooLong(label, buttonText))),
			...(new Set(labels).size < labels.length ? ["two quick replies can't say the same"] : []),
		],
	};
}

function newNameProblems(world: World, name: string, language: string): string[] {
	if (name === '') return ['a template needs a name'];
	const { success } = definitionSchema.shape.name.safeParse(name);
	if (success) return nameProblems(world, name, language);
	return ['a name can have only lowercase letters, digits, and underscores, and at most 512 of them'];
}

function tooLong(given: string, most: number): string[] {
	const length = charactersIn(given);
	return length > most ? [`at most ${most} characters fit here, and these are ${length}`] : [];
}

/** The components of a form. What an edited template has besides them stays. */
function componentsOf(
	{ header, body, footer, replies }: Form,
	edited: Template | undefined,
): TemplateComponentDefinition[] {
	const buttons = replies.filter(Boolean).map((label) => ({ type: 'QUICK_REPLY', text: label }));
	const own = [
		...(header === '' ? [] : [{ type: 'HEADER', format: 'TEXT', text: header }]),
		{ type: 'BODY', text: body },
		...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
		...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
	];
	if (edited === undefined) return own;
	const others = edited.components.filter(({ type }) => !OWN.has(type.toUpperCase()));
	return [...own.map((one) => ({ ...componentOf(edited, one.type), ...one })), ...others];
}

const OWN = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);
