import type { Store } from '../../engine';
import type { Credential } from './credential';

/** What credentials said in this process, by number; beside the store, which keeps the rates. Messages a second */
const saidOfStore = new WeakMap<Store, Map<string, number>>();

/**
 * Sets the rate of a credential's number if the credential names one: once in a process, and again when it has changed,
 * so that what Send Due sets since then stays.
 */
export async function setRateOf(
	{ channel, perSecond }: Pick<Credential, 'channel' | 'perSecond'>,
	store: Store,
): Promise<void> {
	const said = saidOfStore.get(store) ?? new Map<string, number>();
	saidOfStore.set(store, said);
	if (perSecond === undefined || said.get(channel) === perSecond) return;
	await store.rates.set(channel, perSecond);
	said.set(channel, perSecond);
}
