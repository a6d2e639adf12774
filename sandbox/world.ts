import type { Runtime } from '../base';
import type { Account } from './account/account';
import type { Billing } from './billing/billing';
import type { EntryPoints } from './billing/entry-points';
import type { Changes } from './changes';
import type { ChatLog } from './chat-log';
import type { VirtualClock } from './clock';
import type { Conversations } from './conversations';
import type { Customer } from './customers/customer';
import type { CustomerDirectory } from './customers/directory';
import type { FaultPlan } from './faults';
import type { Groups } from './groups/group';
import type { MediaLibrary } from './media/library';
import type { Ledger, SentMessage } from './messages/ledger';
import type { TokenBucket } from './messages/token-bucket';
import type { Profile, Settings } from './settings';
import type { Template } from './templates/template';
import type { ThreadOwners } from './thread-control/thread-owners';
import type { Announcement, Webhook } from './webhooks/event';
import type { WebhookQueue } from './webhooks/queue';

/** An n8n, and how to log in to it. */
export interface Editor {
	readonly url: string;
	readonly email?: string | undefined;
	readonly password?: string | undefined;
}

/** The gateway, whose world a reset replaces. Who acts later than at once asks it for the world that is there then. */
export interface Gateway {
	readonly world: World;
	/** Ends the world and all that is under way in it, and begins another one, as the first one began. */
	reset(): void;
	/** Ends the world. */
	close(): void;
}

/** Everything the gateway knows. */
export interface World {
	readonly gateway: Gateway;
	readonly account: Account;
	readonly profile: Profile;
	readonly clock: VirtualClock;
	readonly runtime: Runtime;
	readonly changes: Changes;
	readonly chats: ChatLog;
	readonly conversations: Conversations;
	readonly threadOwners: ThreadOwners;
	readonly groups: Groups;
	readonly media: MediaLibrary;
	readonly ledger: Ledger;
	readonly billing: Billing;
	readonly entryPoints: EntryPoints;
	readonly templates: Template[];
	readonly webhooks: WebhookQueue;
	readonly customers: CustomerDirectory;
	/** Keys of customers who opted out of marketing, and the event that said so. */
	readonly optedOut: Map<string, Announcement>;
	/** Keys of customers whose device is off, and the messages that wait for them. */
	readonly offline: Map<string, SentMessage[]>;
	/** The agent's messages by their IDs, and who they are for. */
	readonly agentMessages: Map<string, Customer>;
	/** Names of deleted approved templates, and when they were deleted (epoch ms). */
	readonly deletedNames: Map<string, number>;
	/** By conversation. */
	readonly pairBuckets: Map<string, TokenBucket>;
	settings: Settings;
	bucket: TokenBucket | undefined;
	faults: FaultPlan;
	webhook: Webhook | undefined;
	/** Where workflows are edited, for people who open the page. */
	editor: Editor | undefined;
	/** What a program still does here before people take over. */
	busy: string | undefined;
}
