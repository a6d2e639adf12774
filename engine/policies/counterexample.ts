import { eachOf } from '../../base';
import type { Conditions, FactCatalogue, FactValues, Possible } from '../../rules';
import { singleConditions, writeSentence } from '../../rules';
import type { Action } from '../decision';
import type { Facts } from './facts';

/** A situation in which a statement is wrong, or in which two policies say something else. */
export interface Counterexample {
	/** The facts that matter; with any others it is the same. */
	facts: Partial<Facts>;
	/** What the policy says there, and by which rule; of each policy, if two are compared. */
	says: Array<{ action: Action; rule: string }>;
	/** The same, as a sentence. */
	sentence: string;
}

/** What policies say that they mustn't. `about`: the conditions that make it so. */
export interface WhatIsWrong {
	says: Counterexample['says'];
	about: Conditions[];
}

function factInWords(name: string, facts: FactValues, catalogue: FactCatalogue): string {
	const { label, type } = catalogue[name]!;
	const value = facts[name];
	if (value === null) return `${label} is missing`;
	if (type === 'boolean') return `${label} is ${value === true ? 'yes' : 'no'}`;
	// A statement asks for the value as it is.
	if (type === 'text') return `${label} is ${String(value)}`;
	// A rule that asks whether there is a time gets the first one that there is.
	if (type === 'time' && (value === 0 || value === 1))
		return `${label} ${value === 0 ? "isn't" : 'is'} known`;
	if (type === 'occurrences') return `${label}: ${(value as number[]).length} times`;
	return `${label} is ${writeSentence(`{${name}}`, catalogue, facts)}`;
}

/**
 * A situation as an example. Its sentence leaves out the facts that only keep earlier rules from firing: nobody asks
 * about those.
 * @param names what each policy is called; `the policy` for one without a name
 */
export function toCounterexample(
	facts: Partial<Facts>,
	{ says, about }: WhatIsWrong,
	{ names, possible }: { names: readonly string[]; possible: Possible },
): Counterexample {
	const asked = new Set(about.flatMap(singleConditions).map(({ fact }) => fact));
	const told = Object.keys(facts).filter((name) => asked.has(name));
	const words = told.map((name) => factInWords(name, facts, possible.catalogue));
	const isAll = told.length === Object.keys(facts).length;
	const situation = words.length === 0 ? 'In every situation' : `If ${eachOf(words)}`;
	const answers = says.map(
		({ action, rule }, index) => `${names[index] ?? 'the policy'} says ${action} (rule "${rule}")`,
	);
	const others = isAll ? '' : `, as long as no rule before ${says.length === 1 ? 'it' : 'them'} applies`;
	const isSame = says.length === 2 && JSON.stringify(says[0]) === JSON.stringify(says[1]);
	const time = isSame ? ' They ask again at different times.' : '';
	return { facts, says, sentence: `${situation}, ${answers.join(', and ')}${others}.${time}` };
}

/** Of the counterexamples for the same rules, the one that takes the fewest facts to say. */
export function smallest(found: Map<string, Counterexample>, one: Counterexample): void {
	const key = JSON.stringify(one.says);
	const known = found.get(key);
	const size = ({ facts }: Counterexample) => Object.keys(facts).length;
	if (!known || size(one) < size(known)) found.set(key, one);
}
