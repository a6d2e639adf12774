import type { Bill } from '../billing/bill';
import type { Faults } from '../faults';
import type { MessageStatus } from '../messages/ledger';
import type { DeliveryAttempt } from '../webhooks/delivery';
import type { Editor } from '../world';

/**
 * What the page knows, as records by key: `gateway`, `bill`, `customer:…`, `group:…`, `template:…`, `entry:…`, `delivery:…`.
 * All times are epoch ms of the virtual clock.
 */
export type PageRecord =
	GatewayRecord | BillRecord | CustomerRecord | GroupRecord | TemplateRecord | EntryRecord | DeliveryRecord;

/** One message to the page. `reset`: it begins anew. `put` adds and replaces records, `drop` removes them. */
export interface Update {
	readonly now: number;
	readonly reset?: true;
	readonly put: Readonly<Record<string, PageRecord>>;
	readonly drop: readonly string[];
}

/**
 * The number, what a client needs to connect to it, and how it behaves. `timeZone`: where its machine is. `busy`: what a
 * program still does here.
 */
export interface GatewayRecord {
	readonly kind: 'gateway';
	readonly timeZone: string;
	readonly url: string;
	readonly apiKey: string;
	readonly signatureHeader: string;
	readonly signingSecret: string;
	readonly phoneNumberId: string;
	readonly accountId: string;
	readonly number: string;
	readonly webhook: string | null;
	readonly agentEnabled: boolean;
	readonly editor: Editor | null;
	readonly busy: string | null;
	readonly faults: Faults;
}

/**
 * What this month costs so far. `month` is that of the account's time zone. `freeLeft`: how many of its `freeService`
 * service messages are still free. `csv`: the lines of each day. `prices`: what counts for the next messages.
 */
export interface BillRecord extends Pick<Bill, 'timeZone' | 'lines' | 'total'> {
	readonly kind: 'bill';
	readonly month: string;
	readonly freeService: number;
	readonly freeLeft: number;
	readonly csv: string;
	readonly prices: { readonly currency: string; readonly csv: string; readonly hasTiers: boolean } | null;
}

/**
 * `address` is what the control takes as the customer's name: the phone number, or else the user ID. `list` is the list
 * that the customer is in, if any.
 */
export interface CustomerRecord {
	readonly kind: 'customer';
	readonly key: string;
	readonly address: string;
	readonly name: string;
	readonly closesAt: number | null;
	readonly holder: string;
	readonly list: string | null;
	readonly optedOut: boolean;
	readonly offline: boolean;
}

export interface GroupRecord {
	readonly kind: 'group';
	readonly key: string;
	readonly id: string;
	readonly subject: string;
	readonly needsApproval: boolean;
	readonly suspended: boolean;
	readonly closesAt: number | null;
	/** Keys of customers. */
	readonly participants: readonly string[];
	readonly requests: readonly { readonly id: string; readonly customer: string }[];
}

export interface TemplateRecord {
	readonly kind: 'template';
	readonly id: string;
	readonly name: string;
	readonly language: string;
	readonly category: string;
	readonly status: string;
	readonly quality: string;
	readonly rejectedReason: string;
	readonly pausedUntil: number | null;
	readonly components: readonly object[];
}

/** A line of a chat. `content` is as in `ChatEntry`. `status` is set if the business sent it. */
export interface EntryRecord {
	readonly kind: 'entry';
	readonly id: string;
	readonly order: number;
	readonly at: number;
	readonly conversation: string;
	readonly by: 'customer' | 'business' | 'agent' | 'phone-app' | 'note';
	readonly type: string;
	readonly content: unknown;
	readonly author?: string;
	readonly replyTo?: string;
	readonly status?: MessageStatus;
	readonly error?: { readonly code: number; readonly title: string };
	readonly definition?: readonly object[];
	readonly read?: boolean;
	readonly typingUntil?: number;
}

/**
 * A delivery with its attempts, oldest first. The page asks the control for the body. `topic` is `message`, `status`, or
 * else the field. `conversations`: the keys of those that it is about.
 */
export interface DeliveryRecord {
	readonly kind: 'delivery';
	readonly id: string;
	readonly order: number;
	readonly field: string;
	readonly topic: string;
	readonly conversations: readonly string[];
	readonly about: string;
	readonly attempts: readonly Pick<DeliveryAttempt, 'at' | 'url' | 'status' | 'outcome' | 'error'>[];
}
