import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_PATH } from '../../receiver';
import { optionsField, simplify } from '../shared/common-fields';
import {
	eventsField,
	heldByField,
	includeResponses,
	ownReactions,
	policy,
	reactions,
	tellApart,
} from '../shared/events/event-fields';
import { forwardTo, privateHosts } from '../shared/forwarding';
import { silenceFields } from '../shared/silence';

/** The most events in an execution. */
export const LARGEST_BATCH = 2_000;

const ofOwnReceiver = { show: { '/deliveries': ['here'] } };

/** What the form's collection of options holds. */
export const options: INodeProperties[] = [
	{
		displayName: 'Events in Test Runs',
		name: 'testEvents',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 1,
		description:
			'How many of the newest events a test run shows. They are past, and their items have the field "past". If the workflow answers, real customers get the answers.',
	},
	{
		displayName: 'Executions at a Time',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 256 },
		default: 4,
		description:
			'The maximum number of batches that run at the same time. Never more than the number of partitions.',
	},
	{ ...forwardTo, displayOptions: ofOwnReceiver },
	{
		displayName: 'Host',
		name: 'host',
		type: 'string',
		default: '',
		placeholder: '127.0.0.1',
		displayOptions: ofOwnReceiver,
		description: 'The address of this machine to listen on. Leave empty for all addresses.',
	},
	{
		displayName: 'Keep Events (Days)',
		name: 'keepEvents',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 8,
		description:
			"How long the store keeps events, for everyone who uses it. The newest value applies, and Business Messaging Inbox: Set Retention sets it too. Events that this trigger hasn't read yet are always kept. Marks that tell redeliveries stay for 8 days at least.",
	},
	{
		displayName: 'Keep Sends (Days)',
		name: 'keepSends',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 90,
		description:
			"How long the store remembers sent messages, for everyone who uses it, so that a repeated execution doesn't send them again. The newest value applies, and Business Messaging Inbox: Set Retention sets it too.",
	},
	{
		displayName: 'Lease (Seconds)',
		name: 'lease',
		type: 'number',
		typeOptions: { minValue: 5, maxValue: 3600 },
		default: 60,
		description: 'After n8n crashes, how long to wait before a batch is handed out again, marked as a repeat',
	},
	{
		displayName: 'Longest Execution (Minutes)',
		name: 'longestRun',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description:
			"An execution that hasn't ended after this time counts as lost. Its batch is handed out again, marked as a repeat.",
	},
	{
		displayName: 'On Reactivation',
		name: 'onReactivation',
		type: 'options',
		options: [
			{
				name: 'From Now',
				value: 'fromNow',
				description: 'Skip what came while the workflow was not published',
			},
			{ name: 'From Start Time', value: 'fromStart', description: 'Replay everything since the start time' },
			{
				name: 'Where It Stood',
				value: 'whereItStood',
				description: 'Continue with what came in the meantime',
			},
		],
		default: 'whereItStood',
		description:
			'Where to begin when the workflow is published again. After a restart of n8n or a change to the workflow, it always continues where it left off.',
	},
	ownReactions,
	{
		displayName: 'Partitions',
		name: 'partitions',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 256 },
		default: 8,
		description:
			'The events of a conversation are in one partition and keep their order there. A batch holds up only its own partition. Set when the workflow is first published.',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: DEFAULT_PATH,
		displayOptions: ofOwnReceiver,
		description: 'The path that receives deliveries',
	},
	policy,
	includeResponses,
	{ ...privateHosts, displayOptions: ofOwnReceiver },
	{ ...simplify, description: 'Whether to leave out the raw event from the gateway' },
	reactions,
	{
		displayName: 'Start Time',
		name: 'startTime',
		type: 'dateTime',
		default: '',
		description:
			'When the workflow is first published, it begins with what was received since this time. Leave empty to begin now.',
	},
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: 3,
		description:
			'How often events are tried in total before they become dead letters, if On Failure repeats them',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName:
			'Starts the workflow with batches of received events: every event once, and the events of a conversation in order. If you expect many, turn off saving of successful executions in the workflow settings.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	eventsField,
	tellApart,
	heldByField,
	...silenceFields,
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'options',
		options: [
			{ name: 'All Numbers of the Store', value: 'all' },
			{ name: 'Chosen Numbers', value: 'chosen' },
			{
				name: 'This Number',
				value: 'this',
				description: 'The phone number of the credential, or all of them if it has several',
			},
		],
		default: 'this',
		description:
			"The phone numbers to read events of. Events of an account, such as a template's status, have no number and are always included.",
	},
	{
		displayName: 'Phone Number IDs',
		name: 'phoneNumberIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: '106540352242922, 106540352242923',
		displayOptions: { show: { numbers: ['chosen'] } },
		description: 'The IDs of the phone numbers, separated by commas',
	},
	{
		displayName: 'Deliveries',
		name: 'deliveries',
		type: 'options',
		options: [
			{
				name: 'Received Elsewhere',
				value: 'elsewhere',
				description:
					'<code>business-messaging receive</code> or a Business Messaging Trigger receives into the same store',
			},
			{
				name: 'Received Here',
				value: 'here',
				description: 'This trigger listens on a port of its own. Several of these triggers can share it.',
			},
		],
		default: 'elsewhere',
		description: 'Where deliveries from the gateway are received',
	},
	{
		displayName: 'Port',
		name: 'port',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 65_535 },
		default: 8080,
		required: true,
		displayOptions: { show: { deliveries: ['here'] } },
		description:
			'The port to listen on. To make the phone number deliver to it, use Business Messaging, Webhook: Set.',
	},
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LARGEST_BATCH },
		default: 100,
		description: 'The maximum number of events in an execution',
	},
	{
		displayName: 'Maximum Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60 },
		default: 1,
		displayOptions: { hide: { waitForSilence: [true] } },
		description: 'How long events wait for their batch to fill up',
	},
	{
		displayName: 'On Failure',
		name: 'onFailure',
		type: 'options',
		options: [
			{
				name: 'Dead Letters at Once',
				value: 'deadLetters',
				description: 'The events of the failed execution wait until you replay or drop them',
			},
			{
				name: 'Repeat',
				value: 'repeat',
				description: 'The same events come again, marked as a repeat, before they become dead letters',
			},
			{
				name: 'Repeat in Halves',
				value: 'repeatInHalves',
				description: 'The batch is split, so that only events that fail on their own become dead letters',
			},
		],
		default: 'deadLetters',
		description: 'What to do with the events of an execution that ended with an error',
	},
	optionsField(options),
];
