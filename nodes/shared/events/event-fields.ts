import type { INodeProperties } from 'n8n-workflow';
import type { EventKind } from '../../../engine';
import { shippedReactions } from '../../../engine';
import { byName } from '../common-fields';
import { subtitle } from '../form';
import { PARTS } from './choose-events';

/** The kinds of events, as the form offers them. */
const KINDS: Readonly<Record<EventKind, { name: string; description: string }>> = {
	account: {
		name: 'Number or Account Change',
		description: 'The limits, quality, name, or restrictions of the phone number or its account changed',
	},
	agent_reply: { name: 'Agent Reply', description: 'The business agent answered a customer' },
	app_reply: {
		name: 'Phone App Reply',
		description: 'A person answered a customer in the app on the phone',
	},
	campaign: {
		name: 'Campaign Budget',
		description:
			'A campaign spent 50, 80, or 100 percent of its budget. Comes from Send Due, so only an Inbox Trigger, or a trigger that is set to Share, gets it.',
	},
	group: {
		name: 'Group Change',
		description: 'The lifecycle, participants, settings, or status of a group changed',
	},
	handover: {
		name: 'Handover',
		description: 'The business agent took over a conversation, or passed it to the business',
	},
	message: { name: 'Customer Message', description: 'A customer wrote' },
	preference: {
		name: 'Opt-Out or Opt-In',
		description: 'A customer opted out of marketing, or opted in again',
	},
	status: { name: 'Delivery Status', description: 'A message was sent, delivered, read, or failed' },
	template_category: { name: 'Template Category', description: 'The category of a template changed' },
	template_components: { name: 'Template Content', description: 'The content of a template was replaced' },
	template_quality: { name: 'Template Quality', description: 'The quality rating of a template changed' },
	template_status: {
		name: 'Template Status',
		description: 'A template was approved, rejected, paused, or disabled',
	},
	unknown: { name: 'Any Other Event', description: 'An event that is none of these' },
};

const choices = [...Object.entries(KINDS), ...Object.entries(PARTS)].map(
	([value, { name, description }]) => ({ value, name, description }),
);

/** The chosen events in words, below the node. */
export const subtitleOfEvents = subtitle(
	Object.fromEntries(choices.map(({ value, name }) => [value, name])),
	'events',
);

/** Whether customers' messages start a workflow while the agent holds the conversation. */
export const heldByField: INodeProperties = {
	displayName: 'Conversation Held By',
	name: 'heldBy',
	type: 'options',
	options: [
		{
			name: 'Agent',
			value: 'agent',
			description: 'Only messages in conversations that the business agent holds',
		},
		{
			name: 'Business',
			value: 'business',
			description:
				"Only messages in conversations that the business holds, so that a bot doesn't talk over the agent",
		},
		{ name: 'Anyone', value: 'either', description: 'All messages' },
	],
	default: 'either',
	description:
		'Who holds the conversations in which customer messages start the workflow. Applies to no other events.',
};

/** Which events start a workflow. */
export const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: choices
		// First the event that nearly every workflow begins with.
		.sort((a, b) => Number(b.value === 'message') - Number(a.value === 'message') || byName(a, b)),
	default: ['message', 'handover'],
	required: true,
	description: 'The events that start the workflow. All other events are still recorded for the rules.',
};

/** How to tell events apart, if it isn't only what customers write that starts the workflow. */
export const tellApart: INodeProperties = {
	displayName:
		'To branch, add a Switch node. Drag kind into it for the kind of event (message, handover), or reactions[0].name for what exactly happened (agent-took-over, template-paused).',
	name: 'tellApart',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { events: choices.map(({ value }) => value).filter((value) => value !== 'message') },
	},
};

/** `template-paused` as a title: Template Paused. */
const titleOf = (name: string) =>
	name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);

/** The policy whose reactions are used. */
export const policy: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Policy',
	name: 'policy',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPolicies' },
	default: 'strict',
	description:
		'The policy whose reactions the items contain: the built-in ones and its own. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The shipped reactions that start the workflow. */
export const reactions: INodeProperties = {
	displayName: 'Start Only on Reactions',
	name: 'reactions',
	type: 'multiOptions',
	options: shippedReactions.map(({ name }) => ({ name: titleOf(name), value: name })).sort(byName),
	default: [],
	description:
		'Start the workflow only for events with one of these reactions, regardless of Events. Conversation Held By still applies.',
};

/** The policy's own reactions that start the workflow. */
export const ownReactions: INodeProperties = {
	displayName: 'Own Reactions to Start On',
	name: 'ownReactions',
	type: 'string',
	default: '',
	placeholder: 'vip-wrote, group-created',
	description: "Names of the policy's own reactions that also start the workflow, separated by commas",
};

/** Whether a trigger also starts for messages that an execution waits for. */
export const includeResponses: INodeProperties = {
	displayName: 'Include Responses',
	name: 'includeResponses',
	type: 'boolean',
	default: false,
	description:
		'Whether messages that Send and Wait for Response waits for also start the workflow. By default, they only continue the waiting execution.',
};
