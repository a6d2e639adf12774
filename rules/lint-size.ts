import type { Path } from '../base';
import { isObject } from '../base';
import type { FoundProblem } from './problem';
import { error } from './problem';
import { readCap } from './values';

/**
 * More than a list of rules for people has. Each rule is checked beside all others in every situation, so that larger
 * lists would hold up the process.
 */
const MOST_RULES = 300;
const MOST_COMPARISONS = 500;
const MOST_LEVELS = 20;

/** Each occurrence that counts is read from the store for each decision. */
const MOST_OCCURRENCES = 1_000;

interface Size {
	/** How many values facts are compared with. */
	comparisons: number;
	/** How deep conditions are nested. */
	levels: number;
}

/** The size of conditions in any form. Looks no further than what is too much. */
function sizeOf(conditions: unknown): Size {
	const size: Size = { comparisons: 0, levels: 0 };
	const rest: Array<[part: unknown, level: number]> = [[conditions, 1]];
	for (let next = rest.pop(); next; next = rest.pop()) {
		const [part, level] = next;
		if (!isObject(part)) continue;
		size.levels = Math.max(size.levels, level);
		if ('fact' in part) size.comparisons += Array.isArray(part.value) ? part.value.length : 1;
		if (size.levels > MOST_LEVELS || size.comparisons + rest.length > MOST_COMPARISONS) {
			size.comparisons += rest.length;
			return size;
		}
		const inner = [part.all, part.any].flatMap((parts) =>
			Array.isArray(parts) ? parts.slice(0, MOST_COMPARISONS + 1) : [],
		);
		for (const each of ['not' in part ? [part.not] : [], inner].flat()) rest.push([each, level + 1]);
	}
	return size;
}

const tooMany = (what: string, most: number) =>
	`There are more than ${most.toLocaleString('en-US')} ${what}.`;

/** What makes a list of rules too large to be checked. Rules of any form are counted. */
export function problemsOfSize(list: readonly unknown[], path: Path): FoundProblem[] {
	if (list.length > MOST_RULES) {
		const message = `${tooMany('rules', MOST_RULES)} Combine rules that decide alike into one with any.`;
		return [error(path, message)];
	}
	const sizes = list.map((rule) => sizeOf(isObject(rule) ? rule.conditions : undefined));
	const tooDeep = sizes.flatMap(({ levels }, index) => {
		const message = `The conditions are nested more than ${MOST_LEVELS} levels deep. Make them flatter, or split the rule.`;
		return levels > MOST_LEVELS ? [error([...path, index, 'conditions'], message)] : [];
	});
	const comparisons = sizes.reduce((sum, size) => sum + size.comparisons, 0);
	const message = `${tooMany('values that facts are compared with', MOST_COMPARISONS)} Remove rules, or use fewer conditions.`;
	return [...tooDeep, ...(comparisons > MOST_COMPARISONS ? [error(path, message)] : [])];
}

/** What makes a cap too high to be counted. */
export function problemsOfCap(value: unknown, path: Path): FoundProblem[] {
	const cap = readCap(value);
	if (!cap || cap.count <= MOST_OCCURRENCES) return [];
	return [
		error(path, `A cap can be ${MOST_OCCURRENCES.toLocaleString('en-US')} times at most, not ${cap.count}.`),
	];
}
