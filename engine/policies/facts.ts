import type { FactCatalogue, FactsOf } from '../../rules';
import { REJECTION_REASONS } from '../../platform';
import { TEMPLATE_STATES } from '../state/template-transitions';
import { moneyFacts, UNKNOWN_AMOUNT } from './money-facts';

export { UNKNOWN_AMOUNT };

/**
 * Every fact that a rule can ask about a message. A fact is never missing: what doesn't exist is `none`, or 0 for times
 * and durations, so that no rule passes because something wasn't known. What was sent before is read from the store
 * only if a rule of the policy asks for it; otherwise nothing was sent.
 */
export const factCatalogue = {
	window: {
		type: 'text',
		label: 'Conversation window',
		description: 'Whether the customer wrote within the last 24 hours.',
		values: ['open', 'closed'],
	},
	windowClosesAt: {
		type: 'time',
		label: 'Window closes at',
		description: "24 hours after the customer's last message; 0 if the window is closed.",
	},
	windowClosesIn: {
		type: 'duration',
		label: 'Window closes in',
		description: "Time until the window closes; 0 if it's closed.",
	},
	holder: {
		type: 'text',
		label: 'Conversation holder',
		description: 'Who holds the conversation.',
		values: ['business', 'agent', 'other', 'nobody'],
		inSentences: { agent: 'the business agent', other: 'another responder' },
	},
	optedOut: {
		type: 'boolean',
		label: 'Opted out',
		description: 'Whether the customer opted out of messages of this category.',
	},
	category: {
		type: 'text',
		label: 'Category',
		description: "The template's category if it's known, otherwise the category specified with the message.",
		values: ['MARKETING', 'UTILITY', 'AUTHENTICATION', 'none'],
		inSentences: { MARKETING: 'marketing', UTILITY: 'utility', AUTHENTICATION: 'authentication' },
	},
	hasFreeform: {
		type: 'boolean',
		label: 'Has freeform content',
		description: 'Whether there is freeform content to send.',
	},
	hasTemplate: {
		type: 'boolean',
		label: 'Has a template',
		description: 'Whether there is a template to send.',
	},
	template: { type: 'text', label: 'Template', description: 'The name and language of the template.' },
	templateState: {
		type: 'text',
		label: 'Template state',
		description: "What the template's status means for sending; none if there is no template.",
		values: [...TEMPLATE_STATES, 'none'],
		// The glossary's words (CONTRIBUTING.md, Template states).
		inSentences: {
			'never-seen': 'never seen',
			sendable: 'approved',
			'in-review': 'in review',
			'in-appeal': 'in appeal',
			'over-limit': 'over the limit',
		},
	},
	templatePause: {
		type: 'text',
		label: 'Template pause',
		description: 'Why the template is paused: for low quality (the first or the second time) or by pacing.',
		values: ['first', 'second', 'pacing', 'unknown', 'none'],
	},
	templatePauseEndsAt: {
		type: 'time',
		label: 'Template pause ends at',
		description: "When the pause ends automatically; 0 if the end isn't known.",
	},
	templateReason: {
		type: 'text',
		label: 'Template reason',
		description: "The reason that the platform provided for the template's status.",
		inSentences: REJECTION_REASONS,
	},
	templateQuality: {
		type: 'text',
		label: 'Template quality',
		description: 'The quality rating of an approved template, based on customer feedback.',
		values: ['pending', 'high', 'medium', 'low', 'none'],
	},
	hasPhone: {
		type: 'boolean',
		label: 'Has a phone number',
		description: "Whether the customer's phone number is known; true for groups.",
	},
	recipientType: {
		type: 'text',
		label: 'Recipient type',
		description: 'Whether the message goes to a customer or to a group.',
		values: ['individual', 'group'],
	},
	campaign: {
		type: 'text',
		label: 'Campaign',
		description: "The campaign that the message belongs to; none if it doesn't belong to one.",
	},
	now: {
		type: 'time',
		label: 'Now',
		description: "The current time, by the gateway's clock.",
	},
	timeZones: {
		type: 'text',
		label: 'Time zones',
		description:
			"The time zone specified with the message. Otherwise, every time zone that the customer's phone number can be in, by its country, and by its area code in the United States, Canada, and Russia. Unknown for groups and for customers without a phone number.",
	},
	localTime: {
		type: 'localTime',
		label: 'Local time',
		description: "The customer's local time, in each of the time zones.",
	},
	localDay: {
		type: 'weekday',
		label: 'Local day of the week',
		description: "The customer's day of the week, in each of the time zones.",
	},
	localDate: {
		type: 'date',
		label: 'Local date',
		description: "The customer's date, in each of the time zones.",
	},
	humanReplied: {
		type: 'occurrences',
		label: 'Human replied',
		description:
			'How long ago someone at the business last answered this customer: in the phone app, with another system, or as set by a workflow. Automatic freeform messages from another system count too, because nothing tells them apart.',
	},
	knownHumanReplied: {
		type: 'occurrences',
		label: 'Known human replied',
		description:
			"How long ago someone at the business last answered this customer in the phone app, or as set by a workflow. Messages from other systems don't count.",
	},
	messagesSinceReply: {
		type: 'number',
		label: 'Messages since the last reply',
		description:
			'How many messages were sent to this customer since the customer last wrote; 0 if the window is closed.',
	},
	messagesSent: {
		type: 'occurrences',
		label: 'Messages sent',
		description: 'How long ago each message was sent to this customer.',
	},
	templatesSent: {
		type: 'occurrences',
		label: 'Templates sent',
		description: 'How long ago each template was sent to this customer.',
	},
	marketingSent: {
		type: 'occurrences',
		label: 'Marketing sent',
		description:
			'How long ago each marketing template was sent to this customer. A template of unknown category counts as marketing.',
	},
	isNewCustomer: {
		type: 'boolean',
		label: 'Is a new customer',
		description:
			"Whether the number hasn't sent this customer a template outside an open window within the last 24 hours. If so, the next one counts the customer as new.",
	},
	newCustomers: {
		type: 'number',
		label: 'New customers',
		description:
			'How many customers the number sent a template to outside an open window within the last 24 hours.',
	},
	newCustomersFreeAt: {
		type: 'time',
		label: 'New customers free at',
		description: 'When the first of the new customers no longer counts as new; 0 if there are none.',
	},
	...moneyFacts,
} as const satisfies FactCatalogue;

export type FactName = keyof typeof factCatalogue;

/** Every fact of the catalogue, with its value. */
export type Facts = FactsOf<typeof factCatalogue>;

/** What each fact is unless something else is known: a customer who never wrote, and nothing to send. */
export const NOTHING_KNOWN: Facts = {
	window: 'closed',
	windowClosesAt: 0,
	windowClosesIn: 0,
	holder: 'business',
	optedOut: false,
	category: 'none',
	hasFreeform: false,
	hasTemplate: false,
	template: 'none',
	templateState: 'none',
	templatePause: 'none',
	templatePauseEndsAt: 0,
	templateReason: 'no reason given',
	templateQuality: 'none',
	hasPhone: true,
	recipientType: 'individual',
	campaign: 'none',
	now: 0,
	timeZones: 'unknown',
	localTime: 'unknown',
	localDay: 'unknown',
	localDate: 'unknown',
	humanReplied: [],
	knownHumanReplied: [],
	messagesSinceReply: 0,
	messagesSent: [],
	templatesSent: [],
	marketingSent: [],
	isNewCustomer: true,
	newCustomers: 0,
	newCustomersFreeAt: 0,
	estimatedCost: UNKNOWN_AMOUNT,
	costIfFreeform: UNKNOWN_AMOUNT,
	costIfTemplate: UNKNOWN_AMOUNT,
	spentToday: UNKNOWN_AMOUNT,
	spentThisMonth: UNKNOWN_AMOUNT,
	spentByCampaign: UNKNOWN_AMOUNT,
	spentTodayTogether: UNKNOWN_AMOUNT,
	spentThisMonthTogether: UNKNOWN_AMOUNT,
	accountDayEndsAt: 0,
	accountMonthEndsAt: 0,
	freeServiceLeft: 0,
	freeEntryOpen: 'unknown',
};

/** What a reason can name in braces: the facts, and when to ask again. */
export const REASON_FACTS: FactCatalogue = {
	...factCatalogue,
	retryAt: {
		type: 'time',
		label: 'Retry at',
		description: 'When to evaluate the rules again.',
		unknown: 'the rules allow it',
	},
};
