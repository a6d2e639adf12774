import type { INodeProperties } from 'n8n-workflow';

/** What doesn't wait for silence. */
export type AtOnceFor = 'answers' | 'words';

const ifWaiting = { show: { waitForSilence: [true] } };

/** Whether a trigger waits until the customer is silent, and how. */
export const silenceFields: INodeProperties[] = [
	{
		displayName: 'Wait for Silence',
		name: 'waitForSilence',
		type: 'boolean',
		default: false,
		description:
			'Whether to wait until the customer stops writing, and to start the workflow once for all messages of the conversation. Other events start it at once.',
	},
	{
		displayName: 'Silence (Seconds)',
		name: 'silence',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600 },
		default: 8,
		displayOptions: ifWaiting,
		description: 'How long the customer must be silent. Each new message restarts this time.',
	},
	{
		displayName: 'At Most (Seconds)',
		name: 'atMost',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86_400 },
		default: 60,
		displayOptions: ifWaiting,
		description:
			'The longest time since the first message. After that, the trigger no longer waits for silence.',
	},
	{
		displayName: 'At Once For',
		name: 'atOnceFor',
		type: 'multiOptions',
		options: [
			{
				name: 'Button and List Answers',
				value: 'answers',
				description: 'The customer tapped a button or chose a row of a list',
			},
			{ name: 'Words', value: 'words', description: 'The customer wrote one of some words' },
		],
		default: ['answers'],
		displayOptions: ifWaiting,
		description:
			'The messages that end the wait. The workflow gets them together with those that waited before.',
	},
	{
		displayName: 'Words',
		name: 'atOnceWords',
		type: 'string',
		default: '',
		placeholder: 'stop, agent, urgent',
		displayOptions: { show: { waitForSilence: [true], atOnceFor: ['words'] } },
		description:
			"Words or sentences, separated by commas, that end the wait if they're the whole message. Uppercase and lowercase don't matter.",
	},
	{
		displayName: 'Skip If Taken Over',
		name: 'skipIfTakenOver',
		type: 'boolean',
		default: true,
		displayOptions: ifWaiting,
		description:
			'Whether not to start the workflow if a person of the business answered during the wait, or the business agent or another responder took over the conversation. The messages stay in the inbox.',
	},
];
