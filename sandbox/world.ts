import type { Runtime } from '../base';
import type { Account } from './account';
import type { VirtualClock } from './clock';
import type { Conversations } from './conversations';
import type { FaultPlan } from './faults';
import type { Groups } from './groups/groups';
import type { MediaLibrary } from './media/library';
import type { Ledger, SentMessage } from './messages/ledger';
import type { TokenBucket } from './messages/token-bucket';
import type { Profile } from './profile';
import type { Settings } from './settings';
import type { Template } from './templates/template';
import type { Announcement } from './webhooks/announcement';
import type { WebhookQueue } from './webhooks/queue';
import type { Webhook } from './webhooks/webhook';

/** Everything the gateway knows. */
export interface World {
	readonly account: Account;
	readonly profile: Profile;
	readonly clock: VirtualClock;
	readonly runtime: Runtime;
	readonly conversations: Conversations;
	readonly groups: Groups;
	readonly media: MediaLibrary;
	readonly ledger: Ledger;
	readonly templates: Template[];
	readonly webhooks: WebhookQueue;
	/** Customers who opted out of marketing, and the event that said so. */
	readonly optedOut: Map<string, Announcement>;
	/** Numbers that the platform knows by another `wa_id`. */
	readonly aliases: Map<string, string>;
	/** Customers whose device is off, and the messages that wait for them. */
	readonly offline: Map<string, SentMessage[]>;
	/** Names of deleted approved templates, and when they were deleted (epoch ms). */
	readonly deletedNames: Map<string, number>;
	readonly pairBuckets: Map<string, TokenBucket>;
	settings: Settings;
	bucket: TokenBucket | undefined;
	faults: FaultPlan;
	webhook: Webhook | undefined;
}
