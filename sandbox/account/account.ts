import { randomBytes } from 'node:crypto';
import { newNumericId } from '../identity';

/** The one business account of the gateway and its one number. */
export interface Account {
	readonly accountId: string;
	readonly phoneNumberId: string;
	readonly displayPhoneNumber: string;
	readonly partnerId: string;
	readonly namespace: string;
	readonly apiKey: string;
	readonly signingSecret: string;
}

/** A new account. What isn't given is random. */
export function newAccount(
	given: { readonly [Key in keyof Account]?: Account[Key] | undefined } = {},
): Account {
	const known = Object.entries(given).filter(([, value]) => value !== undefined);
	return {
		accountId: newNumericId(),
		phoneNumberId: newNumericId(),
		displayPhoneNumber: '15550001234',
		partnerId: 'sandbox',
		namespace: randomBytes(8).toString('hex'),
		apiKey: `key-${randomBytes(12).toString('hex')}`,
		signingSecret: `secret-${randomBytes(16).toString('hex')}`,
		...Object.fromEntries(known),
	};
}
