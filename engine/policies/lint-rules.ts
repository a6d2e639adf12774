import { eventFactCatalogue } from '../reactions/event-facts';
import type { FactCatalogue } from '../../rules/fact-type';
import { endsByItself } from '../../rules/end-of-condition';
import { factCatalogue } from './facts';
import type { Fields } from '../../rules/lint-conditions';
import { error, isFields, problemsOfConditions } from '../../rules/lint-conditions';
import type { Condition, Problem } from './policy';
import { NAMEABLE } from './run-policy';
import { factsNamedIn } from '../../rules/sentence';

const TIMES = Object.entries<{ type: string }>(factCatalogue)
	.filter(([name, { type }]) => type === 'time' && name !== 'now')
	.map(([name]) => name);

function problemsOfName({ name }: Fields, path: string, earlier: Fields[]): Problem[] {
	if (typeof name !== 'string' || !earlier.some((other) => other.name === name)) return [];
	return [error(`${path}.name`, `A rule named "${name}" stands before it; each needs a name of its own.`)];
}

/** Rules of equal priority would all fire, in no order, and one without a priority has no place among those with one. */
function problemsOfPriority(rule: Fields, path: string, earlier: Fields[], all: Fields[]): Problem[] {
	const { priority } = rule;
	if (priority === undefined) {
		if (all.every((other) => other.priority === undefined)) return [];
		return [error(`${path}.priority`, 'Other rules have a priority: give every rule one, or none.')];
	}
	const same = earlier.find((other) => other.priority === priority);
	if (!same) return [];
	const names = `"${String(same.name)}" and "${String(rule.name)}"`;
	return [
		error(
			`${path}.priority`,
			`The rules ${names} have the same priority, ${String(priority)}: which goes first?`,
		),
	];
}

/** What a text names in braces that is no fact. */
function problemsOfSentence(text: unknown, path: string, catalogue: FactCatalogue): Problem[] {
	if (typeof text !== 'string') return [];
	return factsNamedIn(text)
		.filter((name) => !Object.hasOwn(catalogue, name))
		.map((name) => error(path, `There is no fact "${name}" to write into the sentence.`));
}

/** The facts that conditions ask in a way that ends by itself. However wrong the conditions are, it looks through them. */
function factsThatEnd(part: unknown): string[] {
	if (!isFields(part)) return [];
	const inner = [part.all, part.any].flatMap((parts) => (Array.isArray(parts) ? parts : []));
	const single = part as unknown as Condition;
	const own = typeof single.operator === 'string' && endsByItself(single) ? [single.fact] : [];
	return [...own, ...inner.flatMap(factsThatEnd)];
}

function problemsOfRetry(retryAt: unknown, conditions: unknown, path: string): Problem[] {
	if (typeof retryAt !== 'string') return [];
	const times = [...TIMES, ...factsThatEnd(conditions)];
	if (times.includes(retryAt)) return [];
	const message = `retryAt names a time, or a fact of this rule's own conditions that ends by itself: ${times.join(', ')}.`;
	return [error(path, message)];
}

const paramsOf = ({ event }: Fields): Fields =>
	isFields(event) && isFields(event.params) ? event.params : {};

const listIn = (document: unknown, field: 'rules' | 'reactions'): unknown[] => {
	const list = isFields(document) ? document[field] : undefined;
	return Array.isArray(list) ? list : [];
};

/**
 * What is wrong with single rules: conditions, facts, operators, values, names, priorities, times. Looks at every
 * rule that is one, whatever is wrong beside it, and whether it is switched on or off.
 */
export function problemsOfRules(document: unknown): Problem[] {
	const rules = listIn(document, 'rules');
	return rules.flatMap((rule, index) => {
		if (!isFields(rule)) return [];
		const path = `rules[${index}]`;
		const earlier = rules.slice(0, index).filter(isFields);
		const { reason, retryAt } = paramsOf(rule);
		return [
			...problemsOfName(rule, path, earlier),
			...problemsOfPriority(rule, path, earlier, rules.filter(isFields)),
			...problemsOfConditions(rule.conditions, `${path}.conditions`, factCatalogue),
			...problemsOfSentence(reason, `${path}.event.params.reason`, NAMEABLE),
			...problemsOfRetry(retryAt, rule.conditions, `${path}.event.params.retryAt`),
		];
	});
}

/** What is wrong with single reactions, as with rules; they ask the facts of events. */
export function problemsOfReactions(document: unknown): Problem[] {
	const reactions = listIn(document, 'reactions');
	return reactions.flatMap((reaction, index) => {
		if (!isFields(reaction)) return [];
		const path = `reactions[${index}]`;
		const { text } = paramsOf(reaction);
		return [
			...problemsOfName(reaction, path, reactions.slice(0, index).filter(isFields)),
			...problemsOfConditions(reaction.conditions, `${path}.conditions`, eventFactCatalogue),
			...problemsOfSentence(text, `${path}.event.params.text`, eventFactCatalogue),
		];
	});
}
