import { effectOfCode } from './error-effects';
import type { ErrorBody } from './wire/error-bodies';

const THREAD = String.raw`\b(?:thread|conversation)s?\b`;
const OWNS = String.raw`\b(?:own|owns|owned|owner|control|controls|controlled)\b`;
const WORDS = new RegExp(`${OWNS}.*${THREAD}|${THREAD}.*${OWNS}`, 'i');

/**
 * Whether a refusal says that another responder owns the conversation. The platform refuses service messages then, and
 * shows no code for it (platform-facts-2026, section 3), so the words decide, unless the code says something else.
 */
export function refusesForOwner({ code, title = '', details = '' }: ErrorBody): boolean {
	const effect = code === undefined ? undefined : effectOfCode(code);
	if (effect !== undefined && effect !== 'fix-request') return false;
	return [title, details].some((text) => WORDS.test(text));
}
