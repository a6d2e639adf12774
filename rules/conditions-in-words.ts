import { operatorCatalogue } from './operator-catalogue';
import type { Conditions } from './rule';

/** Conditions as part of a sentence, with the labels of operators. `nameOf`: how a fact is named in it */
export function conditionsInWords(conditions: Conditions, nameOf: (fact: string) => string): string {
	const inWords = (each: Conditions) => conditionsInWords(each, nameOf);
	if ('all' in conditions) return conditions.all.map(inWords).join(' and ');
	if ('any' in conditions) return `(${conditions.any.map(inWords).join(' or ')})`;
	if ('not' in conditions) return `not (${inWords(conditions.not)})`;
	const { fact, operator, value } = conditions;
	const { label } = operatorCatalogue[operator as keyof typeof operatorCatalogue];
	return `${nameOf(fact)} ${label} ${[value].flat().join(', ')}`;
}
