import type { Fields } from '../../base';
import { isObject } from '../../base';
import { fieldsOf, itemsOf, nameOf } from './rule';

/** How a template's variables are written: `{{1}}` or `{{first_name}}` (docs/interface.md, Template variables). */
export type ParameterFormat = 'POSITIONAL' | 'NAMED';

/** A component on its own, with what the rules ask of its surroundings. */
export interface Component {
	/** In upper case. */
	type: string;
	fields: Fields;
	category: string;
	format: ParameterFormat;
	/** Types of all components beside it, and its own. */
	types: readonly string[];
	/** Whether it is a part of a carousel's card. */
	inCard: boolean;
}

/** A definition as the rules look at it. */
export interface Definition {
	given: unknown;
	fields: Fields;
	category: string;
	format: ParameterFormat;
	components: readonly Component[];
}

/** The components of a definition or of a card. */
export function readComponents(
	list: unknown,
	surroundings: Pick<Component, 'category' | 'format' | 'inCard'>,
): Component[] {
	const all = itemsOf(list).map(fieldsOf);
	const types = all.map(({ type }) => nameOf(type));
	return all.map((fields, index) => ({ type: types[index]!, fields, types, ...surroundings }));
}

/** Reads any value. */
export function readDefinition(given: unknown): Definition {
	const fields = isObject(given) ? given : {};
	const category = nameOf(fields.category);
	const format = nameOf(fields.parameter_format) === 'NAMED' ? 'NAMED' : 'POSITIONAL';
	const components = readComponents(fields.components, { category, format, inCard: false });
	return { given, fields, category, format, components };
}
