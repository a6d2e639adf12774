import type { Decision, RecipientEnd } from '../../../engine';

/** When what is held without a time is looked at again. ms */
const LOOK_AGAIN = 15 * 60_000;
/** Those held until the same time are spread over this much. ms */
const SPREAD = 1_000;

/** States of a template that the platform ends, so that recipients who need the template wait for that. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set([
	'never-seen',
	'in-review',
	'in-appeal',
	'over-limit',
	'paused',
]);

/** A template as what waits for it names it. */
export interface AwaitedTemplate {
	account?: string;
	name: string;
	language: string;
}

const writeAwaited = ({ account, name, language }: AwaitedTemplate): string =>
	JSON.stringify([name, language, ...(account === undefined ? [] : [account])]);

export function readAwaited(text: string): AwaitedTemplate {
	const [name, language, account] = JSON.parse(text) as [string, string, string?];
	return { name, language, ...(account !== undefined && { account }) };
}

/** Whether a template's state still holds those who need it. */
export const holdsBack = (state: string): boolean => ENDS_BY_ITSELF.has(state);

/** Whether the state of its template is all that holds a message. */
function isForTemplate({ retryAt, facts }: Decision): boolean {
	if (!holdsBack(facts.templateState)) return false;
	return retryAt === undefined || retryAt === facts.templatePauseEndsAt;
}

/**
 * What becomes of a recipient that the rules hold. It is looked at again when the rules say so, or else after a while;
 * if it waits for its template, as soon as that can be sent.
 * @param random from 0 to 1
 */
export function afterHold(
	key: string,
	decision: Decision,
	template: AwaitedTemplate | undefined,
	now: number,
	random: () => number,
): Omit<RecipientEnd, 'token'> {
	const { rule, reason, retryAt = now + LOOK_AGAIN } = decision;
	const due = Math.ceil(Math.max(retryAt, now + SPREAD) + random() * SPREAD);
	const waitsFor = template && isForTemplate(decision) ? writeAwaited(template) : undefined;
	return { key, step: 'hold', rule, reason, due, ...(waitsFor !== undefined && { waitsFor }) };
}
