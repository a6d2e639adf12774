import type { Decision, Facts, SentAs } from '../../engine';
import { reasonOfError } from '../../engine';
import type { GatewayError } from '../../gateway';
import { canBeForActiveConversation, CONVERSATION_WINDOW, refusesActiveConversation } from '../../platform';

type Refusal = Pick<GatewayError, 'effect' | 'code' | 'subcode' | 'title' | 'details'>;

/** A message that waits until the gateway takes its template. */
interface HeldForConversation {
	action: 'hold';
	rule: string;
	reason: string;
	retryAt: number;
}

/** When the customer last wrote, if the conversation is known to be active, as a refusal is recorded with it. */
export const activeSince = (facts: Pick<Facts, 'window' | 'windowClosesAt'> | undefined) =>
	facts?.window === 'open' && { activeSince: facts.windowClosesAt - CONVERSATION_WINDOW };

/** The rule of `strict` that holds templates for the same reason. */
const RULE = 'template-in-active-conversation';

/** Whether the gateway may have refused a template because the conversation is active, so that the rules are asked again. */
export const mayBeForConversation = (action: SentAs, error: Refusal): boolean =>
	action === 'template' && canBeForActiveConversation(error);

/** Whether it did: it says so, or it says nothing else, and the conversation is active. */
export const isForConversation = (error: Refusal, { window }: Pick<Facts, 'window'>): boolean =>
	refusesActiveConversation(error) || window === 'open';

/**
 * Holds a template that the rules let out again, although the gateway refused it for the active conversation: until the
 * conversation window closes, which is at most 24 hours away (docs/interface.md, Business rule).
 */
export function heldForConversation(
	error: Refusal,
	{ facts: { window, windowClosesAt, now } }: Pick<Decision, 'facts'>,
): HeldForConversation {
	const retryAt = window === 'open' ? windowClosesAt : now + CONVERSATION_WINDOW;
	const until = new Date(retryAt).toISOString();
	return {
		action: 'hold',
		rule: RULE,
		reason: `The policy sends templates in an active conversation, but the gateway refused this one: ${reasonOfError(error).replace(/\.$/, '')}. Wait until the conversation window closes at ${until}.`,
		retryAt,
	};
}
