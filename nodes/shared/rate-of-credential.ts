import type { Store } from '../../engine';
import type { Credential } from './credential';

/** What credentials said in this process, by number. Messages a second */
const saidByNumber = () => new Map<string, number>();

/**
 * Sets the rate of a credential's number if the credential names one: once in a process, and again when it has changed,
 * so that what Send Due sets since then stays.
 */
export async function setRateOf(
	{ channel, perSecond }: Pick<Credential, 'channel' | 'perSecond'>,
	store: Store,
): Promise<void> {
	const said = store.session.part(saidByNumber);
	if (perSecond === undefined || said.get(channel) === perSecond) return;
	await store.rates.set(channel, perSecond);
	said.set(channel, perSecond);
}
