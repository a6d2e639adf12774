import type { Fields, Path } from '../base';
import { isObject } from '../base';
import type { FactCatalogue } from './fact-catalogue';
import { factDefinition } from './fact-catalogue';
import { problemsOfValue, unknownFact } from './lint-facts';
import { problemsOfCap } from './lint-size';
import { operatorNamed, operatorsOf, valueTypeOf } from './operator-catalogue';
import type { FoundProblem } from './problem';
import { error } from './problem';
import { listed, named, wording } from './wording';

function problemsOfCondition(condition: Fields, path: Path, catalogue: FactCatalogue): FoundProblem[] {
	const { operator, value } = condition;
	const fact = condition.fact as string;
	const definition = factDefinition(catalogue, fact);
	if (!definition) return [unknownFact(fact, [...path, 'fact'], catalogue)];
	const { type } = definition;
	const known = operatorNamed(operator);
	if (!known?.factTypes.includes(type)) {
		const fitting = operatorsOf(type).map((name) => {
			const { label } = operatorNamed(name)!;
			return named(`"${label}"`, name === label ? '' : name);
		});
		const [only, ...others] = fitting;
		const message =
			others.length === 0
				? wording`${named(definition.label, fact)} supports only the operator ${only!}. Choose it.`
				: wording`${named(definition.label, fact)} supports these operators: ${listed(fitting)}. Choose one of them.`;
		return [error([...path, 'operator'], message)];
	}
	const values = known.value === 'list' ? value : [value];
	if (!Array.isArray(values) || values.length === 0) {
		return [error([...path, 'value'], `The operator ${operator as string} needs a list of values.`)];
	}
	const valueType = valueTypeOf(known, type);
	return values.flatMap((each) => [
		...problemsOfValue(fact, definition, valueType, each, [...path, 'value']),
		...(valueType === 'cap' ? problemsOfCap(each, [...path, 'value']) : []),
	]);
}

const CONDITION_FIELDS = ['fact', 'operator', 'value'];
const FORMS =
	'A condition has the form { fact, operator, value }, { all: [conditions] }, { any: [conditions] }, or { not: condition }';

/** A form shows a list of conditions without any. */
const NO_CONDITIONS = { document: `${FORMS}. The list can't be empty.`, form: 'Add a condition.' };

/** What is wrong with conditions about the facts of a catalogue, however deep they are nested. */
export function problemsOfConditions(part: unknown, path: Path, catalogue: FactCatalogue): FoundProblem[] {
	if (!isObject(part)) return [error(path, `${FORMS}.`)];
	const fields = Object.keys(part);
	const isSingle = fields.includes('fact');
	const surplus = fields.filter((name) => !(isSingle ? CONDITION_FIELDS : fields.slice(0, 1)).includes(name));
	if (surplus.length > 0) return [error(path, `${FORMS}. Remove ${surplus.join(', ')}.`)];
	if (isSingle) return problemsOfCondition(part, path, catalogue);
	if ('not' in part) return problemsOfConditions(part.not, [...path, 'not'], catalogue);
	const key = 'all' in part ? 'all' : 'any';
	const parts = part[key];
	if (!Array.isArray(parts) || parts.length === 0) return [error(path, NO_CONDITIONS)];
	return parts.flatMap((inner: unknown, index) =>
		problemsOfConditions(inner, [...path, key, index], catalogue),
	);
}
