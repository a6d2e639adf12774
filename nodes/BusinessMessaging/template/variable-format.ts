import type { Path } from '../../../base';
import type { TemplateItem } from '../../../platform';
import { normalizeName } from '../../../platform';
import { ProblemList } from '../../shared/errors/item-errors';
import { text } from '../../shared/read/values';
import { partsOf, placeholders } from '../../shared/template/template-variables';
import { placeOf } from './violations';

interface Variable {
	readonly path: Path;
	readonly name: string;
}

/** The variables in the texts of components, those of cards included. */
const variablesIn = (components: readonly unknown[], path: Path = ['components']): Variable[] =>
	partsOf(components).flatMap(({ text: words, cards }, index) => [
		...placeholders(words).map((name) => ({ path: [...path, index, 'text'], name })),
		...cards.flatMap((card, number) =>
			variablesIn(card.components, [...path, index, 'cards', number, 'components']),
		),
	]);

const isNumber = ({ name }: Variable): boolean => /^\d/.test(name);

/**
 * How a template's variables are written: NAMED or POSITIONAL. If the list doesn't say so, its texts do; POSITIONAL is
 * the default (docs/interface.md, Template variables).
 */
export function formatOf({ parameter_format: format, components = [] }: Partial<TemplateItem>): string {
	if (typeof format === 'string') return normalizeName(format);
	const variables = variablesIn(components);
	return variables.length > 0 && !variables.some(isNumber) ? 'NAMED' : 'POSITIONAL';
}

/**
 * An edit changes the category, the components, and the time to live, so the variables keep their format
 * (docs/interface.md, Templates).
 * @throws ProblemList if a change has another format than the template, or a variable of the other kind
 */
export function refuseOtherFormat(
	change: { readonly components?: unknown; readonly parameter_format?: unknown },
	template: Partial<TemplateItem>,
): void {
	const format = formatOf(template);
	const components = Array.isArray(change.components) ? change.components : [];
	const isNamed = format === 'NAMED';
	const why = isNamed
		? "but this template's variables have names, and an edit can't number them. Keep the names, or create a template with another name."
		: "but this template's variables are numbered, and an edit can't give them names. Keep {{1}}, {{2}}, and so on, or create a template with another name.";
	const others = variablesIn(components).filter((variable) => isNumber(variable) === isNamed);
	const problems = others.map(({ path, name }) => `${placeOf(change, { path })} has {{${name}}}, ${why}`);
	const wanted = normalizeName(text(change.parameter_format)) || format;
	if (wanted !== format && problems.length === 0) problems.push(`Variable Format is ${wanted}, ${why}`);
	if (problems.length > 0) throw new ProblemList('Nothing was submitted.', problems);
}
