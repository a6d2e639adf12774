import type { Decision, RecipientEnd } from '../../../engine';
import type { AwaitedTemplate } from '../awaited-template';
import { isForTemplate, writeAwaited } from '../awaited-template';

/** When what is held without a time is looked at again. ms */
const LOOK_AGAIN = 15 * 60_000;
/** Those held until the same time are spread over this much. ms */
const SPREAD = 1_000;

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
	const { rule, reason, retryAt, facts } = decision;
	const due = Math.ceil(Math.max(retryAt ?? now + LOOK_AGAIN, now + SPREAD) + random() * SPREAD);
	const ofTemplate = { state: facts.templateState, pauseEndsAt: facts.templatePauseEndsAt };
	const waitsFor = template && isForTemplate(retryAt, ofTemplate) ? writeAwaited(template) : undefined;
	return { key, step: 'hold', rule, reason, due, ...(waitsFor !== undefined && { waitsFor }) };
}
