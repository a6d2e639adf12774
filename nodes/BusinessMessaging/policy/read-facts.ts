import type { IExecuteFunctions } from 'n8n-workflow';
import type { FactDefinition } from '../../../engine';
import { factCatalogue } from '../../../engine';
import { entriesOf } from '../../shared/read/entries-of';
import { readJson } from '../../shared/read/read-json';
import { readRuleValue } from './rule-values';

const FACTS: Readonly<Record<string, FactDefinition | undefined>> = factCatalogue;

/** What a fact is, from what a person typed. */
function readFactValue(fact: string, value: unknown): unknown {
	if (FACTS[fact]?.type !== 'occurrences' || typeof value !== 'string') {
		return readRuleValue(fact, 'equal', value);
	}
	const ago = value.split(',').map((each) => each.trim());
	return ago.filter((each) => each !== '');
}

/**
 * The facts to test a policy with: the rows of the form, or the JSON if there are none.
 * @throws Error for a fact with several rows, and for JSON that can't be read
 */
export function readFacts(context: IExecuteFunctions, itemIndex: number): Record<string, unknown> {
	const rows = entriesOf(context.getNodeParameter('factRows', itemIndex, {}), 'fact');
	if (rows.length === 0) {
		return readJson(context.getNodeParameter('facts', itemIndex), 'Facts') as Record<string, unknown>;
	}
	const names = rows.map(({ fact }) => String(fact));
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	if (repeated.length > 0) {
		throw new Error(
			`These facts have more than one row: ${[...new Set(repeated)].join(', ')}. Keep one of each.`,
		);
	}
	return Object.fromEntries(
		rows.map(({ value }, index) => [names[index]!, readFactValue(names[index]!, value)]),
	);
}
