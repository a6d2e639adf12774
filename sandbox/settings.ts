import { HOUR } from '../base';
import * as z from 'zod';
import { isTimeZone } from './billing/calendar';
import { priceTableSchema, type PriceTable } from './billing/prices';

/** The responders that can own a thread (docs/interface.md, Conversation control). */
export const threadRoles = [
	'customer_service',
	'marketing',
	'utility',
	'ctwa',
	'ai_agent',
	'escalation',
] as const;

export type ThreadRole = (typeof threadRoles)[number];

/** How the gateway behaves if the interface (docs/interface.md) and the platform differ, or if the interface shows no rule. */
export interface Settings {
	/** `strict`: no template while a conversation is active (interface). `platform`: templates at any time. */
	policy: 'strict' | 'platform';
	/** Messages a second for the number, with a burst of 5 %. Unlimited if left out or null. */
	throughput?: number | null;
	/** Added to every answer of the API. ms */
	latency: number;
	/** The field name of template status events. The interface and the platform use three. */
	templateStatusField:
		'message_template_status_update' | 'message_template_status_change' | 'template_message_update';
	/** Template events write `en-US`, the list `en_US`. */
	hyphenatedLanguages: boolean;
	/** A UTILITY template that reads like marketing is rejected (interface), or becomes MARKETING. */
	categoryMismatch: 'reject' | 'recategorise';
	/** The event type when the business sends into a conversation of the agent. */
	handoverOnSend: 'control_passed' | 'control_taken';
	/** Whether a thread-control release emits `messaging_handovers`. */
	handoverOnRelease: boolean;
	/** The field in which the receipts of agent messages arrive. */
	agentReceipts: 'standby' | 'messages';
	/** How callback data says `bizai`: a JSON text, an object, or plain text. */
	agentTag: 'json' | 'object' | 'text';
	/** Templates are approved this long after they are submitted; only by `approve` if left out or null. ms */
	reviewMs?: number | null;
	/** How many template names the account can have. */
	templateNames: number;
	/** `any`: every edit is accepted (interface). `platform`: only those that the platform accepts. */
	editRules: 'any' | 'platform';
	/** How many events one delivery can hold. 1: each event by itself. */
	webhookBatch: number;
	/** Virtual time from acceptance to `sent`, and from `sent` to `delivered`. ms */
	statusDelayMs: number;
	/**
	 * `two-responders`: the business and the agent (interface). `roles`: owner roles (docs/interface.md, Conversation
	 * control).
	 */
	threadControl: 'two-responders' | 'roles';
	/** With `roles`: the business's own role. */
	threadRole: ThreadRole;
	/** With `roles`: the roles that are enabled for the number. */
	threadResponders: ThreadRole[];
	/** `old`: statuses write `parent_recipient_user_id` and `participant_recipient_id`. */
	recipientSpelling: 'new' | 'old';
	/** What statuses say about the price: per `message`, per `conversation` (until July 2025), or `none`. */
	pricing: 'message' | 'conversation' | 'none';
	/** The status that says it: `sent`, the first of `delivered` and `read`, or only `read`. It comes once. */
	pricingStatus: 'sent' | 'delivered' | 'read';
	/** Where a status of a group has it: in the `status` itself, or nested in its `conversation`. */
	groupPricing: 'status' | 'conversation';
	/** How many delivered service messages are free in a calendar month of the account's time zone. */
	freeServiceMessages: number;
	/** From the first answer to a customer who came from an ad, everything to this customer is free so long. ms */
	freeEntryPointMs: number;
	/** Whether the account pays nothing for what is charged (`subtype: paid_exempt`). */
	paidExempt: boolean;
	/** The countries (ISO 3166 alpha-2) in which authentication templates are `authentication-international`. */
	internationalMarkets: string[];
	/** `authentication-international` in statuses, or with an underscore. */
	hyphenatedCategories: boolean;
	/** The account's time zone (IANA), in which its days and months begin. */
	timeZone: string;
	/** What messages cost. No prices if left out or null. */
	prices?: PriceTable | null;
	/** Whether the value of an event names the number in `metadata`. */
	eventMetadata: boolean;
	/** A verify token: a webhook is set only after its URL answers `hub.challenge`. */
	webhookChallenge?: string | null;
}

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
	pricingStatus: z.enum(['sent', 'delivered', 'read']),
	groupPricing: z.enum(['status', 'conversation']),
	freeServiceMessages: z.number().int().min(0),
	freeEntryPointMs: z.number().min(0),
	paidExempt: z.boolean(),
	internationalMarkets: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be a country such as IN')),
	hyphenatedCategories: z.boolean(),
	timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
	prices: priceTableSchema.nullish(),
	eventMetadata: z.boolean(),
	webhookChallenge: z.string().min(1).nullish(),
}) satisfies z.ZodType<Settings>;

export const defaultSettings: Settings = {
	policy: 'strict',
	latency: 0,
	templateStatusField: 'message_template_status_change',
	hyphenatedLanguages: false,
	categoryMismatch: 'reject',
	handoverOnSend: 'control_passed',
	handoverOnRelease: true,
	agentReceipts: 'messages',
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
	pricingStatus: 'sent',
	groupPricing: 'status',
	freeServiceMessages: 1000,
	freeEntryPointMs: 72 * HOUR,
	paidExempt: false,
	internationalMarkets: [],
	hyphenatedCategories: true,
	timeZone: 'UTC',
	eventMetadata: true,
};

/** What a provider calls things on the wire (docs/interface.md, Providers). */
export interface Profile {
	readonly apiKeyHeader: string;
	readonly signatureHeader: string;
	readonly agentRole: string;
	readonly lowerCaseTemplateStatus: boolean;
}

export type ProfileName = 'gateway' | '360dialog';

export const profiles: Readonly<Record<ProfileName, Profile>> = {
	gateway: {
		apiKeyHeader: 'svc-api-key',
		signatureHeader: 'x-provider-signature',
		agentRole: 'platform_business_agent',
		lowerCaseTemplateStatus: false,
	},
	'360dialog': {
		apiKeyHeader: 'd360-api-key',
		signatureHeader: 'x-360dialog-signature',
		agentRole: 'meta_business_agent',
		lowerCaseTemplateStatus: true,
	},
};
