import type { ErrorBody } from './wire/error-bodies';

/**
 * Whether a refusal says that a template may not go out because a conversation is active. The interface names the
 * rule and shows no code for it, so the words decide.
 */
export function refusesActiveConversation({ title, details }: ErrorBody): boolean {
	return /active conversation|conversation is active/i.test(`${title ?? ''} ${details ?? ''}`);
}
