import type { INodeProperties } from 'n8n-workflow';
import type { EventKind } from '../../../engine';
import { KINDS_THAT_START } from '../../../receiver';

/** The kinds of events, as the form offers them. */
const KINDS: Array<{ name: string; value: EventKind; description: string }> = [
	{ name: 'Agent Reply', value: 'agent_reply', description: 'The business agent answered a customer' },
	{
		name: 'Group',
		value: 'group',
		description: 'The lifecycle, participants, settings, or status of a group changed',
	},
	{ name: 'Handover', value: 'handover', description: 'Control of a conversation changed' },
	{ name: 'Message', value: 'message', description: 'A customer wrote' },
	{
		name: 'Preference',
		value: 'preference',
		description: 'A customer opted out of marketing, or opted in again',
	},
	{ name: 'Status', value: 'status', description: 'A message was sent, delivered, read, or failed' },
	{
		name: 'Template Category',
		value: 'template_category',
		description: 'The category of a template changed',
	},
	{
		name: 'Template Quality',
		value: 'template_quality',
		description: 'The quality rating of a template changed',
	},
	{
		name: 'Template Status',
		value: 'template_status',
		description: 'A template was approved, rejected, paused, or disabled',
	},
	{ name: 'Unknown', value: 'unknown', description: 'Any other event' },
];

/** Which events start a workflow. */
export const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: KINDS,
	default: [...KINDS_THAT_START],
	required: true,
	description: 'The events that start the workflow. All other events are still recorded for the rules.',
};
