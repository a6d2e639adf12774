import type { Backoff } from '../../base';
import { errorText } from '../../base';
import type { Incident } from '../incidents';

/** How long to leave a store alone that is in trouble. */
export const STORE_BACKOFF: Backoff = { first: 250, most: 10_000 };

/** The incident of a store that doesn't answer. */
export const storeTrouble = (error: unknown, subscription: string): Incident => ({
	level: 'error',
	event: 'store-trouble',
	message: `The store doesn't respond: ${errorText(error)}`,
	subscription,
});
