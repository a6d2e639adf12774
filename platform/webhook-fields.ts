/** Webhook fields of the interface and the facts page, with every name a field is known by. */
export const TEMPLATE_STATUS_FIELDS: ReadonlySet<string> = new Set([
	'message_template_status_update',
	'message_template_status_change',
	'template_message_update',
]);

export const GROUP_FIELDS: ReadonlySet<string> = new Set([
	'group_lifecycle_update',
	'group_participants_update',
	'group_settings_update',
	'group_status_update',
]);

/**
 * Types of an inbound message that do not open the conversation window, as the customer wrote nothing new
 * (platform-facts, section 8, inferred).
 */
export const TYPES_THAT_OPEN_NO_WINDOW: ReadonlySet<string> = new Set([
	'system',
	'request_welcome',
	'edit',
	'revoke',
]);
