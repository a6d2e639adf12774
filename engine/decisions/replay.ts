import { evaluatorOfKnown } from '../../rules';
import type { Action } from '../decision';
import { NO_RULE } from '../policies/compile-policy';
import { factCatalogue } from '../policies/facts';
import type { FactName } from '../policies/facts';
import type { PolicyDocument } from '../policies/policy';
import type { KeptDecision } from '../store/decisions';
import type { Store } from '../store/store';
import { factsFrom } from './kept-facts';

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
	after: Said;
	count: number;
	/** The oldest ten. */
	examples: ChangedDecision[];
	/** In words. */
	sentence: string;
}

/** What another policy would have decided. */
export interface Replay {
	/** How many decisions of policies were kept since then. */
	decisions: number;
	same: number;
	differ: number;
	/** Of these the candidate reads a fact that wasn't kept, because the policy of then didn't read it. */
	notKnown: number;
	/** Messages about which no policy decided, such as those that came too late. They aren't judged. */
	withoutPolicy: number;
	/** The most frequent first. */
	changes: ReplayChange[];
	/** How often each fact was missing. */
	missingFacts: Partial<Record<FactName, number>>;
	/** The result in words. */
	sentence: string;
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

const inWords = ({ action, rule }: Said) => `${OUTCOMES[action]} by ${rule}`;

const changeInWords = ({ before, after }: Pick<ReplayChange, 'before' | 'after'>) =>
	`${inWords(after)} instead of ${inWords(before)}`;

function summaryOf({ decisions, differ, notKnown, changes, missingFacts }: Omit<Replay, 'sentence'>): string {
	if (decisions === 0) return 'No decision of that time is kept.';
	const named = changes.slice(0, NAMED).map((change) => `${count(change.count)} ${change.sentence}`);
	const more = changes.length > NAMED ? [`and ${changes.length - NAMED} other changes`] : [];
	const missing = Object.keys(missingFacts).join(', ');
	return [
		differ === 0
			? `None of ${count(decisions)} decisions differs.`
			: `${count(differ)} of ${count(decisions)} decisions differ: ${[...named, ...more].join('; ')}.`,
		...(notKnown === 0
			? []
			: [
					`${count(notKnown)} can't be judged, because the policy of then didn't read what this one asks for: ${missing}.`,
				]),
		'Each decision is judged alone: an earlier difference would have changed what counts in later ones.',
	].join(' ');
}

/**
 * Asks a policy about the decisions that were kept, with what was known then, and says what it would have decided
 * otherwise. What wasn't kept is never guessed.
 * @throws the signal's reason, if it ends the work early
 */
export async function replayDecisions(
	store: Store,
	candidate: Pick<PolicyDocument, 'rules'>,
	{ since, channel, onChange, onProgress, signal }: ReplayOptions,
): Promise<Replay> {
	const evaluate = evaluatorOfKnown(candidate.rules, factCatalogue);
	const policies = await store.decisions.policies();
	const changes = new Map<string, Omit<ReplayChange, 'sentence'>>();
	const missingFacts: Replay['missingFacts'] = {};
	const counts = { decisions: 0, same: 0, differ: 0, notKnown: 0, withoutPolicy: 0 };

	function judge(decision: KeptDecision): void {
		const policy = decision.policy === undefined ? undefined : policies.get(decision.policy);
		if (!policy) {
			counts.withoutPolicy += 1;
			return;
		}
		counts.decisions += 1;
		const said = evaluate(factsFrom(policy, decision) as Parameters<typeof evaluate>[0]);
		if ('unknown' in said) {
			const fact = said.unknown as FactName;
			counts.notKnown += 1;
			missingFacts[fact] = (missingFacts[fact] ?? 0) + 1;
			return;
		}
		const before = { action: decision.action, rule: decision.rule };
		const { action, rule } = said.rule
			? { action: said.rule.event.type, rule: said.rule.name }
			: { action: NO_RULE.action, rule: NO_RULE.rule };
		if (action === before.action && rule === before.rule) {
			counts.same += 1;
			return;
		}
		counts.differ += 1;
		const after = { action, rule };
		const way = JSON.stringify([before, after]);
		const change = changes.get(way) ?? { before, after, count: 0, examples: [] };
		const { key, channel: number, contact, at } = decision;
		const changed = { key, channel: number, contact, at, before, after };
		change.count += 1;
		if (change.examples.length < EXAMPLES) change.examples.push(changed);
		changes.set(way, change);
		onChange?.(changed);
	}

	for (let after; ;) {
		signal?.throwIfAborted();
		const page = await store.decisions.page({ since, limit: PAGE, channel, after });
		for (const decision of page) judge(decision);
		onProgress?.(counts.decisions + counts.withoutPolicy);
		if (page.length < PAGE) break;
		after = page.at(-1)!.place;
		await store.runtime.turn();
	}
	const sorted = [...changes.values()]
		.sort((a, b) => b.count - a.count)
		.map((change) => ({ ...change, sentence: changeInWords(change) }));
	const replay = { ...counts, changes: sorted, missingFacts };
	return { ...replay, sentence: summaryOf(replay) };
}
