import * as z from 'zod';
import { threadRoles } from './thread-control/roles';

/**
 * How the gateway behaves if the interface and the platform differ, or if the interface shows no rule.
 *
 * | setting | means |
 * | --- | --- |
 * | policy | `strict`: no template while a conversation is active (interface). `platform`: templates at any time |
 * | throughput | messages a second for the number, with a burst of 5 %. Unset or null: unlimited |
 * | latency | milliseconds added to every answer of the API |
 * | templateStatusField | the field name of template status events. The interface and the platform use three |
 * | hyphenatedLanguages | template events write `en-US`, the list `en_US` |
 * | categoryMismatch | a UTILITY template that reads like marketing is rejected (interface), or becomes MARKETING |
 * | handoverOnSend | the event type when the business sends into a conversation of the agent |
 * | handoverOnRelease | whether a thread-control release emits `messaging_handovers` |
 * | agentReceipts | the field in which the receipts of agent messages arrive |
 * | agentTag | how callback data says `bizai`: a JSON text, an object or plain text |
 * | reviewMs | templates are approved this long after they are submitted. Unset: only by `approve` |
 * | templateNames | how many template names the account can have |
 * | editRules | `any`: every edit is accepted (interface). `platform`: only those that the platform accepts |
 * | webhookBatch | how many events one delivery can hold. 1: each event by itself |
 * | statusDelayMs | virtual time from acceptance to `sent`, and from `sent` to `delivered` |
 * | threadControl | `two-responders`: the business and the agent (interface). `roles`: owner roles (facts 2026, §3) |
 * | threadRole | with `roles`: the business's own role |
 * | threadResponders | with `roles`: the roles that are enabled for the number |
 * | recipientSpelling | `old`: statuses write `parent_recipient_user_id` and `participant_recipient_id` |
 * | pricing | what statuses say about the price: per `message`, per `conversation` (until July 2025), or `none` |
 * | freeServiceMessages | how many service messages a calendar month are free |
 * | eventMetadata | whether the value of an event names the number in `metadata` |
 * | webhookChallenge | a verify token: a webhook is set only after its URL answers `hub.challenge` |
 */
export const settingsSchema = z.strictObject({
	policy: z.enum(['strict', 'platform']),
	throughput: z.number().positive().nullish(),
	latency: z.number().min(0),
	templateStatusField: z.enum([
		'message_template_status_update',
		'message_template_status_change',
		'template_message_update',
	]),
	hyphenatedLanguages: z.boolean(),
	categoryMismatch: z.enum(['reject', 'recategorise']),
	handoverOnSend: z.enum(['control_passed', 'control_taken']),
	handoverOnRelease: z.boolean(),
	agentReceipts: z.enum(['standby', 'messages']),
	agentTag: z.enum(['json', 'object', 'text']),
	reviewMs: z.number().min(0).nullish(),
	templateNames: z.number().int().min(1),
	editRules: z.enum(['any', 'platform']),
	webhookBatch: z.number().int().min(1).max(1000),
	statusDelayMs: z.number().min(0),
	threadControl: z.enum(['two-responders', 'roles']),
	threadRole: z.enum(threadRoles),
	threadResponders: z.array(z.enum(threadRoles)),
	recipientSpelling: z.enum(['new', 'old']),
	pricing: z.enum(['message', 'conversation', 'none']),
	freeServiceMessages: z.number().int().min(0),
	eventMetadata: z.boolean(),
	webhookChallenge: z.string().min(1).nullish(),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
	policy: 'strict',
	latency: 0,
	templateStatusField: 'message_template_status_update',
	hyphenatedLanguages: false,
	categoryMismatch: 'reject',
	handoverOnSend: 'control_passed',
	handoverOnRelease: true,
	agentReceipts: 'standby',
	agentTag: 'json',
	templateNames: 250,
	editRules: 'any',
	webhookBatch: 1,
	statusDelayMs: 0,
	threadControl: 'two-responders',
	threadRole: 'customer_service',
	threadResponders: ['customer_service', 'ai_agent', 'escalation'],
	recipientSpelling: 'new',
	pricing: 'message',
	freeServiceMessages: 1000,
	eventMetadata: true,
};
