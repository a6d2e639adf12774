import type { Engine, SentAs } from '../../engine';
import { AS_ASKED, costOfDecided, pricesOfNumber, reasonOfError, reservationOf } from '../../engine';
import { CONSEQUENCES, heldForConversation, isForConversation, mayBeForConversation } from '../submit';
import type { Message } from './attempt';
import type { Decide, Decided } from './decide';
import { isSendable } from './decide';
import type { SubmitMessage } from './submit-message';

/** Sends a message in the form that the rules allow, and asks them again once after a refusal that changed the state. */
export async function sendByRules(decide: Decide, submit: SubmitMessage, message: Message): Promise<Decided> {
	const { intent, trace } = message;
	const first = await decide(intent, { trace });
	if (!isSendable(first)) return first;
	const sent = await submit(first, message, true);
	const { action, error } = sent.outcome;
	if (!error || (action !== 'freeform' && action !== 'template')) return sent;
	const { rules, template } = CONSEQUENCES[error.effect];
	const mayBeActive = mayBeForConversation(action, error);
	if (rules === 'keep' && !mayBeActive) return sent;

	const second = await decide(intent, { trace, lookUp: template === 'look up' });
	const isActive = mayBeActive && isForConversation(error, second.facts);
	if (rules === 'keep' && !isActive) return sent;
	const refused = { error, now: sent.now };
	if (!isSendable(second)) return { ...second, outcome: { ...second.outcome, error }, refused };
	if (second.outcome.action !== action) return { ...(await submit(second, message, true)), refused };
	if (!isActive) return sent;
	const { now, estimate } = second;
	return { outcome: { ...heldForConversation(error, second), error }, now, estimate, refused };
}

/** Sends a message in the form asked for, without asking the rules. If the gateway refuses it, that is the reason. */
export async function sendAsAsked(
	engine: Engine,
	submit: SubmitMessage,
	action: SentAs,
	message: Message,
): Promise<Decided> {
	const { intent } = message;
	const outcome = { action, rule: AS_ASKED, reason: 'Sent as asked, without asking the rules.' };
	const prices = await pricesOfNumber(engine.store, intent.channel, intent.account);
	const { facts, sendTo, to = intent.to } = action === 'template' || prices ? await engine.look(intent) : {};
	const now = facts?.now ?? (await engine.now(intent.channel));
	// What nobody capped counts toward the caps of others.
	const reserve = facts && prices && reservationOf(action, facts, prices);
	const estimate = facts && prices && costOfDecided(to, action, facts, prices);
	const sent = await submit({ outcome, now, facts, sendTo, reserve, estimate }, message, false);
	const { rule, error } = sent.outcome;
	if (!error || rule !== AS_ASKED) return sent;
	const what = error.effect === 'unknown-outcome' ? 'It may have been sent' : "It wasn't sent";
	const reason = `${what}: ${reasonOfError(error).replace(/\.$/, '')}.`;
	return { ...sent, outcome: { ...sent.outcome, reason } };
}
