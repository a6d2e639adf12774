import type { MessagingEvent } from '../../../engine';
import { replyOf } from '../../../engine';
import type { GatherOptions } from '../../../receiver';
import { textOf } from '../events/text-of';
import { numberReader } from '../read/number-reader';
import { readList } from '../read/read-list';
import type { AtOnceFor } from './fields';

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
