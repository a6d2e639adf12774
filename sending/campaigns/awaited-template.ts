import type { Template } from '../../engine';

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

export const writeAwaited = ({ account, name, language }: AwaitedTemplate): string =>
	JSON.stringify([name, language, ...(account === undefined ? [] : [account])]);

export function readAwaited(text: string): AwaitedTemplate {
	const [name, language, account] = JSON.parse(text) as [string, string, string?];
	return { name, language, ...(account !== undefined && { account }) };
}

/** Whether a template's state still holds those who need it. */
export const holdsBack = (state: string): boolean => ENDS_BY_ITSELF.has(state);

/**
 * Whether the state of its template is all that holds a message.
 * @param retryAt when the rules are asked again. Epoch ms; absent if they don't say
 */
export function isForTemplate(
	retryAt: number | undefined,
	{ state, pauseEndsAt }: Pick<Template, 'pauseEndsAt'> & { state: string },
): boolean {
	return holdsBack(state) && (retryAt === undefined || retryAt === pauseEndsAt);
}
