import * as z from 'zod';

/** The webhook configuration; a number without one answers null, an empty string or no url. */
export interface WebhookConfiguration {
	url?: string | null;
	[field: string]: unknown;
}

export const webhookConfiguration: z.ZodType<WebhookConfiguration> = z.lazy(() =>
	z.looseObject({
		url: z.string().nullish(),
	}),
);

/** Webhook fields, with every name a field is known by (docs/interface.md, Events; Template status; Groups). */
export const TEMPLATE_STATUS_FIELDS: ReadonlySet<string> = new Set([
	'message_template_status_update',
	'message_template_status_change',
	'template_message_update',
]);

export const GROUP_FIELDS: ReadonlySet<string> = new Set([
	'group_lifecycle_update',
	'group_participant_update',
	'group_participants_update',
	'group_settings_update',
	'group_status_update',
]);

/** Fields about the number or its account, which have no `value.metadata` (docs/interface.md, Number and account). */
export const ACCOUNT_FIELDS: ReadonlySet<string> = new Set([
	'account_alerts',
	'account_review_update',
	'account_settings_update',
	'account_update',
	'business_capability_update',
	'business_username_update',
	'business_username_updates',
	'partner_solutions',
	'payment_configuration_update',
	'phone_number_name_update',
	'phone_number_quality_update',
	'security',
]);

/**
 * Types of an inbound message that do not open the conversation window, as the customer wrote nothing new
 * (docs/interface.md, Messages from customers).
 */
export const TYPES_THAT_OPEN_NO_WINDOW: ReadonlySet<string> = new Set([
	'system',
	'request_welcome',
	'edit',
	'revoke',
]);
