import { impossibleAddress, normalizeAddress, readAddress, readAddressOrText } from '../../../platform';
import type { Connected } from '../connect';

/** How strictly a recipient is read. */
export interface RecipientOptions {
	/** Takes any text for the ID of a customer, as nodes did before they refused it. */
	takesText?: boolean;
}

/**
 * A customer's address, as the gateway takes it; empty if none is given. The credential's default country completes a
 * number without a country code. Who has written before is known by that address, whatever form it has.
 * @throws Error for what can't be the address of one customer
 */
export async function readCustomer(
	{ credential, engine }: Pick<Connected, 'credential' | 'engine'>,
	given: string,
	{ takesText = false }: RecipientOptions = {},
): Promise<string> {
	const read = takesText ? readAddressOrText : readAddress;
	const address = read(given, credential.defaultCountry);
	if (address !== undefined) return address;
	const to = normalizeAddress(given);
	const { windowClosesAt } = await engine.conversation({ channel: credential.channel, to });
	if (windowClosesAt !== undefined) return to;
	throw new Error(impossibleAddress(given));
}
