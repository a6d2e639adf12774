import type { INodeProperties } from 'n8n-workflow';
import type { MessagingEvent } from '../../engine';
import { conversationOf, replyOf } from '../../engine';
import type { GatherOptions } from '../../receiver';
import type { EventGroup } from './events/to-items';
import { textOf } from './events/to-items';
import { numberReader, readList } from './read/values';

/** What doesn't wait for silence. */
type AtOnceFor = 'answers' | 'words';

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

/** How a trigger waits for silence. */
export interface Silence extends GatherOptions {
	/** Whether conversations that somebody took over meanwhile aren't handed out. */
	skipsTakenOver: boolean;
}

/** Replies that a customer taps. */
const ANSWERS = new Set(['quick_reply', 'button', 'list']);

const asCompared = (text: string) => text.normalize('NFC').trim().toLowerCase();

/** Whether a message ends the wait: a tap, or one of some words. */
function endsWait(choices: readonly AtOnceFor[], words: readonly string[]) {
	const known = new Set(choices.includes('words') ? words.map(asCompared) : []);
	return (event: MessagingEvent): boolean => {
		const reply = replyOf(event);
		if (choices.includes('answers') && reply && ANSWERS.has(reply.kind)) return true;
		return known.size > 0 && known.has(asCompared(textOf(event, reply) ?? ''));
	};
}

/**
 * Reads whether and how a trigger waits for silence; `undefined` if it doesn't.
 * @param problems gets what is wrong with the fields, as parts of a sentence
 */
export function readSilence(
	form: (name: string, ifMissing: unknown) => unknown,
	problems: string[],
): Silence | undefined {
	if (form('waitForSilence', false) !== true) return undefined;
	const seconds = numberReader(problems);
	const choices = form('atOnceFor', ['answers']) as AtOnceFor[];
	const isAtOnce = endsWait(choices, readList(form('atOnceWords', '') as string));
	return {
		silenceMs: 1_000 * seconds('Silence', form('silence', 8), [1, 3_600], { whole: false }),
		atMostMs: 1_000 * seconds('At Most', form('atMost', 60), [1, 86_400], { whole: false }),
		how: (event) => (event.kind === 'message' ? { atOnce: isAtOnce(event) } : { atOnce: true, alone: true }),
		skipsTakenOver: form('skipIfTakenOver', true) === true,
	};
}

/** An event, and the burst that it waited in, if it did. */
interface GroupedEvent {
	event: MessagingEvent;
	burst?: string;
}

/** What a message belongs to that didn't wait: its conversation. */
const placeOf = (event: MessagingEvent & { kind: 'message' }) =>
	JSON.stringify([event.channel, conversationOf(event)]);

/** Puts the messages together that waited together; those that didn't wait by conversation. All others stay single. */
export function groupEvents(events: readonly GroupedEvent[]): EventGroup[] {
	const groups = new Map<string, EventGroup>();
	for (const { event, burst } of events) {
		if (event.kind !== 'message') {
			groups.set(event.id, event);
			continue;
		}
		const key = burst ?? placeOf(event);
		const group = (groups.get(key) ?? []) as MessagingEvent[];
		groups.set(key, [...group, event]);
	}
	return [...groups.values()];
}
