import type { Action, CostRange, Intent } from '../../../engine';
import type { RequestProblem } from '../../../gateway';
import type { FreeformContent, TemplateMessageComponent } from '../../../platform';

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
	 * What the messages may cost at most, at the list prices of the account: units of its currency. The first message that
	 * doesn't fit pauses the campaign.
	 */
	budget?: number;
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
	/** What you call the customer. It's told as long as no message of the customer has told a name. */
	name?: string;
	/** The same key means the same recipient. By default, the customer, by any name. */
	key?: string;
	/** IANA, for example `Europe/Berlin`: for quiet hours. */
	timeZone?: string;
	/** What is known of the facts that the campaign's policy declares, by name. Kept with the recipient. */
	facts?: Intent['facts'];
	/** When the customer last wrote, as far as you know; counts if it is newer than what was seen. Epoch ms */
	lastInboundAt?: number;
	/** `false` leaves the documented limits to the gateway, which may know others. */
	checkFirst?: boolean;
	/** What the customer's replies to the message come with, such as the ID of an appointment: JSON of 2,000 bytes at most. */
	with?: Readonly<Record<string, unknown>>;
}

/** A recipient that can't be planned, and everything that is wrong with it. */
export interface InvalidRecipient {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	problems: RequestProblem[];
}

/** What a recipient would be sent now. */
export interface DryRunDecision {
	/** Its place in the list, from 0. */
	index: number;
	to: string;
	key: string;
	action: Action;
	rule: string;
	reason: string;
	/** Epoch ms */
	retryAt?: number;
	/** In upper case; `none` if nothing says it. */
	category: string;
}

export interface DryRunResult {
	decisions: DryRunDecision[];
	/** The messages that would go out now, by the category that they are charged as: freeform ones are `SERVICE`. */
	messages: Record<string, number>;
	/** What they cost, if the account has prices. */
	cost?: CostRange;
	/** All recipients by what the rules say. */
	actions: Record<Action, number>;
	invalid: InvalidRecipient[];
	/** Those who are in the campaign already, or more than once in the list. */
	repeated: number;
	/** Of these, those who are in the campaign already. */
	planned: number;
	/** The key, or else the address, of the first one that is more than once in the list. */
	firstRepeated?: string;
}
