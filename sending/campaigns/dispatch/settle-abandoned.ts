import type { ClaimedRecipient } from '../../../engine';
import type { KeptAnswer } from '../../submit';
import { readKeptAnswer } from '../../submit';
import type { FrozenMessage } from '../plan/frozen-message';
import type { RecordParts } from './record-answer';
import { recordAnswer } from './record-answer';

const WORKER_GONE =
	'The process that submitted this message ended before it recorded the response. The message may have been sent.';

export type AbandonedParts = RecordParts;

/** Records an answer that came to a worker that is gone. */
async function recordLate(
	state: AbandonedParts,
	recipient: ClaimedRecipient,
	answer: KeptAnswer,
): Promise<void> {
	const { engine, channel, summary } = state;
	const { action, at, content } = recipient;
	const now = await engine.now(channel);
	summary.claimed(1);
	const called = { recipient, action, message: content as FrozenMessage };
	await recordAnswer(state, called, readKeptAnswer(answer), () => now - at);
}

/**
 * Settles messages of workers that are gone, by what their journals prove: those that were never called are given back,
 * answers that had come are recorded. Nobody knows what became of the others.
 */
export async function settleAbandoned(state: AbandonedParts, abandoned: ClaimedRecipient[]): Promise<void> {
	const { engine, recorder } = state;
	const traces = engine.store.journals.takeOver(abandoned);
	for (const [index, recipient] of abandoned.entries()) {
		const { key, token, content } = recipient;
		const trace = traces[index];
		if (trace?.called === false) recorder.add({ key, token, step: 'release' });
		else if (trace && content !== null) await recordLate(state, recipient, trace.answer as KeptAnswer);
		else recorder.add({ key, token, step: 'lose', rule: 'worker-gone', reason: WORKER_GONE });
	}
	await recorder.flush();
}
