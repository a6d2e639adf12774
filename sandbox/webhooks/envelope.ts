import type { GatewayParts } from './gateway-parts';

/** One event: the `field` and `value` of a change, and the conversation whose order it keeps. */
export interface WebhookEvent {
	readonly field: string;
	readonly value: Readonly<Record<string, unknown>>;
	readonly conversation: string;
}

/** The standard envelope of events. Interface, "Events". `time` is in Unix seconds. */
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
