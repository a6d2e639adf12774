import * as z from 'zod';
import type { Runtime } from '../../base';
import type { Account } from '../account/account';
import type { Changes } from '../changes';
import type { VirtualClock } from '../clock';
import type { FaultPlan } from '../faults';
import type { Profile, Settings } from '../settings';

/** When the receiver took an event, epoch ms. From then on, the client could know. */
export interface Announcement {
	deliveredAt?: number;
}

/** One event: the `field` and `value` of a change, and the conversation whose order it keeps. */
export interface WebhookEvent {
	readonly field: string;
	readonly value: Readonly<Record<string, unknown>>;
	readonly conversation: string;
}

/** The standard envelope of events (docs/interface.md, Events). `time` is in Unix seconds. */
export function envelope(accountId: string, seconds: number, events: readonly WebhookEvent[]): object {
	const changes = events.map(({ field, value }) => ({ field, value }));
	return { object: 'whatsapp_business_account', entry: [{ id: accountId, time: seconds, changes }] };
}

/** The fields by which a receiver routes an event of the number. */
export function numberFields({ account, settings }: Pick<GatewayParts, 'account' | 'settings'>) {
	if (!settings.eventMetadata) return { messaging_product: 'whatsapp' };
	return {
		messaging_product: 'whatsapp',
		metadata: { display_phone_number: account.displayPhoneNumber, phone_number_id: account.phoneNumberId },
	};
}

/** The parts of the gateway that the delivery of events depends on. Some change while events are under way. */
export interface GatewayParts {
	readonly account: Account;
	readonly profile: Profile;
	readonly clock: VirtualClock;
	readonly runtime: Runtime;
	readonly changes: Changes;
	readonly settings: Settings;
	readonly faults: FaultPlan;
	readonly webhook: Webhook | undefined;
}

/**
 * Where events go. The gateway sends `headers` with every delivery (docs/interface.md, Webhook configuration and
 * migration).
 */
export const webhookSchema = z.object({
	url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
	headers: z.record(z.string(), z.string()).optional(),
});

export type Webhook = z.infer<typeof webhookSchema>;
