import { EFFECT_MEANINGS } from '../../platform';
import type { Decision, Verdict } from '../decision';
import type { Facts } from '../policies/facts';
import type { DecisionNote, DecisionOrigin, LoggedPolicy } from '../store/decisions';
import type { Store } from '../store/store';
import { valuesOf } from './kept-facts';

/** What was decided about a message, and by whom. */
export interface DecidedMessage extends Pick<Verdict, 'action' | 'rule' | 'reason' | 'retryAt'> {
	/** The policy that said so; absent if something else decided. */
	policy?: LoggedPolicy;
	/** What the policy was asked about. */
	facts?: Facts;
	estimate?: Decision['estimate'] | undefined;
	/** Epoch ms of the gateway's clock */
	at: number;
}

/** The rule of messages that are sent in the form asked for, without asking a policy. */
export const AS_ASKED = 'as-asked';

/** What stands for the rule in the log if the gateway refused a message: what the refusal is about. */
export const REFUSED_AS: readonly string[] = Object.keys(EFFECT_MEANINGS);

/** What stands for the rule of recipients who were skipped without asking the rules: somebody ended it, or its time was over. */
const CANCELLED_AS = ['campaign-cancelled', 'recipient-cancelled', 'campaign-ended'] as const;
export type SkipRule = (typeof CANCELLED_AS)[number];

/** Whether a line of the log tells that a recipient of a campaign was taken out before the message was sent. */
export const isCancellation = ({ policy, rule }: { policy?: unknown; rule: string }): boolean =>
	policy === undefined && CANCELLED_AS.some((each) => each === rule);

/** Whether a line of the log tells that the gateway refused a message. The rules don't decide that. */
export const isRefusal = ({
	policy,
	action,
	rule,
}: {
	policy?: unknown;
	action: string;
	rule: string;
}): boolean => policy === undefined && action === 'skip' && REFUSED_AS.includes(rule);

/** What the log keeps of a decision. The reason is told from the policy and the facts, if a policy decided. */
export function noteOf(
	{ policy, facts, at, action, rule, reason, retryAt, estimate }: DecidedMessage,
	message: Pick<DecisionNote, 'key' | 'channel' | 'contact' | 'origin'>,
): DecisionNote {
	const { key, channel, contact, origin } = message;
	const byPolicy = policy && facts;
	return {
		key,
		channel,
		contact,
		at: Math.floor(at),
		action,
		rule,
		...(retryAt !== undefined && { retryAt }),
		...(byPolicy && { policy: policy.id, facts: valuesOf(policy, facts) }),
		...(!byPolicy && rule !== AS_ASKED && { why: reason }),
		...(estimate && { estimate }),
		...(origin && { origin }),
	};
}

/** The policies that this process has put into the log. */
const learned = () => new Map<string, Promise<void>>();

/** Puts a policy into the log before its first decision, so that the decision can be explained. */
export function learnPolicy(store: Store, policy: LoggedPolicy): Promise<void> {
	const known = store.session.part(learned);
	const learning = known.get(policy.id) ?? store.decisions.learnPolicy(policy);
	known.set(policy.id, learning);
	learning.catch(() => known.delete(policy.id));
	return learning;
}

/** The names of workflows that this process has put into the log, by their IDs. */
const named = () => new Map<string, string>();

/** Puts the name of the workflow that asks into the log, so that people are told it instead of an ID. */
export async function learnWorkflow(
	store: Store,
	{ workflow: id, workflowName: name }: DecisionOrigin = {},
): Promise<void> {
	const known = store.session.part(named);
	if (id === undefined || name === undefined || known.get(id) === name) return;
	await store.decisions.learnWorkflow({ id, name });
	known.set(id, name);
}
