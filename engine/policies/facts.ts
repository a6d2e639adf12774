import { NEW_CUSTOMERS_PERIOD, normalizeAddress, timeZonesOfNumber } from '../../platform';
import type { Intent } from '../intent';
import type { Conversation } from '../state/conversation';
import type { Template } from '../state/template';
import type { TemplateState } from '../state/template-transitions';
import type { DecisionState } from '../store/store';
import type { FactCatalogue, FactDefinition, FactsOf } from '../../rules/fact-type';
import { isTimeZone, localTimeIn } from '../../rules/local-time';

const TEMPLATE_STATES: readonly TemplateState[] = [
	'never-seen',
	'sendable',
	'in-review',
	'in-appeal',
	'over-limit',
	'paused',
	'absent',
	'rejected',
	'disabled',
	'deleted',
	'archived',
	'locked',
];

/**
 * Every fact that a rule can ask. A fact is never missing: what there is not is `none`, or 0 for times and
 * durations, so that no rule can pass because something was not known. What was sent before is read from the store
 * only where a rule of the policy asks for it; else nothing was sent.
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
		description: '24 hours after the last message of the customer; 0 when the window is closed.',
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
		values: ['business', 'agent', 'other', 'nobody'],
	},
	optedOut: {
		type: 'boolean',
		label: 'Opted out',
		description: 'Whether the customer opted out of messages of this category.',
	},
	category: {
		type: 'text',
		label: 'Category',
		description: "The template's own category, else the one asked for.",
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
		description: 'Why the template is paused: for quality the first or second time, or by pacing.',
		values: ['first', 'second', 'pacing', 'unknown', 'none'],
	},
	templatePauseEndsAt: {
		type: 'time',
		label: 'Template pause ends at',
		description: 'When the pause ends by itself; 0 when it has no known end.',
	},
	templateReason: {
		type: 'text',
		label: 'Template reason',
		description: 'The reason the platform gave for the status of the template.',
	},
	templateQuality: {
		type: 'text',
		label: 'Template quality',
		description: 'The quality level of an active template, by the feedback of customers.',
		values: ['pending', 'high', 'medium', 'low', 'none'],
	},
	recipientType: {
		type: 'text',
		label: 'Recipient type',
		description: 'Whether it goes to a customer or to a group.',
		values: ['individual', 'group'],
	},
	campaign: {
		type: 'text',
		label: 'Campaign',
		description: 'The campaign that the message belongs to; none where it belongs to no campaign.',
	},
	now: {
		type: 'time',
		label: 'Now',
		description: 'When it is asked, by the clock of the gateway.',
	},
	timeZones: {
		type: 'text',
		label: 'Time zones',
		description:
			"The time zone given with the message, else all that the country has by the calling code of the customer's number; unknown for groups and for customers without a number.",
	},
	localTime: {
		type: 'localTime',
		label: 'Local time',
		description: 'What clocks show where the customer is; in several zones where the country has several.',
	},
	messagesSent: {
		type: 'sends',
		label: 'Messages sent',
		description: 'How long ago each message of ours to this customer went out.',
	},
	templatesSent: {
		type: 'sends',
		label: 'Templates sent',
		description: 'How long ago each template of ours to this customer went out.',
	},
	marketingSent: {
		type: 'sends',
		label: 'Marketing sent',
		description:
			'How long ago each marketing template of ours to this customer went out; one of unknown category counts.',
	},
	isNewCustomer: {
		type: 'boolean',
		label: 'Is a new customer',
		description:
			'Whether no template went to this customer outside an open window within 24 hours: one would count as a new customer of the number.',
	},
	newCustomers: {
		type: 'number',
		label: 'New customers',
		description:
			'How many customers a template of this number went to outside an open window within the last 24 hours.',
	},
	newCustomersFreeAt: {
		type: 'time',
		label: 'New customers free at',
		description: 'When the first of the new customers counts no more; 0 when there are none.',
	},
} as const satisfies FactCatalogue;

export type FactName = keyof typeof factCatalogue;

/** Every fact of the catalogue, with its value. */
export type Facts = FactsOf<typeof factCatalogue>;

/** A customer who never wrote, a number without content: what a fact is where nobody says otherwise. */
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

const catalogue: FactCatalogue = factCatalogue;

/** A fact's definition; `undefined` for a name that is none. */
export function factNamed(name: string): FactDefinition | undefined {
	return Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
}

const NO_ZONE = 'unknown';

/** The time zones that the fact `timeZones` names. */
export function zonesIn({ timeZones }: Pick<Facts, 'timeZones'>): string[] {
	return timeZones === NO_ZONE ? [] : timeZones.split(', ');
}

/** A zone that nobody knows is none: where a rule asks the local time, such a message is held. */
function zonesOf({ timeZone, recipientType, to }: Intent): readonly string[] {
	if (timeZone !== undefined) return isTimeZone(timeZone) ? [timeZone] : [];
	return recipientType === 'group' ? [] : timeZonesOfNumber(normalizeAddress(to));
}

type Send = DecisionState['sent'][number];

/** What was sent before, as facts. */
function factsOfSends(now: number, { sent, newCustomers }: Pick<DecisionState, 'sent' | 'newCustomers'>) {
	const agoOf = (counts: (send: Send) => boolean) =>
		sent
			.filter(counts)
			.map(({ at }) => now - at)
			.sort((a, b) => a - b);
	const { count, oldestAt, known } = newCustomers;
	return {
		messagesSent: agoOf(() => true),
		templatesSent: agoOf(({ action }) => action === 'template'),
		marketingSent: agoOf(
			({ action, category = 'MARKETING' }) => action === 'template' && category === 'MARKETING',
		),
		isNewCustomer: !known,
		newCustomers: count,
		newCustomersFreeAt: oldestAt === undefined ? 0 : oldestAt + NEW_CUSTOMERS_PERIOD,
	};
}

/** The facts of an intent, given the state at `now` (epoch ms). */
export function factsOf(
	now: number,
	intent: Intent,
	conversation: Conversation,
	template: Template,
	sends: Pick<DecisionState, 'sent' | 'newCustomers'>,
): Facts {
	const open = conversation.window === 'open';
	const windowClosesAt = open ? conversation.windowClosesAt! : 0;
	const category = template.category?.toUpperCase() ?? intent.category?.toUpperCase() ?? 'none';
	const hasTemplate = intent.template !== undefined;
	const zones = zonesOf(intent);
	return {
		window: conversation.window,
		windowClosesAt,
		windowClosesIn: open ? windowClosesAt - now : 0,
		holder: conversation.holder,
		optedOut: conversation.optedOut.has(category),
		category,
		hasFreeform: intent.freeform === true,
		hasTemplate,
		template: intent.template ? `${intent.template.name} (${intent.template.language})` : 'none',
		templateState: hasTemplate ? template.state : 'none',
		templatePause: template.pause ?? 'none',
		templatePauseEndsAt: template.pauseEndsAt ?? 0,
		templateReason: template.reason ?? 'no reason given',
		templateQuality: template.quality ?? 'none',
		recipientType: intent.recipientType ?? 'individual',
		campaign: intent.campaign ?? 'none',
		now,
		timeZones: zones.join(', ') || NO_ZONE,
		localTime: localTimeIn(zones, now),
		...factsOfSends(now, sends),
	};
}
