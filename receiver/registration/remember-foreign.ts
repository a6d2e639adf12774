import type { Store } from '../../engine';

/**
 * Remembers the URL that `next` is about to replace, so that it can be put back. Never remembers one that was ours at
 * any time.
 */
export async function rememberForeign(
	{ store, channel }: { store: Store; channel: string },
	current: string,
	next: string,
): Promise<void> {
	if (current === '' || current === next) return;
	const known = await store.webhooks.list(channel);
	if (known.some(({ ours, url }) => ours && url === current)) return;
	await store.webhooks.noteForeign(channel, current, store.runtime.now());
}
