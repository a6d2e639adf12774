import type { Path } from '../../base';
import { eachOf, isObject } from '../../base';
import type { FactCatalogue, FoundProblem, Problem, Wording } from '../../rules';
import {
	listOf,
	named,
	problemsOfConditions,
	problemsOfForm,
	problemsOfReach,
	problemsOfRetryTime,
	problemsOfRules,
	problemsOfSentence,
	problemsOfSize,
	rulesInOrder,
	singleConditions,
	situationsOf,
	toProblem,
	warning,
	wording,
} from '../../rules';
import { eventFactCatalogue } from '../reactions/event-fact-catalogue';
import { askedRules } from './asked-rules';
import type { FactName } from './facts';
import { REASON_FACTS } from './facts';
import { catalogueOf, problemsOfDeclared } from './own-facts';
import { possibleOf } from './possible';
import type { PolicyDocument, PolicyRule } from './policy';
import { asPolicy, policyDocument } from './policy';

/** What is wrong with a rule's reasons for some situations. */
function problemsOfReasons(
	reasons: unknown,
	conditions: unknown,
	path: Path,
	catalogue: FactCatalogue,
): FoundProblem[] {
	if (!Array.isArray(reasons)) return [];
	const tooLarge = problemsOfSize(reasons, path);
	if (tooLarge.length > 0) return tooLarge;
	return reasons.flatMap((other: unknown, index) => {
		if (!isObject(other)) return [];
		const own = [...path, index];
		return [
			...problemsOfConditions(other.conditions, [...own, 'conditions'], catalogue),
			...problemsOfSentence(other.reason, conditions, [...own, 'reason'], catalogue),
		];
	});
}

/** The errors that prevent a document from being used. */
function errorsIn(document: unknown): FoundProblem[] {
	const catalogue = catalogueOf(document);
	const ofReasons = { ...catalogue, ...REASON_FACTS };
	return [
		...problemsOfForm(policyDocument, document),
		...problemsOfDeclared(document),
		...problemsOfRules(document, {
			field: 'rules',
			catalogue,
			problemsOfParams: ({ reason, reasons, retryAt }, conditions, path) => [
				...problemsOfSentence(reason, conditions, [...path, 'reason'], ofReasons),
				...problemsOfReasons(reasons, conditions, [...path, 'reasons'], ofReasons),
				...problemsOfRetryTime(retryAt, conditions, [...path, 'retryAt'], catalogue),
			],
		}),
		...problemsOfRules(document, {
			field: 'reactions',
			catalogue: eventFactCatalogue,
			problemsOfParams: ({ text }, conditions, path) =>
				problemsOfSentence(text, conditions, [...path, 'text'], eventFactCatalogue),
		}),
	];
}

const sends = ({ event: { type } }: PolicyDocument['rules'][number]) =>
	type === 'freeform' || type === 'template';

/** Counts of messages, and what else a rule about one has to ask so that it keeps back only what is counted. */
const COUNTS: ReadonlyArray<{
	fact: FactName;
	unless: readonly FactName[];
	/** @param does `holds` or `skips` @param isAnswer whether a later rule would send freeform */
	warn(does: string, isAnswer: boolean): Wording | undefined;
}> = [
	{
		fact: 'marketingSent',
		unless: ['category', 'template', 'campaign'],
		warn: (does, isAnswer) =>
			wording`It counts marketing templates, but ${does} every kind of message, such as ${isAnswer ? 'replies and ' : ''}login codes. Add the condition ${named('Category', 'category')} is MARKETING.`,
	},
	{
		fact: 'messagesSent',
		unless: [
			...(['category', 'template', 'campaign'] as const),
			...(['window', 'windowClosesAt', 'windowClosesIn', 'hasFreeform', 'hasTemplate'] as const),
		],
		warn: (does, isAnswer) =>
			isAnswer
				? wording`It ${does} answers to customers who just wrote, too. If it shouldn't, add the condition ${named('Conversation window', 'window')} is closed.`
				: undefined,
	},
];

/** Rules that count some messages and then hold or skip others, too. */
function problemsOfCounts({ rules }: PolicyDocument): FoundProblem[] {
	const inOrder = rulesInOrder(rules);
	return rules.flatMap((rule, index) => {
		if (rule.enabled === false || sends(rule)) return [];
		const asked = new Set<string>(singleConditions(rule.conditions).map(({ fact }) => fact));
		const later = inOrder.slice(inOrder.indexOf(rule));
		const isAnswer = later.some(({ event: { type } }) => type === 'freeform');
		const does = rule.event.type === 'hold' ? 'holds' : 'skips';
		return COUNTS.flatMap(({ fact, unless, warn }) => {
			const message = asked.has(fact) && !unless.some((each) => asked.has(each)) && warn(does, isAnswer);
			return message ? [warning(['rules', index, 'conditions'], message)] : [];
		});
	});
}

/** What limits count: what messages cost, and how many a customer gets. */
const OF_LIMITS: ReadonlySet<string> = new Set<FactName>([
	'spentToday',
	'spentThisMonth',
	'spentTodayTogether',
	'spentThisMonthTogether',
	'spentByCampaign',
	'messagesSent',
	'templatesSent',
	'marketingSent',
]);

/** Rules that send templates past later limits. */
function problemsOfLimits(policy: PolicyDocument): FoundProblem[] {
	const inOrder = rulesInOrder(policy.rules);
	return policy.rules.flatMap((rule, index): FoundProblem[] => {
		if (rule.enabled === false || rule.event.type !== 'template') return [];
		const passed = inOrder
			.slice(inOrder.indexOf(rule) + 1)
			.filter(
				(later) =>
					!sends(later) &&
					singleConditions(later.conditions).some(({ fact }) => OF_LIMITS.has(fact)) &&
					canBothApply(policy, rule, later),
			)
			.map(({ name }) => `"${name}"`);
		const last = passed.at(-1);
		if (last === undefined) return [];
		const limits = passed.length === 1 ? 'this limit is' : 'these limits are';
		const which = passed.length === 1 ? 'the limit' : 'the limits';
		const message = `"${rule.name}" comes before ${eachOf(passed)}: it sends templates also after ${limits} reached. If ${which} should hold for them, too, move it after ${last}.`;
		return [warning(['rules', index], message)];
	});
}

/** Whether the conditions of two rules of a policy can be met by the same message. */
export function canBothApply(policy: PolicyDocument, one: PolicyRule, other: PolicyRule): boolean {
	for (const { first } of situationsOf([[one.conditions], [other.conditions]], possibleOf(policy)).all()) {
		if (first[0] === 0 && first[1] === 0) return true;
	}
	return false;
}

/** Rules that send what a later rule would have kept from a customer who opted out. */
function problemsOfOptOuts(policy: PolicyDocument): FoundProblem[] {
	const inOrder = rulesInOrder(policy.rules);
	return policy.rules.flatMap((rule, index): FoundProblem[] => {
		if (rule.enabled === false || !sends(rule)) return [];
		const overruled = inOrder.slice(inOrder.indexOf(rule) + 1).find((later) => {
			const asked = singleConditions(later.conditions);
			if (sends(later) || !asked.some(({ fact }) => fact === ('optedOut' satisfies FactName))) return false;
			return canBothApply(policy, rule, later);
		});
		if (!overruled) return [];
		const message = `"${rule.name}" comes before "${overruled.name}": customers who opted out get this message, too. Move it after "${overruled.name}".`;
		return [warning(['rules', index], message)];
	});
}

const RETRY_AT = '{retryAt}';

/** Reasons that name a time to ask again that the rule doesn't have. */
const problemsOfTimes = ({ rules }: PolicyDocument): FoundProblem[] =>
	rules.flatMap(({ enabled = true, event: { params } }, index) => {
		const isNamed = enabled && params.reason.includes(RETRY_AT) && params.retryAt === undefined;
		const message = wording`It names ${RETRY_AT}, but ${named('Try Again At', 'retryAt')} is empty. Choose a time there, or leave ${RETRY_AT} out.`;
		return isNamed ? [warning(['rules', index, 'event', 'params', 'reason'], message)] : [];
	});

/**
 * Everything that is wrong with a policy document; empty if nothing is.
 *
 * Errors: a form other than a policy's, facts and operators that don't exist, values that don't fit a fact, two rules
 * of the same name. Warnings, once there are no errors: rules that can never fire, situations in which none does.
 */
export const lintPolicy = (document: unknown): Problem[] => problemsOfPolicy(document).map(toProblem);

/** The same as it was found. */
export function problemsOfPolicy(document: unknown): FoundProblem[] {
	const errors = errorsIn(document);
	if (errors.length > 0) return errors;
	const policy = document as PolicyDocument;
	const ofReach = problemsOfReach(policy.rules, {
		...possibleOf(policy),
		asked: askedRules(policy),
		whenNoneFires: 'the message is held',
	});
	return [
		...problemsOfOptOuts(policy),
		...problemsOfCounts(policy),
		...problemsOfLimits(policy),
		...problemsOfTimes(policy),
		...ofReach,
	];
}

/**
 * A policy document that can be used. One without a version is the first.
 * @throws Error that names every error with its path.
 * @example
 * const policy = definePolicy(JSON.parse(await readFile('policy.json', 'utf8')));
 */
export function definePolicy(document: unknown): PolicyDocument {
	const errors = errorsIn(document);
	if (errors.length > 0) throw new Error(`This policy can't be used:\n${listOf(errors)}`);
	return asPolicy(document as PolicyDocument);
}

/** @throws Error that says what is wrong, if something isn't even a document with rules */
export function refuseOther(document: unknown): void {
	if (!isObject(document) || !Array.isArray(document.rules)) definePolicy(document);
}
