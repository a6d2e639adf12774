import type { Decision, Facts } from '../engine';
import type { GatewayError } from '../gateway';
import type { OutcomeError } from './outcome';

/** What the rules say, without the facts they said it from. */
export type Verdict = Pick<Decision, 'action' | 'rule' | 'reason' | 'retryAt' | 'trace'>;

/** An error of the gateway, as an outcome carries it. */
export const asError = ({ status, code, title, details, effect }: GatewayError): OutcomeError => ({
	...(status !== undefined && { status }),
	...(code !== undefined && { code }),
	title,
	...(details !== undefined && { details }),
	effect,
});

export const verdictOf = ({ action, rule, reason, retryAt, trace }: Decision): Verdict => ({
	action,
	rule,
	reason,
	...(retryAt !== undefined && { retryAt }),
	...(trace && { trace }),
});

/** What later decisions count a template as: of which category, and whether it opened the conversation. */
export const countedAs = ({ category, window }: Facts): { category?: string; opens: boolean } => ({
	...(category !== 'none' && { category }),
	opens: window === 'closed',
});
