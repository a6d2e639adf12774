import type { Engine } from '../../engine';
import { reasonOfError } from '../../engine';
import type { Outcome } from '../outcome';
import { CONSEQUENCES, heldForConversation, isForConversation, mayBeForConversation } from '../submit';
import type { Decide } from './decide';
import type { OneSend } from './message';
import { isSendable } from './message';
import type { SubmitChosen } from './submit-chosen';

/** Sends a message in the form that the rules allow, and asks them again once after a refusal that changed the state. */
export async function sendByRules(decide: Decide, submit: SubmitChosen, one: OneSend): Promise<Outcome> {
	const { intent, trace } = one;
	const first = await decide(intent, { trace });
	if (!isSendable(first.outcome)) return first.outcome;
	const sent = await submit({ ...first, outcome: first.outcome, now: first.facts.now }, one, true);
	const { error } = sent;
	if (!error || !isSendable(sent)) return sent;
	const { rules, template } = CONSEQUENCES[error.effect];
	const mayBeActive = mayBeForConversation(sent.action, error);
	if (rules === 'keep' && !mayBeActive) return sent;

	const second = await decide(intent, { trace, lookUp: template === 'look up' });
	const isActive = mayBeActive && isForConversation(error, second.facts);
	if (rules === 'keep' && !isActive) return sent;
	if (!isSendable(second.outcome)) return { ...second.outcome, error };
	if (second.outcome.action !== sent.action) {
		return submit({ ...second, outcome: second.outcome, now: second.facts.now }, one, true);
	}
	return isActive ? { ...heldForConversation(error, second), error } : sent;
}

const AS_ASKED = 'as-asked';

/** Sends a message in the form asked for, without asking the rules. If the gateway refuses it, that is the reason. */
export async function sendAsAsked(
	engine: Engine,
	submit: SubmitChosen,
	action: 'freeform' | 'template',
	one: OneSend,
): Promise<Outcome> {
	const sent = await submitAsAsked(engine, submit, action, one);
	const { rule, error } = sent;
	if (!error || rule !== AS_ASKED) return sent;
	const what = error.effect === 'unknown-outcome' ? 'It may have been sent' : "It wasn't sent";
	return { ...sent, reason: `${what}: ${reasonOfError(error).replace(/\.$/, '')}.` };
}

async function submitAsAsked(
	engine: Engine,
	submit: SubmitChosen,
	action: 'freeform' | 'template',
	one: OneSend,
): Promise<Outcome> {
	const { intent } = one;
	const outcome = { action, rule: AS_ASKED, reason: 'Sent as asked, without asking the rules.' };
	if (action === 'freeform') return submit({ outcome, now: await engine.now(intent.channel) }, one, false);
	const { facts, sendTo } = await engine.look(intent);
	return submit({ outcome, facts, sendTo, now: facts.now }, one, false);
}
