import type { Runtime } from '../base';
import type { Account } from './account/account';
import { Billing } from './billing/billing';
import { EntryPoints } from './billing/entry-points';
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
import type { Gateway, World } from './world';

type SomeSettings = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

/** What all worlds of a gateway have in common, and the settings with which each of them begins. */
interface Constants extends Pick<World, 'account' | 'profile' | 'runtime' | 'changes'> {
	readonly settings: SomeSettings;
}

/** A gateway, with a world at its beginning. */
export function createGateway(
	runtime: Runtime,
	account: Account,
	profile: ProfileName,
	settings: SomeSettings,
): Gateway {
	const constants = { runtime, account, profile: profiles[profile], changes: new Changes(), settings };
	let world: World;
	const close = () => {
		world.clock.close();
		world.webhooks.close();
	};
	const gateway: Gateway = {
		get world() {
			return world;
		},
		reset() {
			close();
			world = createWorld(gateway, constants);
			constants.changes.note();
		},
		close,
	};
	world = createWorld(gateway, constants);
	return gateway;
}

/** Everything the gateway knows, at its beginning. */
function createWorld(gateway: Gateway, { settings, ...shared }: Constants): World {
	const { account, runtime } = shared;
	const clock = new VirtualClock(runtime);
	const conversations = new Conversations(clock);
	const world: World = {
		...shared,
		gateway,
		clock,
		chats: new ChatLog(clock),
		conversations,
		threadOwners: new ThreadOwners(clock, (key) => conversations.closesAt(key)),
		groups: new Groups(clock),
		media: new MediaLibrary(clock),
		ledger: new Ledger(clock),
		billing: new Billing(),
		entryPoints: new EntryPoints(clock),
		templates: [],
		webhooks: new WebhookQueue(() => world),
		optedOut: new Map(),
		customers: new CustomerDirectory(account.accountId),
		agentMessages: new Map(),
		offline: new Map(),
		deletedNames: new Map(),
		pairBuckets: new Map(),
		settings: defaultSettings,
		bucket: undefined,
		faults: new FaultPlan(),
		webhook: undefined,
		editor: undefined,
		busy: undefined,
	};
	applySettings(world, settings);
	clock.onJump(() => {
		world.webhooks.wake();
		world.changes.note();
	});
	return world;
}

/** Changes some settings. A new throughput begins with a full burst. */
export function applySettings(world: World, changes: SomeSettings): void {
	const kept = Object.entries(changes).filter(([, value]) => value !== undefined);
	world.settings = { ...world.settings, ...Object.fromEntries(kept) };
	const { throughput } = changes;
	if (throughput === undefined) return;
	world.bucket = throughput === null ? undefined : new TokenBucket(throughput, () => world.clock.now());
}
