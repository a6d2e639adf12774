import { variablesOf } from '../parameters';
import type { TemplateComponentDefinition } from '../template';
import type { Definition } from '../definition';
import { templateLimits } from './limits';
import { isList, lengthProblems, valueOf } from './texts';

/** A body: its length, and a sample value for every variable. Authentication bodies have a fixed text. */
export function bodyProblems(
	body: TemplateComponentDefinition,
	{ category, components }: Definition,
): string[] {
	if (category === 'AUTHENTICATION' && body.text === undefined) return [];
	const offer = components.some(({ type }) => type.toUpperCase() === 'LIMITED_TIME_OFFER');
	const most = offer ? templateLimits.bodyTextWithOffer : templateLimits.bodyText;
	return [...lengthProblems('BODY text', body.text, most), ...exampleProblems(body)];
}

function exampleProblems({ text, example }: TemplateComponentDefinition): string[] {
	const variables = variablesOf(text);
	if (variables.length === 0) return [];
	const named = valueOf(example, 'body_text_named_params');
	if (isList(named, variables.length)) return [];
	const rows = valueOf(example, 'body_text');
	const samples = isList(rows, 1) ? rows[0] : undefined;
	if (isList(samples, variables.length) && samples.length === variables.length) return [];
	return [`BODY example.body_text needs one row of ${variables.length} sample values`];
}
