import type { Conversation } from '../state/conversation';
import type { Template } from '../state/template';
import type { TemplateState } from '../state/template-transitions';
import type { Intent } from '../intent';

/** Type of a fact: what a rule may compare it with. Times are epoch ms, durations ms. */
export type FactType = 'boolean' | 'text' | 'time' | 'duration';

export interface FactDefinition {
	type: FactType;
	label: string;
	description: string;
	/** All values a text can have, where they are known. */
	values?: readonly string[];
}

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
 * durations, so that no rule can pass because something was not known.
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
} as const satisfies Record<string, FactDefinition>;

export type FactName = keyof typeof factCatalogue;

type ValueOf<Type extends FactType> = Type extends 'boolean'
	? boolean
	: Type extends 'text'
		? string
		: number;

/** Every fact of the catalogue, with its value. */
export type Facts = { [Name in FactName]: ValueOf<(typeof factCatalogue)[Name]['type']> };

/** The facts of an intent, given the state at `now` (epoch ms). */
export function factsOf(now: number, intent: Intent, conversation: Conversation, template: Template): Facts {
	const open = conversation.window === 'open';
	const windowClosesAt = open ? conversation.windowClosesAt! : 0;
	const category = template.category?.toUpperCase() ?? intent.category?.toUpperCase() ?? 'none';
	const hasTemplate = intent.template !== undefined;
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
	};
}
