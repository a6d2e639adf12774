import { evaluatorOfKnown, retryTimeOf, singleConditions } from '../../rules';
import { noSuchCampaign } from '../campaigns/no-such-campaign';
import { RECIPIENT_STATES } from '../campaigns/recipient-states';
import { costOfDecided } from '../money/decided-cost';
import type { PriceList } from '../money/price-table';
import { pricesOfNumber } from '../money/prices-of-account';
import { askedRules, shownName } from '../policies/asked-rules';
import { NO_RULE } from '../policies/compile-policy';
import type { FactName, Facts } from '../policies/facts';
import { assumedWith, catalogueOf, completing } from '../policies/own-facts';
import type { PolicyDocument, PolicyRule } from '../policies/policy';
import { factsAskedBy } from '../policies/reads-of-policy';
import type { KeptDecision } from '../store/decisions';
import type { DecidedCost } from '../store/money';
import type { Store } from '../store/store';
import type { Known } from './kept-facts';
import { factsFrom } from './kept-facts';
import { isRefusal } from './note-of';
import { openRebuilding } from './rebuild';
import { collectChanges } from './replay-changes';
import type { ChangedDecision, Replay } from './replay-result';
import { isSame, isSent, tellReplay } from './replay-result';

export interface ReplayOptions {
	/** Decisions from then on. Epoch ms */
	since: number;
	/** Of one number only. */
	channel?: string;
	/** Of one campaign only, by its ID. */
	campaign?: string;
	/** The account that the number belongs to, if the caller knows it: its prices count. */
	account?: string | undefined;
	/** Hears each decision that would have changed. */
	onChange?(change: ChangedDecision): void;
	/** Hears how many decisions were looked at. */
	onProgress?(count: number): void;
	/** Ends it early. */
	signal?: AbortSignal;
}

/** Read at a time. */
const PAGE = 2_000;

/** What a message costs that goes out with one policy and not with the other; of others, nobody asks. */
function costOfDifference(
	{ before, after }: Pick<ChangedDecision, 'before' | 'after'>,
	{ decision, facts }: Known,
	prices: PriceList | undefined,
): DecidedCost | undefined {
	const sent = [before, after].filter(isSent);
	if (sent.length !== 1) return undefined;
	// Prices may have been set since, or a template's category was learned only then.
	const { estimate } = decision;
	if (!prices || (estimate && 'amount' in estimate && isSent(before))) return estimate;
	const { category = 'none', freeEntryOpen = 'closed' } = facts;
	const action = sent[0]!.action as 'freeform' | 'template';
	return costOfDecided(decision.contact, action, { category, freeEntryOpen, now: decision.at }, prices);
}

/** Facts that follow from a message's time zones. */
const OF_ZONE: ReadonlySet<string> = new Set<FactName>(['timeZones', 'localTime', 'localDay', 'localDate']);

type Candidate = Pick<PolicyDocument, 'name' | 'version' | 'rules' | 'facts'>;

/** When the rules of a policy that hold ask again, if the facts that this depends on are known. Epoch ms */
function retryTimesOf(policy: Candidate) {
	const catalogue = catalogueOf(policy);
	const timesOf = new Map(
		policy.rules.flatMap((rule) => {
			const { retryAt } = rule.event.params;
			if (retryAt === undefined || rule.event.type !== 'hold') return [];
			const asked = [...singleConditions(rule.conditions).map(({ fact }) => fact), retryAt] as FactName[];
			return [[rule, { asked, at: retryTimeOf(retryAt, rule.conditions, catalogue) }] as const];
		}),
	);
	return (rule: PolicyRule, facts: Partial<Facts>): number | undefined => {
		const times = timesOf.get(rule);
		if (!times?.asked.every((name) => facts[name] !== undefined)) return undefined;
		const at = times.at(facts as Facts);
		return at === undefined ? undefined : Math.floor(at);
	};
}

/** A decision that the candidate was asked about. */
interface Asked extends Known {
	said: ReturnType<ReturnType<typeof evaluatorOfKnown<PolicyRule>>>;
	/** The facts of its own that count as what it says of missing ones. */
	assumed: string[];
}

/** The keys of a campaign's messages. @throws Error if no campaign has the ID, or the signal's reason */
async function keysOfCampaign(
	store: Store,
	id: string,
	{ channel, signal }: Pick<ReplayOptions, 'channel' | 'signal'>,
): Promise<ReadonlySet<string>> {
	const found = await store.campaigns.list({ id, channel });
	if (found.length === 0) throw await noSuchCampaign(store, id, channel);
	const keys = new Set<string>();
	for (const campaign of found) {
		for (let after: string | undefined; ;) {
			signal?.throwIfAborted();
			const query = { campaign, states: RECIPIENT_STATES, after, limit: PAGE };
			const page = await store.campaigns.recipients(query);
			for (const { key } of page) keys.add(key);
			if (page.length < PAGE) break;
			after = page.at(-1)!.key;
			await store.runtime.turn();
		}
	}
	return keys;
}

interface ReplaySettings extends ReplayOptions {
	/** Whether the agent answers on the numbers, if that was said. */
	agentAnswers?: boolean | undefined;
}

/**
 * Asks a policy about the decisions that were kept, with what was known then, and says what it would have decided
 * otherwise. What wasn't kept is rebuilt from the events that remain, and never guessed.
 * @throws the signal's reason, if it ends the work early, and Error if no campaign has the ID that was given
 */
export async function replayDecisions(
	store: Store,
	candidate: Candidate,
	{ since, channel, campaign, account, onChange, onProgress, signal, agentAnswers }: ReplaySettings,
): Promise<Replay> {
	const keys =
		campaign === undefined ? undefined : await keysOfCampaign(store, campaign, { channel, signal });
	const evaluate = evaluatorOfKnown(askedRules(candidate), catalogueOf(candidate));
	const complete = completing(candidate);
	const retryAt = retryTimesOf(candidate);
	const policies = await store.decisions.policies();
	const rebuild = await openRebuilding(store, candidate, { agentAnswers, account });
	const changes = collectChanges();
	const missingFacts: Replay['missingFacts'] = {};
	const assumedFacts: Replay['assumedFacts'] = {};
	let byZone = 0;
	let theirs = 0;
	const asksZone = askedRules(candidate).some((rule) => factsAskedBy(rule).some((name) => OF_ZONE.has(name)));
	const counts = { decisions: 0, same: 0, differ: 0, notKnown: 0, rebuilt: 0, withoutPolicy: 0, refused: 0 };

	const isCandidate = ({ name, version }: PolicyDocument) =>
		name === candidate.name && version === candidate.version;

	const evaluated = (facts: Partial<Facts>) => evaluate(complete(facts) as Parameters<typeof evaluate>[0]);

	function judge(known: Asked, prices: PriceList | undefined): void {
		const { decision, said, assumed } = known;
		if ('unknown' in said) {
			const fact = said.unknown as FactName;
			counts.notKnown += 1;
			missingFacts[fact] = (missingFacts[fact] ?? 0) + 1;
			return;
		}
		for (const name of assumed) assumedFacts[name] = (assumedFacts[name] ?? 0) + 1;
		const before = { action: decision.action, rule: decision.rule };
		const after = said.rule
			? { action: said.rule.event.type, rule: shownName(said.rule.name) }
			: { action: NO_RULE.action, rule: NO_RULE.rule };
		const until = said.rule && retryAt(said.rule, complete(known.facts));
		const isAtAnotherTime =
			until !== undefined && decision.retryAt !== undefined && until !== Math.floor(decision.retryAt);
		if (isSame(before, after) && !isAtAnotherTime) {
			counts.same += 1;
			return;
		}
		counts.differ += 1;
		const { key, channel: number, contact, at } = decision;
		const cost = costOfDifference({ before, after }, known, prices);
		const changed: ChangedDecision = {
			key,
			channel: number,
			contact,
			at,
			before,
			after,
			...(until !== undefined && { until }),
			...(cost && { cost }),
		};
		changes.add(changed);
		onChange?.(changed);
	}

	/** Asks about a decision. A fact of the candidate's own that nobody could have then is what the candidate says of it. */
	function ask({ decision, facts }: Known): Asked {
		const said = evaluated(facts);
		if (!('unknown' in said)) return { decision, facts, said, assumed: [] };
		const assumed = assumedWith(candidate, policies.get(decision.policy!)!.document);
		if (!(said.unknown in assumed)) return { decision, facts, said, assumed: [] };
		const completed = { ...facts, ...assumed };
		return { decision, facts: completed, said: evaluated(completed), assumed: Object.keys(assumed) };
	}

	/** The prices of the numbers that decisions are about. */
	async function pricesOf(known: readonly Known[]): Promise<ReadonlyMap<string, PriceList | undefined>> {
		const channels = [...new Set(known.map(({ decision }) => decision.channel))];
		const lists = await Promise.all(channels.map((one) => pricesOfNumber(store, one, account)));
		return new Map(channels.map((one, index) => [one, lists[index]]));
	}

	/**
	 * Judges decisions in their order; those that lack a fact after looking for it in the events.
	 * @param refusals the keys of messages that the gateway refused: letting them out had no effect
	 */
	async function judgeAll(all: readonly KeptDecision[], refusals: ReadonlySet<string>): Promise<void> {
		const decisions = all.filter((decision) => !isRefusal(decision));
		const page = decisions.filter((decision) => !isSent(decision) || !refusals.has(decision.key));
		counts.refused += decisions.length - page.length;
		const known = page.flatMap((decision): Known[] => {
			const policy = decision.policy === undefined ? undefined : policies.get(decision.policy);
			return policy ? [{ decision, facts: factsFrom(policy, decision) }] : [];
		});
		counts.decisions += known.length;
		theirs += known.filter(({ decision }) => isCandidate(policies.get(decision.policy!)!.document)).length;
		counts.withoutPolicy += page.length - known.length;
		const prices = await pricesOf(known);
		const asked = known.map(ask);
		const lacking = asked.filter(({ said }) => 'unknown' in said);
		const rebuilt = new Map<Asked, Partial<Facts>>();
		if (lacking.length > 0) {
			const facts = await rebuild(lacking);
			lacking.forEach((one, index) => rebuilt.set(one, facts[index]!));
		}
		for (const one of asked) {
			const list = prices.get(one.decision.channel);
			const facts = rebuilt.get(one);
			const again = facts ? ask({ ...one, facts }) : one;
			if (facts && !('unknown' in again.said)) {
				counts.rebuilt += 1;
				if (asksZone && one.facts.timeZones === undefined) byZone += 1;
			}
			judge({ ...again, assumed: [...new Set([...one.assumed, ...again.assumed])] }, list);
		}
	}

	// A refusal comes soon after the decision, perhaps on the next page.
	let page: readonly KeptDecision[] = [];
	for (let after; ;) {
		signal?.throwIfAborted();
		const read = await store.decisions.page({ since, limit: PAGE, channel, after });
		const next = keys ? read.filter(({ key }) => keys.has(key)) : read;
		const refusals = new Set([...page, ...next].filter(isRefusal).map(({ key }) => key));
		const isLast = read.length < PAGE;
		for (const decisions of isLast ? [page, next] : [page]) {
			if (decisions.length === 0) continue;
			await judgeAll(decisions, refusals);
			onProgress?.(counts.decisions + counts.withoutPolicy + counts.refused);
		}
		if (isLast) break;
		page = next;
		after = read.at(-1)!.place;
		await store.runtime.turn();
	}
	const replay = { ...counts, changes: changes.told(), missingFacts, assumedFacts };
	const name = `${candidate.name} (version ${candidate.version})`;
	return {
		...replay,
		...tellReplay(replay, {
			name,
			campaign,
			own: candidate.facts,
			isTheirs: theirs === counts.decisions,
			byZone,
		}),
	};
}
