import { DAY, HOUR, MINUTE, SECOND } from '../../base';
import type { MessagingEvent } from '../../engine';
import { parseWebhook } from '../../engine';

/** Webhook bodies in the gateway's format (docs/interface.md, Events). */
export const ACCOUNT = '102290129340398';
export const CHANNEL = '106540352242922';
export const CUSTOMER = '4917012345678';
export const GROUP = 'Y2FwaV9ncm91cDoxMjM';

export { DAY, HOUR, MINUTE, SECOND };

const seconds = (at: number) => String(Math.floor(at / SECOND));

const metadata = (channel: string) => ({
	display_phone_number: '15550001234',
	phone_number_id: channel,
});

interface Place {
	account?: string;
	channel?: string;
}

/** One change in the standard envelope. `at` (epoch ms) becomes `entry[].time`. */
export function delivery(
	field: string,
	value: unknown,
	{ account = ACCOUNT, at }: Place & { at?: number } = {},
) {
	const time = at === undefined ? {} : { time: Math.floor(at / SECOND) };
	return {
		object: 'whatsapp_business_account',
		entry: [{ id: account, ...time, changes: [{ field, value }] }],
	};
}

export interface Written extends Place {
	at: number;
	from?: string;
	id?: string;
	type?: string;
	text?: string;
	group?: string;
	/** Whether the agent holds the conversation, so that the field is `standby`. */
	standby?: boolean;
}

export function customerMessage({
	at,
	from = CUSTOMER,
	id = `wamid.in.${from}.${at}`,
	type = 'text',
	text = 'Hello',
	group,
	standby = false,
	account,
	channel = CHANNEL,
}: Written) {
	const message = {
		from,
		id,
		timestamp: seconds(at),
		type,
		...(type === 'text' && { text: { body: text } }),
		...(group !== undefined && { group_id: group }),
	};
	const content = { contacts: [{ profile: { name: 'Ada' }, wa_id: from }], messages: [message] };
	const value = { messaging_product: 'whatsapp', metadata: metadata(channel) };
	return standby
		? delivery('standby', { ...value, standby: content }, { account })
		: delivery('messages', { ...value, ...content }, { account });
}

interface Echo {
	at: number;
	to?: string;
	id?: string;
	tag?: unknown;
}

export function agentEcho({ at, to = CUSTOMER, id = `wamid.echo.${to}.${at}`, tag = AGENT_TAG }: Echo) {
	const message = { to, type: 'text', text: { body: 'I am the agent' }, biz_opaque_callback_data: tag };
	const standby = { message_echoes: [{ id, timestamp: seconds(at), message }] };
	return delivery('standby', { messaging_product: 'whatsapp', metadata: metadata(CHANNEL), standby });
}

export const AGENT_TAG = JSON.stringify({ originator: 'bizai', channel: 'whatsapp' });

export function handover({
	at,
	to,
	contact = CUSTOMER,
	type = 'control_passed',
	channel = CHANNEL,
}: {
	at: number;
	to: 'business' | 'agent' | 'other' | 'unnamed';
	contact?: string;
	type?: string;
	channel?: string;
}) {
	const roles = {
		business: { previous_owner_app_role: 'platform_business_agent' },
		agent: { previous_owner_app_role: 'business' },
		other: { previous_owner_role: 'customer_service', new_owner_role: 'escalation' },
		unnamed: {},
	};
	return delivery('messaging_handovers', {
		messaging_product: 'whatsapp',
		recipient: metadata(channel),
		sender: { phone_number: contact },
		timestamp: seconds(at),
		type,
		[type]: roles[to],
	});
}

export function preference({
	at,
	value,
	contact = CUSTOMER,
	category = 'marketing_messages',
}: {
	at: number;
	value: string;
	contact?: string;
	category?: string;
}) {
	return delivery('user_preferences', {
		messaging_product: 'whatsapp',
		metadata: metadata(CHANNEL),
		user_preferences: [{ wa_id: contact, category, value, timestamp: seconds(at) }],
	});
}

export interface TemplateNews {
	at: number;
	event: string;
	title?: string;
	/** Beside a title only. */
	description?: string;
	reason?: string | null;
	name?: string;
	language?: string;
	account?: string;
	field?: string;
}

const templateNamed = (name: string, language: string) => ({
	message_template_id: 1_689_556_908_129_832,
	message_template_name: name,
	message_template_language: language,
});

export function templateStatus({
	at,
	event,
	title,
	description,
	reason = 'NONE',
	name = 'offer',
	language = 'en_US',
	account,
	field = 'message_template_status_update',
}: TemplateNews) {
	const value = {
		event,
		...templateNamed(name, language),
		reason,
		...(title && { other_info: { title, description } }),
	};
	return delivery(field, value, { account, at });
}

export function templateCategory({
	at,
	category,
	name = 'offer',
}: {
	at: number;
	category: string;
	name?: string;
}) {
	const value = { ...templateNamed(name, 'en_US'), previous_category: 'UTILITY', new_category: category };
	return delivery('template_category_update', value, { at });
}

export function templateQuality({
	at,
	quality,
	name = 'offer',
}: {
	at: number;
	quality: string;
	name?: string;
}) {
	const value = {
		...templateNamed(name, 'en_US'),
		previous_quality_score: 'GREEN',
		new_quality_score: quality,
	};
	return delivery('message_template_quality_update', value, { at });
}

export interface Status extends Place {
	at: number;
	status?: string;
	id?: string;
	to?: string;
	code?: number;
	callbackData?: unknown;
	group?: string;
	standby?: boolean;
	pricing?: object;
	conversation?: object;
}

export function messageStatus({
	at,
	status = 'delivered',
	id = 'wamid.out.1',
	to = CUSTOMER,
	code,
	callbackData,
	group,
	standby = false,
	pricing,
	conversation,
	channel = CHANNEL,
	account,
}: Status) {
	const one = {
		id,
		status,
		timestamp: seconds(at),
		recipient_id: group ?? to,
		...(group !== undefined && { recipient_type: 'group', recipient_participant_id: to }),
		...(callbackData !== undefined && { biz_opaque_callback_data: callbackData }),
		...(pricing && { pricing }),
		...(conversation && { conversation }),
		...(code !== undefined && {
			errors: [{ code, title: 'A failure', message: 'A failure', error_data: { details: 'In detail' } }],
		}),
	};
	const value = { messaging_product: 'whatsapp', metadata: metadata(channel) };
	return standby
		? delivery('standby', { ...value, standby: { statuses: [one] } }, { account })
		: delivery('messages', { ...value, statuses: [one] }, { account });
}

/** The only event of a body. */
export function only(body: unknown, receivedAt?: number): MessagingEvent {
	const events = parseWebhook(body, receivedAt);
	expect(events).toHaveLength(1);
	return events[0]!;
}
