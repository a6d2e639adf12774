import type { Runtime } from '../base';
import type { Account } from './account/account';
import { Changes } from './changes';
import { ChatLog } from './chats/chat-log';
import { VirtualClock } from './clock';
import { Conversations } from './conversations';
import { CustomerDirectory } from './customers/directory';
import { FaultPlan } from './fault-plan';
import { Groups } from './groups/groups';
import { MediaLibrary } from './media/library';
import { Ledger } from './messages/ledger';
import { profiles, type ProfileName } from './profile';
import { defaultSettings } from './settings';
import { ThreadOwners } from './thread-control/thread-owners';
import { WebhookQueue } from './webhooks/queue';
import type { World } from './world';
import { applySettings } from './world-settings';

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
