import type { Path } from '../../base';
import { isObject, oneOf, writtenPath } from '../../base';
import type { Condition, Conditions, FactCatalogue } from '../../rules';
import {
	asWritten,
	conditionsInWords,
	factDefinition,
	hoursOnTheClock,
	rulesInOrder,
	singleConditions,
} from '../../rules';
import { REASON_FACTS } from './facts';
import { catalogueOf } from './own-facts';
import type { PolicyDocument, PolicyRule, PolicyTest } from './policy';

/** A rule, for people. */
export interface RuleAsSentences {
	name: string;
	/** It is in the policy, and never asked. */
	isOff: boolean;
	action: PolicyRule['event']['type'];
	/** `Hold if Conversation window is open and Opted out is no.` */
	sentence: string;
	/** What it tells, with the names of facts in brackets. First come the reasons for some situations. */
	reasons: string[];
	/** When the rules are asked again about a message that it holds, as a sentence. */
	again?: string;
}

const DECIDES = {
	freeform: 'Send the freeform message',
	template: 'Send the template',
	hold: 'Hold',
	skip: 'Skip',
} as const;

const NAMED = /\{(\w+)(?:\.(\w+))?\}/g;

/** How the rules of a policy are said: with the labels of facts, and the words that sentences have for their values. */
function wordsIn(catalogue: FactCatalogue) {
	const labelOf = (fact: string) => factDefinition(catalogue, fact)?.label ?? fact;
	const plainly = asWritten(labelOf);
	const valueOf = (fact: string, value: unknown): string => {
		if (Array.isArray(value)) return oneOf(value.map((each) => valueOf(fact, each)));
		if (typeof value === 'boolean') return value ? 'yes' : 'no';
		const { type, inSentences } = factDefinition(catalogue, fact) ?? {};
		// `11-13` is `11:00–13:00`.
		if (type === 'localTime') return hoursOnTheClock(value).replace('-', '–');
		return inSentences?.[String(value)] ?? String(value);
	};
	const say = ({ fact, operator, value }: Condition) => {
		const { type, unknownNumber } = factDefinition(catalogue, fact) ?? {};
		if (type === 'time' && value === 0 && operator === 'greaterThan') return `${labelOf(fact)} is known`;
		const isUnknown = (type === 'time' && value === 0) || (value !== undefined && value === unknownNumber);
		if (isUnknown && ['equal', 'greaterThanInclusive'].includes(operator))
			return `${labelOf(fact)} isn't known`;
		return plainly({ fact, operator, value: valueOf(fact, value) });
	};
	const againAt = (fact: string) =>
		factDefinition(catalogue, fact)?.type === 'time'
			? `The rules are asked again at the time [${labelOf(fact)}].`
			: `The rules are asked again when the condition on ${labelOf(fact)} no longer holds.`;
	return {
		labelOf,
		valueOf,
		againAt,
		inWords: (conditions: Conditions) => conditionsInWords(conditions, say),
	};
}

/** The rules of a policy in the order in which they are asked, then those that are turned off, as sentences. */
export function sentencesOfRules(policy: Pick<PolicyDocument, 'rules' | 'facts'>): RuleAsSentences[] {
	const { labelOf, valueOf, againAt, inWords } = wordsIn({ ...catalogueOf(policy), ...REASON_FACTS });
	const off = policy.rules.filter(({ enabled }) => enabled === false);
	return [...rulesInOrder(policy.rules), ...off].map(({ name, enabled, conditions, event }) => {
		const { reason, reasons = [], retryAt } = event.params;
		const limitOf = (fact: string) => {
			const value = singleConditions(conditions).find((one) => one.fact === fact)?.value;
			if (value === undefined) return `[${labelOf(fact)}]`;
			return typeof value === 'string' ? valueOf(fact, value) : [value].flat().join(', ');
		};
		const told = (text: string) =>
			text.replace(NAMED, (_, fact: string, part?: string) =>
				part === 'limit' ? limitOf(fact) : `[${labelOf(fact)}]`,
			);
		return {
			name,
			isOff: enabled === false,
			action: event.type,
			sentence: `${DECIDES[event.type]} if ${inWords(conditions)}.`,
			reasons: [
				...reasons.map((other) => `If ${inWords(other.conditions)}: ${told(other.reason)}`),
				reasons.length > 0 ? `Otherwise: ${told(reason)}` : told(reason),
			],
			...(retryAt !== undefined && { again: againAt(retryAt) }),
		};
	});
}

const listIn = (document: unknown, name: string): unknown[] => {
	const list = isObject(document) ? document[name] : undefined;
	return Array.isArray(list) ? list : [];
};

/** A rule by its number among those that are asked, and its name; `undefined` if it has none. A document of any form is read. */
function ruleInWords(document: unknown, index: unknown): string | undefined {
	const rules = listIn(document, 'rules');
	const rule = rules[Number(index)];
	if (!isObject(rule) || typeof rule.name !== 'string' || rule.name === '') return undefined;
	const number = rulesInOrder((rules as PolicyRule[]).filter(isObject)).indexOf(rule as never) + 1;
	return number > 0 ? `Rule ${number} (${rule.name})` : `Rule ${rule.name} (turned off)`;
}

/**
 * Where something is in a policy's document: `Rule 2 (agent-holds), conditions.all[0].fact`, with the number that
 * the rule has among `sentencesOfRules`. What isn't in a rule with a name is told by its path.
 */
export function placeInPolicy(document: unknown, path: Path): string {
	const [list, index, ...rest] = path;
	const rule = list === 'rules' ? ruleInWords(document, index) : undefined;
	if (rule === undefined) return writtenPath(path) || 'the policy';
	return [rule, writtenPath(rest)].filter(Boolean).join(', ');
}

/** A test of a policy, for people: a statement as it is, or what is expected of an example. */
export const testInWords = (test: PolicyTest): string =>
	'statement' in test
		? test.statement
		: `${test.name}: ${test.action}${test.rule === undefined ? '' : ` by the rule ${test.rule}`}`;
