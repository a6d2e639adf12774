import type { IDataObject } from 'n8n-workflow';
import type { Millionths, Store } from '../../../engine';
import { accountOfNumber, asUnits } from '../../../engine';
import type { Credential } from '../../shared/credential';

/** The account that the number of a credential belongs to; empty if it isn't known yet. */
export const accountOf = async (store: Store, { account, channel }: Credential): Promise<string> =>
	account ?? (await accountOfNumber(store, channel)) ?? '';

/** Amounts as items carry them: in units of their currency. */
export const inUnits = (amounts: Readonly<Record<string, Millionths | undefined>>): IDataObject =>
	Object.fromEntries(
		Object.entries(amounts).map(([name, amount]) => [name, amount === undefined ? null : asUnits(amount)]),
	);
