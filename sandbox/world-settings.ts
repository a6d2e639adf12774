import { TokenBucket } from './messages/token-bucket';
import type { Settings } from './settings';
import type { World } from './world';

/** Changes some settings. A new throughput begins with a full burst. */
export function applySettings(
	world: World,
	changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined },
): void {
	const kept = Object.entries(changes).filter(([, value]) => value !== undefined);
	world.settings = { ...world.settings, ...Object.fromEntries(kept) };
	const { throughput } = changes;
	if (throughput === undefined) return;
	world.bucket = throughput === null ? undefined : new TokenBucket(throughput, () => world.clock.now());
}
