import { writeCsv } from '../../base';
import { evaluatorOfKnown, retryTimeOf, singleConditions } from '../../rules';
import type { Action } from '../decision';
import type { Millionths } from '../money/amounts';
import { writeAmount } from '../money/amounts';
import { NO_RULE } from '../policies/compile-policy';
import { askedRules, shownName } from '../policies/asked-rules';
import { catalogueOf, completing } from '../policies/own-facts';
import type { FactName, Facts } from '../policies/facts';
import type { PolicyDocument, PolicyRule } from '../policies/policy';
import { factsAskedBy } from '../policies/reads-of-policy';
import type { KeptDecision } from '../store/decisions';
import type { DecidedCost } from '../store/money';
import type { Store } from '../store/store';
import { factsFrom } from './kept-facts';
import type { Known } from './rebuild';
import { openRebuilding } from './rebuild';

/** What a policy says of a message, and by which rule. */
interface Said {
	action: Action;
	rule: string;
}

/** A decision of the past that the candidate would have made otherwise. */
export interface ChangedDecision extends Pick<KeptDecision, 'key' | 'channel' | 'contact' | 'at'> {
	before: Said;
	after: Said;
}

/** All decisions that would have changed in the same way. */
export interface ReplayChange {
	before: Said;
	/** The same as before if only the time to ask again is another one. */
	after: Said;
	count: number;
	/** What these messages were expected to cost at most when they were decided; absent if no account had prices then. */
	cost?: ReplayCost;
	/** The oldest ten. */
	examples: ChangedDecision[];
	/** In words. */
	sentence: string;
}

interface ReplayCost {
	currency: string;
	amount: Millionths;
	/** Of so many messages, nobody knew it. */
	unknown: number;
}

/** What another policy would have decided. */
export interface Replay {
	/** How many decisions of policies were kept since then. */
	decisions: number;
	same: number;
	differ: number;
	/** Of these the candidate reads a fact that wasn't kept, because the policy of then didn't read it, and that nothing tells. */
	notKnown: number;
	/** Of those that are judged, the ones for which such facts were rebuilt from the events that remain. */
	rebuilt: number;
	/** Messages about which no policy decided, such as those that came too late. They aren't judged. */
	withoutPolicy: number;
	/** The most frequent first. */
	changes: ReplayChange[];
	/** How often each fact was missing. */
	missingFacts: Partial<Record<FactName, number>>;
	/** The result in words. */
	sentence: string;
	/** The same in lines: the result, each way in which decisions change, and what to know about it. */
	lines: readonly string[];
}

export interface ReplayOptions {
	/** Decisions from then on. Epoch ms */
	since: number;
	/** Of one number only. */
	channel?: string;
	/** Hears each decision that would have changed. */
	onChange?(change: ChangedDecision): void;
	/** Hears how many decisions were looked at. */
	onProgress?(count: number): void;
	/** Ends it early. */
	signal?: AbortSignal;
}

/** Read at a time. */
const PAGE = 2_000;
/** Of each way in which decisions change. */
const EXAMPLES = 10;
/** Ways in which decisions change that the sentence names. */
const NAMED = 5;

const count = (number: number) => number.toLocaleString('en-US');

const OUTCOMES: Readonly<Record<Action, string>> = {
	freeform: 'sent as freeform',
	template: 'sent as a template',
	hold: 'held',
	skip: 'skipped',
};

const inWords = ({ action, rule }: Said) => `${OUTCOMES[action]} (rule ${rule})`;

const isSame = (one: Said, other: Said) => one.action === other.action && one.rule === other.rule;

const isSent = ({ action }: Said) => action === 'freeform' || action === 'template';

function costInWords({ currency, amount, unknown }: ReplayCost): string {
	const known = `at most ${currency} ${writeAmount(amount)}`;
	return unknown === 0 ? known : `${known}, and ${count(unknown)} of unknown cost`;
}

const changeInWords = ({ before, after, cost }: Pick<ReplayChange, 'before' | 'after' | 'cost'>) => {
	const what = isSame(before, after)
		? `${inWords(after)} until another time`
		: `${inWords(after)} instead of ${inWords(before)}`;
	const isAboutMoney = isSent(before) !== isSent(after);
	return cost && isAboutMoney ? `${what}, ${costInWords(cost)}` : what;
};

/** Some changes together: how many messages, and what they cost if that is known in one currency. */
function together(changes: ReadonlyArray<Pick<ReplayChange, 'count' | 'cost'>>): string {
	const all = changes.reduce((sum, change) => sum + change.count, 0);
	const costs = changes.flatMap(({ cost }) => cost ?? []);
	const [first] = costs;
	if (first === undefined || costs.some(({ currency }) => currency !== first.currency)) return '';
	const known = costs.reduce((sum, cost) => sum + cost.amount, 0);
	const ofKnown = changes.reduce(
		(sum, change) => sum + (change.cost ? change.count - change.cost.unknown : 0),
		0,
	);
	return `, ${costInWords({ currency: first.currency, amount: known, unknown: all - ofKnown })}`;
}

/** What people ask first: how many messages fewer or more would have gone out. */
function effectOf(changes: ReadonlyArray<Pick<ReplayChange, 'before' | 'after' | 'count' | 'cost'>>): string {
	const sent = changes.filter(({ before, after }) => isSent(before) !== isSent(after));
	const fewer = sent.filter(({ before }) => isSent(before));
	const more = sent.filter(({ after }) => isSent(after));
	const countOf = (some: typeof sent) => some.reduce((sum, change) => sum + change.count, 0);
	const messages = (number: number, word: string) =>
		`${count(number)} ${word} ${number === 1 ? 'message' : 'messages'}`;
	const parts = [
		...(fewer.length > 0
			? [`${messages(countOf(fewer), 'fewer')} would have gone out${together(fewer)}`]
			: []),
		...(more.length > 0 ? [`${messages(countOf(more), 'more')} would have gone out${together(more)}`] : []),
	];
	return parts.join('; ') || 'as many messages would have gone out';
}

/** Adds what a message was expected to cost to those before it. Nobody knows it of those without an estimate. */
function addCost(change: Pick<ReplayChange, 'cost' | 'count'>, estimate: DecidedCost | undefined): void {
	const before =
		change.cost ?? (estimate && { currency: estimate.currency, amount: 0, unknown: change.count });
	change.count += 1;
	if (!before) return;
	const { currency, amount, unknown } = before;
	const known =
		estimate && 'amount' in estimate && estimate.currency === currency ? estimate.amount : undefined;
	change.cost = { currency, amount: amount + (known ?? 0), unknown: unknown + Number(known === undefined) };
}

type Counted = Omit<Replay, 'sentence' | 'lines'>;

/** What is told besides what was counted. */
interface Told {
	/** The candidate's name and version. */
	name: string;
	/** Whether it's the policy that made all of the decisions. */
	isTheirs: boolean;
	/** How many decisions' time zones weren't kept. */
	byZone: number;
}

/** The result, the ways in which decisions change, and what to know about them. */
interface Summary {
	result: string;
	changes: string[];
	notes: string[];
}

function summaryOf(
	{ decisions, differ, notKnown, rebuilt, changes, missingFacts }: Counted,
	{ name, isTheirs, byZone }: Told,
): Summary {
	if (decisions === 0) return { result: 'No decision of that time is kept.', changes: [], notes: [] };
	const judged = decisions - notKnown;
	const named = changes.slice(0, NAMED).map((change) => `${count(change.count)} ${change.sentence}`);
	const more = changes.length > NAMED ? [`and ${changes.length - NAMED} other changes`] : [];
	const missing = Object.keys(missingFacts).join(', ');
	const whose = `with the policy ${name}`;
	const notJudged = `because the policy of then didn't read what this one asks for: ${missing}.`;
	if (judged === 0) {
		const result = `None of ${count(notKnown)} decisions can be judged ${whose}, ${notJudged}`;
		return { result, changes: [], notes: [] };
	}
	const those =
		notKnown === 0 ? `${count(judged)} decisions` : `the ${count(judged)} decisions that can be judged`;
	const none = `None of ${those} differs ${whose}${isTheirs ? ', which made all of them' : ''}.`;
	return {
		result:
			differ === 0
				? none
				: `${count(differ)} of ${count(judged)} decisions differ ${whose}: ${effectOf(changes)}.`,
		changes: [...named, ...more],
		notes: [
			...(rebuilt === 0
				? []
				: [`Facts of ${count(rebuilt)} of the ${count(judged)} were rebuilt from what the store still has.`]),
			...(byZone === 0
				? []
				: [
						`The local time of ${count(byZone)} is that of the number's setting or the customer's phone number, as a time zone that came with a message wasn't kept.`,
					]),
			...(notKnown === 0 ? [] : [`${count(notKnown)} more can't be judged, ${notJudged}`]),
			...(differ === 0
				? []
				: [
						'Each decision is judged alone: an earlier difference would have changed what counts in later ones.',
					]),
		],
	};
}

const sentenceOf = ({ result, changes, notes }: Summary) =>
	[result, ...(changes.length > 0 ? [`${changes.join('; ')}.`] : []), ...notes].join(' ');

/** Facts that follow from a message's time zones. */
const OF_ZONE: ReadonlySet<string> = new Set<FactName>(['timeZones', 'localTime', 'localDay', 'localDate']);

type Candidate = Pick<PolicyDocument, 'name' | 'version' | 'rules' | 'facts'>;

/** When the rules of a policy ask again, if the facts that this depends on are known. Epoch ms */
function retryTimesOf(policy: Candidate) {
	const catalogue = catalogueOf(policy);
	const timesOf = new Map(
		policy.rules.flatMap((rule) => {
			const { retryAt } = rule.event.params;
			if (retryAt === undefined) return [];
			const asked = [...singleConditions(rule.conditions).map(({ fact }) => fact), retryAt] as FactName[];
			return [[rule, { asked, at: retryTimeOf(retryAt, rule.conditions, catalogue) }] as const];
		}),
	);
	return (rule: PolicyRule, facts: Partial<Facts>): { known: boolean; at?: number | undefined } => {
		const times = timesOf.get(rule);
		if (!times) return { known: true };
		const known = times.asked.every((name) => facts[name] !== undefined);
		return known ? { known, at: times.at(facts as Facts) } : { known };
	};
}

interface ReplaySettings extends ReplayOptions {
	/** Whether the agent answers on the numbers, if that was said. */
	agentAnswers?: boolean | undefined;
}

/**
 * Asks a policy about the decisions that were kept, with what was known then, and says what it would have decided
 * otherwise. What wasn't kept is rebuilt from the events that remain, and never guessed.
 * @throws the signal's reason, if it ends the work early
 */
export async function replayDecisions(
	store: Store,
	candidate: Candidate,
	{ since, channel, onChange, onProgress, signal, agentAnswers }: ReplaySettings,
): Promise<Replay> {
	const evaluate = evaluatorOfKnown(askedRules(candidate), catalogueOf(candidate));
	const complete = completing(candidate);
	const retryAt = retryTimesOf(candidate);
	const policies = await store.decisions.policies();
	const rebuild = await openRebuilding(store, candidate, agentAnswers);
	const changes = new Map<string, Omit<ReplayChange, 'sentence'>>();
	const missingFacts: Replay['missingFacts'] = {};
	let byZone = 0;
	let theirs = 0;
	const asksZone = askedRules(candidate).some((rule) => factsAskedBy(rule).some((name) => OF_ZONE.has(name)));
	const counts = { decisions: 0, same: 0, differ: 0, notKnown: 0, rebuilt: 0, withoutPolicy: 0 };

	const isCandidate = ({ name, version }: PolicyDocument) =>
		name === candidate.name && version === candidate.version;

	const ask = (facts: Partial<Facts>) => evaluate(complete(facts) as Parameters<typeof evaluate>[0]);

	/** Whether the rule, which is the same, would have asked again at another time. */
	function isAtAnotherTime(rule: PolicyRule, { decision, facts }: Known): boolean {
		const { known, at } = retryAt(rule, complete(facts));
		return (
			known &&
			at !== undefined &&
			decision.retryAt !== undefined &&
			Math.floor(at) !== Math.floor(decision.retryAt)
		);
	}

	function judge(known: Known, said: ReturnType<typeof ask>): void {
		const { decision } = known;
		if ('unknown' in said) {
			const fact = said.unknown as FactName;
			counts.notKnown += 1;
			missingFacts[fact] = (missingFacts[fact] ?? 0) + 1;
			return;
		}
		const before = { action: decision.action, rule: decision.rule };
		const after = said.rule
			? { action: said.rule.event.type, rule: shownName(said.rule.name) }
			: { action: NO_RULE.action, rule: NO_RULE.rule };
		if (isSame(before, after) && !(said.rule && isAtAnotherTime(said.rule, known))) {
			counts.same += 1;
			return;
		}
		counts.differ += 1;
		const way = JSON.stringify([before, after]);
		const change = changes.get(way) ?? { before, after, count: 0, examples: [] };
		const { key, channel: number, contact, at } = decision;
		const changed = { key, channel: number, contact, at, before, after };
		addCost(change, decision.estimate);
		if (change.examples.length < EXAMPLES) change.examples.push(changed);
		changes.set(way, change);
		onChange?.(changed);
	}

	/** Judges decisions in their order; those that lack a fact after looking for it in the events. */
	async function judgeAll(page: readonly KeptDecision[]): Promise<void> {
		const known = page.flatMap((decision): Known[] => {
			const policy = decision.policy === undefined ? undefined : policies.get(decision.policy);
			return policy ? [{ decision, facts: factsFrom(policy, decision) }] : [];
		});
		counts.decisions += known.length;
		theirs += known.filter(({ decision }) => isCandidate(policies.get(decision.policy!)!.document)).length;
		counts.withoutPolicy += page.length - known.length;
		const said = known.map(({ facts }) => ask(facts));
		const lacking = known.filter((_, index) => 'unknown' in said[index]!);
		const rebuilt = new Map<Known, Partial<Facts>>();
		if (lacking.length > 0) {
			const facts = await rebuild(lacking);
			lacking.forEach((one, index) => rebuilt.set(one, facts[index]!));
		}
		known.forEach((one, index) => {
			const facts = rebuilt.get(one);
			if (!facts) return judge(one, said[index]!);
			const again = ask(facts);
			if (!('unknown' in again)) {
				counts.rebuilt += 1;
				if (asksZone && one.facts.timeZones === undefined) byZone += 1;
			}
			judge({ ...one, facts }, again);
		});
	}

	for (let after; ;) {
		signal?.throwIfAborted();
		const page = await store.decisions.page({ since, limit: PAGE, channel, after });
		await judgeAll(page);
		onProgress?.(counts.decisions + counts.withoutPolicy);
		if (page.length < PAGE) break;
		after = page.at(-1)!.place;
		await store.runtime.turn();
	}
	const sorted = [...changes.values()]
		.sort((a, b) => b.count - a.count)
		.map((change) => ({ ...change, sentence: changeInWords(change) }));
	const replay = { ...counts, changes: sorted, missingFacts };
	const name = `${candidate.name} (version ${candidate.version})`;
	const isTheirs = theirs === counts.decisions;
	const summary = summaryOf(replay, { name, isTheirs, byZone });
	const { result, changes: ways, notes } = summary;
	return { ...replay, sentence: sentenceOf(summary), lines: [result, ...ways, ...notes] };
}

const COLUMNS = ['at', 'channel', 'customer', 'key', 'before', 'rule before', 'after', 'rule after'];

/** Decisions that differ as a CSV file with a head, their times as ISO 8601. */
export const changesAsCsv = (changes: readonly ChangedDecision[]): string =>
	writeCsv(
		COLUMNS,
		changes.map(({ at, channel, contact, key, before, after }) => [
			new Date(at).toISOString(),
			channel,
			contact,
			key,
			before.action,
			before.rule,
			after.action,
			after.rule,
		]),
	);
