import type { Store } from '../../../engine';
import { accountOfNumber } from '../../../engine';
import type { Credential } from '../../shared/credential';

/** The account that the number of a credential belongs to; empty if it isn't known yet. */
export const accountOf = async (store: Store, { account, channel }: Credential): Promise<string> =>
	account ?? (await accountOfNumber(store, channel)) ?? '';
