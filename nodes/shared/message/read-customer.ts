import { impossibleAddress, normalizeAddress, readAddress } from '../../../platform';
import type { Connected } from '../connect';

/**
 * A customer's address, as the gateway takes it; empty if none is given. The credential's default country completes a
 * number without a country code. Who has written before is known by that address, whatever form it has.
 * @throws Error for a number that no country has
 */
export async function readCustomer(
	{ credential, engine }: Pick<Connected, 'credential' | 'engine'>,
	given: string,
): Promise<string> {
	const address = readAddress(given, credential.defaultCountry);
	if (address !== undefined) return address;
	const to = normalizeAddress(given);
	const { windowClosesAt } = await engine.conversation({ channel: credential.channel, to });
	if (windowClosesAt !== undefined) return to;
	throw new Error(impossibleAddress(given));
}
