import type { FactCatalogue, FactsOf } from '../../rules';
import { TEMPLATE_STATES } from '../state/template-transitions';

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
		description: "24 hours after the customer's last message; 0 when the window is closed.",
	},
	windowClosesIn: {
		type: 'duration',
		label: 'Window closes in',
		description: 'Time until the window closes; 0 when it is closed.',
	},
	holder: {
		type: 'text',
		label: 'Conversation holder',
		description: 'Who holds the conversation.',
		values: ['business', 'agent'],
	},
	optedOut: {
		type: 'boolean',
		label: 'Opted out',
		description: 'Whether the customer opted out of messages of this category.',
	},
	category: {
		type: 'text',
		label: 'Category',
		description: "The template's own category, otherwise the one given with the message.",
		values: ['MARKETING', 'UTILITY', 'AUTHENTICATION', 'none'],
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
	template: { type: 'text', label: 'Template', description: 'Name and language of the template.' },
	templateState: {
		type: 'text',
		label: 'Template state',
		description: "What the template's status means for sending; none without a template.",
		values: [...TEMPLATE_STATES, 'none'],
	},
	templatePause: {
		type: 'text',
		label: 'Template pause',
		description: 'Why the template is paused: for quality, the first or the second time, or by pacing.',
		values: ['first', 'second', 'pacing', 'unknown', 'none'],
	},
	templatePauseEndsAt: {
		type: 'time',
		label: 'Template pause ends at',
		description: 'When the pause ends by itself; 0 when no end is known.',
	},
	templateReason: {
		type: 'text',
		label: 'Template reason',
		description: "The platform's reason for the status of the template.",
	},
	templateQuality: {
		type: 'text',
		label: 'Template quality',
		description: 'The quality level of an active template, from customer feedback.',
		values: ['pending', 'high', 'medium', 'low', 'none'],
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
		description: "When the rules are asked, by the gateway's clock.",
	},
	timeZones: {
		type: 'text',
		label: 'Time zones',
		description:
			"The time zone given with the message, otherwise every zone of the country that the number's calling code belongs to; unknown for groups and for customers without a number.",
	},
	localTime: {
		type: 'localTime',
		label: 'Local time',
		description: 'What clocks show where the customer is, in each of the time zones.',
	},
	messagesSent: {
		type: 'occurrences',
		label: 'Messages sent',
		description: 'How long ago we sent each message to this customer.',
	},
	templatesSent: {
		type: 'occurrences',
		label: 'Templates sent',
		description: 'How long ago we sent each template to this customer.',
	},
	marketingSent: {
		type: 'occurrences',
		label: 'Marketing sent',
		description:
			'How long ago we sent each marketing template to this customer. A template of unknown category counts.',
	},
	isNewCustomer: {
		type: 'boolean',
		label: 'Is a new customer',
		description:
			'Whether a template outside an open window would count this customer as a new one of the number: none went out within the last 24 hours.',
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
		description: 'When the first of the new customers no longer counts; 0 without new customers.',
	},
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
	recipientType: 'individual',
	campaign: 'none',
	now: 0,
	timeZones: 'unknown',
	localTime: 'unknown',
	messagesSent: [],
	templatesSent: [],
	marketingSent: [],
	isNewCustomer: true,
	newCustomers: 0,
	newCustomersFreeAt: 0,
};
