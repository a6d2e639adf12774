import type { FactCatalogue } from '../../rules';
import { factCatalogue } from './facts';

/** What a reason can name in braces: the facts, and when to ask again. */
export const REASON_FACTS: FactCatalogue = {
	...factCatalogue,
	retryAt: {
		type: 'time',
		label: 'Retry at',
		description: 'When to evaluate the rules again.',
		unknown: 'the rules allow it',
	},
};
