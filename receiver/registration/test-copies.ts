import type { Store } from '../../engine';

/** The longest that a test run listens: n8n ends it after two minutes. ms */
const LONGEST_LISTEN = 120_000;

/** Header of a delivery that was copied to a test run. */
export const COPY_HEADER = 'x-business-messaging-copy';

const LISTENER = 'test-listener';

const write = (channel: string, value: string | null, at: number) => ({
	registers: [{ scope: channel, subject: '', name: LISTENER, at, rank: 0, id: '', value }],
});

/** From now on a copy of each delivery of the number goes to the URL of a test run. */
export async function listenForCopies(store: Store, channel: string, url: string): Promise<void> {
	await store.apply(write(channel, url, store.runtime.now()));
}

/** No more copies. */
export async function endCopies(store: Store, channel: string): Promise<void> {
	await store.apply(write(channel, null, store.runtime.now()));
}

/** Where a copy of the number's deliveries goes now, if anywhere. */
export async function copiesGoTo(store: Store, channel: string): Promise<string | undefined> {
	const listener = await store.readRegister(channel, '', LISTENER);
	const listens = typeof listener?.value === 'string' && store.runtime.now() - listener.at < LONGEST_LISTEN;
	return listens ? (listener.value as string) : undefined;
}
