import { effectOfCode } from './error-effects';
import type { ErrorBody } from './wire/error-bodies';

const CONVERSATION = String.raw`(?:customer |service |conversation )*(?:conversation|session|window)`;
const STATE = '(?:active|open|ongoing)';
const ACTIVE = new RegExp(
	String.raw`\b${STATE} ${CONVERSATION}\b|\b${CONVERSATION} is (?:already |currently |still )?${STATE}\b`,
	'i',
);
const NOT_ACTIVE = new RegExp(
	String.raw`\b(?:no|without|outside)(?: an?| the| of an?)? ${STATE} ${CONVERSATION}\b`,
	'i',
);

/**
 * Whether a refusal says that a template may not go out because a conversation is active. The interface names the
 * rule and shows no code for it, so the words decide.
 */
export function refusesActiveConversation({ title, details }: ErrorBody): boolean {
	const words = `${title ?? ''} ${details ?? ''}`;
	return ACTIVE.test(words) && !NOT_ACTIVE.test(words);
}

/** Codes that refuse a request without saying what about it: an invalid value, a request in the wrong format. */
const VAGUE = new Set([100, 131009, 132018, 135000]);

/**
 * Whether a refusal of a template names no cause of its own, so that it can be for an active conversation: nobody
 * documents the code and the words of that refusal.
 */
export function canBeForActiveConversation(error: ErrorBody & { effect: string }): boolean {
	if (refusesActiveConversation(error)) return true;
	const { code, subcode, effect } = error;
	const known = [code, subcode].filter((each) => each !== undefined && effectOfCode(each) !== undefined);
	return effect === 'fix-request' && known.every((each) => VAGUE.has(each!));
}
