import type { Runtime } from '../base';
import type { Account } from './account/account';
import { Changes } from './changes';
import { ChatLog } from './chat-log';
import { VirtualClock } from './clock';
import { Conversations } from './conversations';
import { CustomerDirectory } from './customers/directory';
import { FaultPlan } from './faults';
import { Groups } from './groups/group';
import { MediaLibrary } from './media/library';
import { Ledger } from './messages/ledger';
import { TokenBucket } from './messages/token-bucket';
import { profiles, type ProfileName, defaultSettings, type Settings } from './settings';
import { ThreadOwners } from './thread-control/thread-owners';
import { WebhookQueue } from './webhooks/queue';
import type { World } from './world';

/** Everything the gateway knows, at its beginning. */
export function createWorld(
	runtime: Runtime,
	account: Account,
	profile: ProfileName,
	settings: Parameters<typeof applySettings>[1],
): World {
	const clock = new VirtualClock(runtime);
	const conversations = new Conversations(clock);
	const world: World = {
		account,
		profile: profiles[profile],
		clock,
		runtime,
		changes: new Changes(),
		chats: new ChatLog(clock),
		conversations,
		threadOwners: new ThreadOwners(clock, (key) => conversations.closesAt(key)),
		groups: new Groups(clock),
		media: new MediaLibrary(clock),
		ledger: new Ledger(clock),
		templates: [],
		webhooks: new WebhookQueue(() => world),
		optedOut: new Map(),
		customers: new CustomerDirectory(account.accountId),
		agentMessages: new Map(),
		offline: new Map(),
		deletedNames: new Map(),
		pairBuckets: new Map(),
		serviceMessages: new Map(),
		settings: defaultSettings,
		bucket: undefined,
		faults: new FaultPlan(),
		webhook: undefined,
		editor: undefined,
	};
	applySettings(world, settings);
	clock.onJump(() => {
		world.webhooks.wake();
		world.changes.note();
	});
	return world;
}

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
