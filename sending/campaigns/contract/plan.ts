import type { Intent } from '../../../engine';
import type { FreeformContent, TemplateMessageComponent } from '../../../platform';
import type { Campaign } from './campaign';

/** What a recipient is sent, in each form that the rules may choose. JSON: files are uploaded before, or links. */
export interface PlannedContent {
	template?: { name: string; language: string };
	/** The values of the template's variables. */
	components?: TemplateMessageComponent[];
	/** What goes out instead while the customer's conversation window is open. */
	freeform?: FreeformContent;
	/** MARKETING, UTILITY, or AUTHENTICATION, if no template says it. */
	category?: string;
}

/** A campaign as it is planned. What is given here is frozen by the first plan under this id. */
export interface CampaignPlan extends PlannedContent {
	/** Chosen by the user, for the number: 1 to 200 characters, not beginning with `kept:`. */
	id: string;
	/** The phone number id that it goes out from. */
	channel: string;
	/** The account of the templates, if it can't be learned. */
	account?: string;
	/** `strict` when left out. The newest version at this time is kept. */
	policy?: string;
	/** Nothing is sent before this time. Epoch ms; immediately by default */
	startAt?: number;
	/** Nothing goes out from then on: everyone who is left is skipped. Epoch ms */
	endAt?: number;
	/**
	 * How fast the number may send, in messages a second. It is kept for everything that the number sends; if left out,
	 * the number's rate stays as it is (80 at first).
	 */
	perSecond?: number;
}

/** Someone to reach. Content that isn't given is the campaign's. */
export interface PlannedRecipient extends PlannedContent {
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipientType?: Intent['recipientType'];
	/** The same key means the same recipient. By default, the customer, by any name. */
	key?: string;
	/** IANA, for example `Europe/Berlin`: for quiet hours. */
	timeZone?: string;
	/** When the customer last wrote, as far as you know; counts if it is newer than what was seen. Epoch ms */
	lastInboundAt?: number;
	/** `false` leaves the documented limits to the gateway, which may know others. */
	checkFirst?: boolean;
}

/** A recipient that can't be planned, and everything that is wrong with it. */
export interface InvalidRecipient {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	problems: Array<{ path: string; message: string }>;
}

export interface PlanResult {
	campaign: Campaign;
	planned: number;
	/** How many were in the campaign before, or stood in the list twice. */
	repeated: number;
	invalid: InvalidRecipient[];
}

export interface PlanOptions {
	/** What became of each valid recipient, by its place in the list, from 0. */
	onRecipient?(index: number, became: 'planned' | 'repeated'): void;
}
