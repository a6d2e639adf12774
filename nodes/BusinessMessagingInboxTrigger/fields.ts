import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_PATH } from '../../receiver';
import { eventsField } from '../shared/events/events-field';
import { policy } from '../shared/events/reaction-fields';
import { optionsField, simplify } from '../shared/fields/common-fields';

const ofOwnReceiver = { show: { '/deliveries': ['here'] } };

/** What the form's collection of options holds. */
export const options: INodeProperties[] = [
	{
		displayName: 'Executions at a Time',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 256 },
		default: 4,
		description: 'How many batches are with executions at the same time at most; never more than partitions',
	},
	{
		displayName: 'Host',
		name: 'host',
		type: 'string',
		default: '',
		placeholder: '127.0.0.1',
		displayOptions: ofOwnReceiver,
		description: 'The address of this machine to listen on; all of them when left empty',
	},
	{
		displayName: 'Keep Events (Days)',
		name: 'keepEvents',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 8,
		description:
			'How long the inbox keeps events. What this trigger has not had yet is kept in any case. The platform redelivers for 7 days: a redelivery of what was forgotten counts as new.',
	},
	{
		displayName: 'Keep Sends (Days)',
		name: 'keepSends',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 90,
		description:
			'How long is known what was sent already, so that a repeated execution sends it no second time',
	},
	{
		displayName: 'Lease (Seconds)',
		name: 'lease',
		type: 'number',
		typeOptions: { minValue: 5, maxValue: 3600 },
		default: 60,
		description:
			'How long after a crash of n8n a batch is left alone before it is handed out again, marked as a repeat',
	},
	{
		displayName: 'Longest Execution (Minutes)',
		name: 'longestRun',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description:
			'An execution that has not ended by then counts as lost: its batch is handed out again, marked as a repeat',
	},
	{
		displayName: 'On Reactivation',
		name: 'onReactivation',
		type: 'options',
		options: [
			{ name: 'From Now', value: 'fromNow', description: 'Pass over what came while it was not published' },
			{ name: 'From Start Time', value: 'fromStart', description: 'Replay everything since the start time' },
			{ name: 'Where It Stood', value: 'whereItStood', description: 'Go on with what came meanwhile' },
		],
		default: 'whereItStood',
		description:
			'Where to begin when the workflow is published again. After a restart of n8n, or a change of the workflow, it always goes on where it stood.',
	},
	{
		displayName: 'Partitions',
		name: 'partitions',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 256 },
		default: 8,
		description:
			'Events of one conversation are in one partition, and keep their order there; a batch holds up its own partition only. Fixed when the workflow is published for the first time.',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: DEFAULT_PATH,
		displayOptions: ofOwnReceiver,
		description: 'The path that deliveries come to',
	},
	policy,
	{ ...simplify, description: 'Whether to leave out the raw event, as the gateway wrote it' },
	{
		displayName: 'Start Time',
		name: 'startTime',
		type: 'dateTime',
		default: '',
		description:
			'Where to begin when the workflow is published for the first time: with what was received since then. From now when left empty.',
	},
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: 3,
		description:
			'How often events are tried in all before they become dead letters, where On Failure says Repeat',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName:
			'Hands out what is received, in batches: every event once, those of a conversation in their order. Set this workflow to save no successful executions when there are many.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	eventsField,
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'options',
		options: [
			{ name: 'All Numbers of the Store', value: 'all' },
			{ name: 'Chosen Numbers', value: 'chosen' },
			{ name: 'This Number', value: 'this', description: 'The phone number of the credential' },
		],
		default: 'this',
		description:
			'Which phone numbers the events are of. Events of an account, such as the status of a template, name no number and always come.',
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
					'By <code>business-messaging receive</code>, or by a Business Messaging Trigger, into the same store',
			},
			{
				name: 'Received Here',
				value: 'here',
				description: 'On a port of n8n’s machine, which several of these triggers may share',
			},
		],
		default: 'elsewhere',
		description: 'Who takes in what the gateway delivers',
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
			'The port to listen on. Point the webhook of the phone number at it with the operation Set of the resource Webhook.',
	},
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 500 },
		default: 100,
		description: 'How many events an execution gets at most',
	},
	{
		displayName: 'Maximum Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60, numberPrecision: 3 },
		default: 1,
		description: 'How long events wait for their batch to become full',
	},
	{
		displayName: 'On Failure',
		name: 'onFailure',
		type: 'options',
		options: [
			{
				name: 'Dead Letters at Once',
				value: 'deadLetters',
				description: 'The events of the failed execution wait for you to replay or drop them',
			},
			{
				name: 'Repeat',
				value: 'repeat',
				description: 'The same events come again, marked; then they are dead letters',
			},
			{
				name: 'Repeat in Halves',
				value: 'repeatInHalves',
				description: 'So that only the events that fail alone become dead letters',
			},
		],
		default: 'deadLetters',
		description: 'What becomes of the events of an execution that ended in an error',
	},
	optionsField(options),
];
