import type { FactCatalogue, FactsOf } from '../../rules';
import { EVENT_KINDS } from '../events/messaging-event';
import { REPLY_KINDS } from '../events/reply-of';
import { factCatalogue } from '../policies/facts';

const QUALITIES = factCatalogue.templateQuality.values;

/**
 * Every fact that a reaction can ask of an event, or of a refusal of the gateway. A fact is never missing: what
 * doesn't exist is `none`, or -1 for the code of an error. An event with several errors is asked about for each of them.
 */
export const eventFactCatalogue = {
	kind: {
		type: 'text',
		label: 'Kind',
		description: 'The kind of event; refusal if the gateway refused a message right away.',
		values: [...EVENT_KINDS, 'refusal'],
	},
	contact: { type: 'text', label: 'Contact', description: "The customer's address." },
	group: { type: 'text', label: 'Group', description: "The group's ID." },
	channel: { type: 'text', label: 'Channel', description: 'The phone number ID.' },
	account: { type: 'text', label: 'Account', description: "The account's ID." },
	messageType: {
		type: 'text',
		label: 'Message type',
		description: 'The type of a message: text, image, button, …',
	},
	replyKind: {
		type: 'text',
		label: 'Reply kind',
		description: 'How the customer answered without writing: with a button, a list, a flow, …',
		values: [...REPLY_KINDS, 'none'],
	},
	replyId: {
		type: 'text',
		label: 'Reply ID',
		description: 'The ID of the button or row that the customer chose, or the payload of a template button.',
	},
	heldBy: {
		type: 'text',
		label: 'Held by',
		description: 'Who held the conversation when the customer wrote.',
		values: ['business', 'agent', 'none'],
	},
	status: {
		type: 'text',
		label: 'Message status',
		description: 'The status of a message from the business: sent, delivered, read, played, or failed.',
	},
	byAgent: {
		type: 'boolean',
		label: 'By the agent',
		description: 'Whether the status is for a message from the business agent.',
	},
	byHuman: {
		type: 'boolean',
		label: 'By a human',
		description:
			'Whether someone at the business answered: in the phone app, or with another system. An automatic freeform message from another system counts too, because nothing tells it apart. Of several statuses of one message, only the first counts.',
	},
	errorCode: {
		type: 'number',
		label: 'Error code',
		description: "The platform's error code for a failed message; -1 if there is no error.",
	},
	errorTitle: { type: 'text', label: 'Error title', description: 'The title of the error.' },
	errorEffect: {
		type: 'text',
		label: 'Error effect',
		description: 'How the error affects sending: retry, redecide, opted-out, account-stop, …',
	},
	handoverTo: {
		type: 'text',
		label: 'Handover to',
		description: 'Who holds the conversation after the handover.',
		values: ['business', 'agent', 'other', 'none'],
	},
	previousOwner: {
		type: 'text',
		label: 'Previous owner',
		description: 'The role of the previous holder of the conversation, as the platform names it.',
	},
	tookOver: {
		type: 'boolean',
		label: 'Business took over',
		description:
			'Whether the business brought the handover about itself, by sending a message or by taking control. If not, control was passed to it.',
	},
	templateName: { type: 'text', label: 'Template name', description: 'The name of the template.' },
	templateLanguage: {
		type: 'text',
		label: 'Template language',
		description: 'The language of the template.',
	},
	templateStatus: {
		type: 'text',
		label: 'Template status',
		description: 'The new status as the platform names it, in uppercase: APPROVED, PAUSED, …',
	},
	templateState: {
		type: 'text',
		label: 'Template state',
		description: "What the new status means for sending; unknown if the status isn't recognized.",
		values: [...factCatalogue.templateState.values, 'unknown'],
	},
	templatePause: {
		type: 'text',
		label: 'Template pause',
		description: 'Which pause it is, if the event says so.',
		values: factCatalogue.templatePause.values,
	},
	templateQuality: {
		type: 'text',
		label: 'Template quality',
		description: 'The new quality rating.',
		values: QUALITIES,
	},
	previousQuality: {
		type: 'text',
		label: 'Previous quality',
		description: 'The previous quality rating.',
		values: QUALITIES,
	},
	templateCategory: {
		type: 'text',
		label: 'Template category',
		description: 'The new category, or the announced category.',
	},
	reason: { type: 'text', label: 'Reason', description: 'The reason that the platform provided.' },
	preference: {
		type: 'text',
		label: 'Preference',
		description: 'Whether the customer wants to stop or to resume messages of a category.',
		values: ['stop', 'resume', 'none'],
	},
	preferenceCategory: {
		type: 'text',
		label: 'Preference category',
		description: 'The category that the customer opted out of or in to, as the platform names it.',
	},
	groupChange: {
		type: 'text',
		label: 'Group change',
		description: 'What happened in a group: group_create, group_participants_add, …',
	},
	accountEvent: {
		type: 'text',
		label: 'Account event',
		description:
			'What happened to the number or its account, as the platform names it: ACCOUNT_RESTRICTION, FLAGGED, …',
	},
	accountProblem: {
		type: 'text',
		label: 'Account problem',
		description: 'What happened to the account, or the error with its code.',
	},
	limit: {
		type: 'text',
		label: 'Messaging limit',
		description: 'The messaging limit from now on, as the platform writes it: TIER_2K, 2000, …',
	},
	previousLimit: {
		type: 'text',
		label: 'Previous limit',
		description: 'The messaging limit before, if the platform says it or an earlier event did.',
	},
	limitChange: {
		type: 'text',
		label: 'Limit change',
		description: 'How the messaging limit changed; unknown if the limit before is not known.',
		values: ['raised', 'lowered', 'unchanged', 'unknown', 'none'],
	},
	campaign: {
		type: 'text',
		label: 'Campaign',
		description: 'The campaign that reached a share of its budget.',
	},
	budgetShare: {
		type: 'number',
		label: 'Budget share',
		description:
			"The share of its budget that a campaign has reached, in percent: 50, 80, or 100. It's also 100 when the next message doesn't fit. 0 for other events.",
	},
	budgetSpent: {
		type: 'text',
		label: 'Budget spent',
		description: 'How much of its budget a campaign has spent: EUR 40.04 of EUR 50.00, 80%.',
	},
	field: {
		type: 'text',
		label: 'Field',
		description: 'The webhook field of an unknown event, a group event, or an account event.',
	},
} as const satisfies FactCatalogue;

/** Every fact of an event, with its value. */
export type EventFacts = FactsOf<typeof eventFactCatalogue>;

/** The facts that an event doesn't have. */
export const NOTHING: Omit<EventFacts, 'kind'> = {
	campaign: 'none',
	budgetShare: 0,
	budgetSpent: 'none',
	contact: 'none',
	group: 'none',
	channel: 'none',
	account: 'none',
	messageType: 'none',
	replyKind: 'none',
	replyId: 'none',
	heldBy: 'none',
	status: 'none',
	byAgent: false,
	byHuman: false,
	errorCode: -1,
	errorTitle: 'none',
	errorEffect: 'none',
	handoverTo: 'none',
	previousOwner: 'none',
	tookOver: false,
	templateName: 'none',
	templateLanguage: 'none',
	templateStatus: 'none',
	templateState: 'none',
	templatePause: 'none',
	templateQuality: 'none',
	previousQuality: 'none',
	templateCategory: 'none',
	reason: 'no reason given',
	preference: 'none',
	preferenceCategory: 'none',
	groupChange: 'none',
	accountEvent: 'none',
	accountProblem: 'none',
	limit: 'none',
	previousLimit: 'none',
	limitChange: 'none',
	field: 'none',
};
