import type { z } from 'zod';
import type { PricingAnalytics } from '../billing/analytics';
import type { Bill } from '../billing/bill';
import type { changeForms } from '../customers/acts';
import type { Faults } from '../faults';
import type { MessageStatus, RuleViolation, SentMessage } from '../messages/ledger';
import type { Settings, ThreadRole } from '../settings';
import type { TemplateSubmitted } from '../templates/form';
import type { qualities, templateStatuses } from '../templates/template';
import type { DeliveryAttempt } from '../webhooks/delivery';
import type { Gateway, World } from '../world';
import { readArguments, type Method } from './method';
import { actions, records } from './methods';

/** What became of a CSV text with prices. */
export type PricesSet =
	{ problems: string[] } | { currency: string; markets: number; leftOut: readonly string[] };

/** Further ids and names of a customer, besides the phone number or user ID in `from`. */
interface CustomerIdentity {
	userId?: string;
	parentUserId?: string;
	username?: string;
	/** `false` hides the number from events, `true` always shows it. */
	phone?: boolean;
	name?: string;
}

/**
 * The methods of `sandbox.control`: what a test or a person can make happen behind the gateway, and what has happened.
 * A customer (`contact`, `from`, `to`) is a phone number or a user ID. Methods about templates act on all translations
 * of the name if the language is left out.
 *
 * Bad arguments make them reject, and those that return at once throw, with a `ControlError` that names every problem.
 *
 * @example
 * const { id } = await sandbox.control.customerWrites({ from: '+14155550123', text: 'Hello' });
 */
export interface Control {
	/**
	 * Introduces a customer without an event. Returns the customer's user ID. The page shows the customers of a `list` on
	 * their own, behind its name.
	 */
	addCustomer(customer: { from: string; list?: string } & CustomerIdentity): Promise<{ userId: string }>;
	/**
	 * A customer writes. Returns the message's id. `type` other than text brings sample content. `message` replaces the
	 * content, or adds and replaces fields of the message if it names the type or `id`. `replyTo` is the id of a
	 * message that this one answers.
	 */
	customerWrites(
		message: {
			from: string;
			text?: string;
			group?: string;
			type?: string;
			replyTo?: string;
			message?: Record<string, unknown>;
		} & CustomerIdentity,
	): Promise<{ id: string }>;
	/**
	 * A customer changes phone number (`phone`), and user ID with it, or only user ID. Emits a message of type
	 * `system`, or in another `form`. Returns its id and the new user ID, random unless given.
	 */
	changeIdentity(change: {
		contact: string;
		phone?: string;
		userId?: string;
		parentUserId?: string;
		form?: (typeof changeForms)[number];
	}): Promise<{ id: string; userId: string }>;
	/** A customer calls the number. Opens the window. Returns the call's id. */
	customerCalls(call: { from: string } & CustomerIdentity): Promise<{ id: string }>;
	/**
	 * A customer reads a message of the business or of its agent, or plays it. Emits the status. `contact`: who reads a
	 * message to a group; everybody in it if left out.
	 */
	customerReads(messageId: string, status?: 'read' | 'played', contact?: string): Promise<void>;
	/** The platform knows a phone number or user ID by another `wa_id`, and answers sends to it with that one. */
	knownAs(contact: string, waId: string): Promise<void>;
	/** A customer's device goes offline: messages stay `sent`. */
	goOffline(contact: string): Promise<void>;
	/** A customer's device comes back online and receives what has waited. */
	comeOnline(contact: string): Promise<void>;
	/** A customer stops, or resumes, marketing messages. `stop` if left out. Emits `user_preferences`. */
	optOut(contact: string, value?: 'stop' | 'resume'): Promise<void>;

	/** Enables the agent, which then holds every conversation, or disables it. */
	setAgent(enabled: boolean): Promise<void>;
	/** The agent answers a customer. Returns the message's id. */
	agentReplies(reply: { to: string; text: string }): Promise<{ id: string }>;
	/**
	 * Control of a conversation passes to the business or to the agent. Emits `messaging_handovers`. With the setting
	 * `threadControl: 'roles'`, `to` can be any role, and `summary` is the conversation so far.
	 */
	handOver(handover: {
		contact: string;
		to: 'business' | 'agent' | ThreadRole;
		metadata?: unknown;
		summary?: string;
	}): Promise<void>;

	/** Adds a template without the API and without an event. APPROVED unless `status` says otherwise. */
	addTemplate(template: {
		name: string;
		/** `en_US` if left out. */
		language?: string;
		/** UTILITY if left out. */
		category?: string;
		/** The text of the body, if there are no `components`. */
		body?: string;
		components?: Array<{ type: string; [field: string]: unknown }>;
		status?: (typeof templateStatuses)[number];
	}): Promise<{ id: string; externalId: string }>;
	/**
	 * Somebody at the business submits a template of texts and quick replies, in `en_US` and as UTILITY if those are left out,
	 * and its review begins. `edits`: it replaces the texts of the template of this name and language. `problems`: nothing was
	 * submitted.
	 */
	submitTemplate(form: {
		name: string;
		language?: string;
		category?: string;
		header?: string;
		body: string;
		footer?: string;
		replies?: string[];
		edits?: boolean;
	}): Promise<TemplateSubmitted>;
	/** The business deletes all translations of a template, none of which may be disabled. A name that was approved can't be used again for 30 days. */
	deleteTemplate(name: string): Promise<void>;
	/** The review approves it. */
	approve(name: string, language?: string): Promise<void>;
	/** The review rejects it, for a `rejected_reason`: `INVALID_FORMAT` if left out. */
	reject(name: string, language?: string, reason?: string): Promise<void>;
	/** Pauses it for quality (3 h, then 6 h, then it is disabled) or by pacing (without an end). */
	pause(name: string, language?: string, kind?: 'quality' | 'pacing'): Promise<void>;
	/** Disables it. */
	disable(name: string, language?: string): Promise<void>;
	/** Ends a pause by hand, or reinstates a disabled template. */
	reactivate(name: string, language?: string): Promise<void>;
	/** Rates it. Emits `message_template_quality_update`. */
	setQuality(name: string, language: string | undefined, quality: (typeof qualities)[number]): Promise<void>;
	/** The platform changes the category: announces it, and does it `after` ms (24 hours unless given, 0: at once). */
	changeCategory(name: string, language: string | undefined, category: string, after?: number): Promise<void>;
	/** The platform begins to hold back its messages. */
	startPacing(name: string, language?: string): Promise<void>;
	/** The verdict on held messages: `good` delivers them, `bad` fails them and pauses the template. */
	endPacing(name: string, language: string | undefined, verdict: 'good' | 'bad'): Promise<void>;
	/** Somebody appeals a rejection or a disabling. The status is IN_APPEAL until the platform decides. */
	appeal(name: string, language?: string): Promise<void>;
	/** The platform decides an appeal: `reversed` approves the template, `unchanged` restores its earlier status. */
	decideAppeal(name: string, language: string | undefined, decision: 'reversed' | 'unchanged'): Promise<void>;

	/** Adds a group without the API and without an event. Returns its id. */
	addGroup(group: {
		id?: string;
		subject?: string;
		joinApprovalMode?: 'auto_approve' | 'approval_required';
		participants?: string[];
	}): Promise<{ id: string }>;
	/** A customer follows the invite link and joins, or gets a `joinRequestId` if the group requires approval. */
	joinGroup(group: string, contact: string, link?: string): Promise<{ joinRequestId?: string }>;
	/** A customer withdraws a join request. */
	revokeJoinRequest(group: string, joinRequestId: string): Promise<void>;
	/** The business lets a customer in who asked to join. */
	approveJoinRequest(group: string, joinRequestId: string): Promise<void>;
	/** The business turns a join request down. */
	rejectJoinRequest(group: string, joinRequestId: string): Promise<void>;
	/** A participant leaves. */
	leaveGroup(group: string, contact: string): Promise<void>;
	/** The platform suspends a group, or with `false` ends the suspension. */
	suspendGroup(group: string, suspended?: boolean): Promise<void>;

	/** Emits an event about the account or its number: restricted, limit, flagged and so on. `value` replaces fields. */
	accountEvent(event: { kind: string; value?: Record<string, unknown> }): Promise<void>;
	/**
	 * Other numbers of the portfolio deliver charged messages. They aren't on the bill of this account, but its volume tiers
	 * count them. `market` is a country (ISO 3166 alpha-2).
	 */
	portfolioDelivers(delivered: {
		market: string;
		category: 'utility' | 'authentication' | 'authentication-international';
		messages: number;
	}): Promise<void>;

	/**
	 * People at the business answer a customer in the phone app, or edit or revoke an answer by its id. Emits
	 * `smb_message_echoes`. Returns the id.
	 */
	appReplies(reply: { to: string; text?: string; edits?: string; revokes?: string }): Promise<{ id: string }>;
	/** Shares older messages, by turns of the customer and the business. Emits `history`. */
	shareHistory(contact: string, texts: string[]): Promise<void>;
	/** Refuses to share the history. Emits `history` with an error. */
	refuseHistory(): Promise<void>;
	/** Adds a customer to the contact book of the phone app, or removes it. Emits `smb_app_state_sync`. */
	syncContact(contact: string, action?: 'add' | 'remove'): Promise<void>;

	/** Tells the page where workflows are edited, and how to log in there. Without an editor, the page names none. */
	setEditor(editor?: { url: string; email?: string; password?: string }): Promise<void>;
	/**
	 * Tells the page in a sentence what a program still does here before people take over. Meanwhile, the page's tour counts
	 * nothing. Without a sentence, the program is done.
	 */
	setBusy(busy?: string): Promise<void>;
	/** Forgets the webhook, as if none had been set. The API can only replace it. */
	unsetWebhook(): Promise<void>;
	/**
	 * Sets what messages cost from a CSV text with a row for each market, as a person pastes it. `problems`: nothing was
	 * set. Otherwise how many markets have prices, and the columns that aren't about prices.
	 */
	setPrices(csv: string, currency: string): Promise<PricesSet>;
	/** Delivers an event once more, by the id of its delivery. */
	resend(deliveryId: string): Promise<void>;

	/** Replaces the active faults. `{}` is a healthy gateway. */
	faults(faults: Faults): Promise<void>;
	/** Changes some settings. */
	configure(settings: Partial<Settings>): Promise<void>;
	/** Adds a file without the API, from base64 or text. Returns its media id and its SHA-256. */
	addMedia(file: {
		mimeType: string;
		base64?: string;
		text?: string;
		filename?: string;
	}): Promise<{ id: string; sha256: string }>;
	/** Resolves once every webhook is delivered or given up. */
	idle(): Promise<void>;
	/**
	 * Forgets what has happened: messages, violations, deliveries, conversations, opt-outs, faults, and the customers
	 * who are in no group.
	 */
	clear(): Promise<void>;
	/**
	 * Brings the gateway back to how it was when the sandbox started: without customers, groups, templates, files,
	 * records, faults, and a webhook, with the settings of the start, and with a clock that never jumped. Drops the
	 * deliveries that are under way. The URL, the keys, and the IDs of the number and its account stay.
	 *
	 * @example
	 * afterEach(() => sandbox.control.reset());
	 */
	reset(): Promise<void>;

	/** The accepted messages, oldest first: all of them, or those that match the filter. */
	sent(filter?: {
		to?: string;
		type?: string;
		/** Its name. */
		template?: string;
		status?: MessageStatus;
		callbackData?: string;
	}): SentMessage[];
	/** The rules that were broken, oldest first. */
	violations(): RuleViolation[];
	/** Every attempt to deliver an event, oldest first. Keeps at least the newest 100,000. */
	deliveries(): DeliveryAttempt[];
	/** The attempts of one delivery, oldest first. */
	delivery(deliveryId: string): DeliveryAttempt[];
	/**
	 * What the platform charges: each delivered message, in groups once for each recipient, as it was announced in its
	 * statuses. Of one `month` (`2026-10`) in the account's time zone, or all.
	 */
	bill(period?: { month?: string }): Bill;
	/**
	 * The same as the platform tells it: the account's `pricing_analytics` by country, category, and type, from `start`
	 * until before `end` (Unix seconds). Days and months are those of the account's time zone.
	 */
	pricingAnalytics(query: {
		start: number;
		end: number;
		granularity: 'HALF_HOUR' | 'DAILY' | 'MONTHLY';
	}): PricingAnalytics;
}

type Given<Of> = Of extends Method<infer Args, unknown> ? z.input<Args> : never;
type Result<Of> = Of extends { readonly run: (...args: never[]) => infer Value } ? Value : never;

/** What the tables of methods take and return, which has to agree with `Control`. */
type Declared = {
	[Name in keyof typeof actions]: (
		...args: Given<(typeof actions)[Name]>
	) => Promise<Awaited<Result<(typeof actions)[Name]>>>;
} & {
	[Name in keyof typeof records]: (...args: Given<(typeof records)[Name]>) => Result<(typeof records)[Name]>;
};

type AnyMethod = Method<z.ZodType<readonly unknown[]>, unknown>;

/** All methods by name, as the HTTP side calls them. */
export const controlMethods: Readonly<Record<string, AnyMethod>> = { ...actions, ...records } as Record<
	string,
	AnyMethod
>;

/** Calls a method after reading its arguments. */
export function callMethod(world: World, name: string, given: readonly unknown[]): unknown {
	const found = controlMethods[name];
	if (found === undefined) throw new TypeError(`no control method ${name}`);
	const result = found.run(world, ...readArguments(name, found.names, found.args, given));
	if (name in actions) world.changes.note();
	return result;
}

/** The control of a gateway. */
export function createControl(gateway: Gateway): Control {
	const calls = Object.keys(actions).map((name) => {
		return [name, async (...given: unknown[]) => callMethod(gateway.world, name, given)] as const;
	});
	const reads = Object.keys(records).map((name) => {
		return [name, (...given: unknown[]) => callMethod(gateway.world, name, given)] as const;
	});
	return Object.fromEntries([...calls, ...reads]) as unknown as Declared;
}
