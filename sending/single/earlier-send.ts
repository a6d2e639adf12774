import type { SendRecord } from '../../engine';
import type { Outcome } from '../message';

/** What is known about a send that was begun or planned before: the outcome of its repeat. */
export function outcomeOfEarlier({ state, action, messageId, outcome, due, reason }: SendRecord): Outcome {
	switch (state) {
		case 'planned':
		case 'claimed':
		case 'held':
			return {
				action: 'hold',
				rule: 'planned-before',
				reason:
					'This message is already planned. A campaign sends it, or Send Due sends it with the kept messages.',
				...(due !== undefined && due > 0 && { retryAt: due }),
				repeated: true,
			};
		case 'skipped':
			return {
				action: 'skip',
				rule: 'skipped-before',
				reason: reason ?? 'This message was skipped before.',
				repeated: true,
			};
		case 'sending':
		case 'unconfirmed':
			return {
				action,
				rule: 'unconfirmed',
				reason:
					"This message was already submitted to the gateway, but the response was lost. It may have been sent, so it isn't sent again.",
				error: { title: "The gateway didn't respond", effect: 'unknown-outcome' },
				repeated: true,
			};
		default: {
			const kept = outcome as Outcome | undefined;
			const before = state === 'failed' && messageId === undefined ? 'refused' : 'sent';
			const decided = kept ?? {
				action: before === 'sent' ? action : ('skip' as const),
				rule: `${before}-before`,
				reason: `This message was ${before} before${reason === undefined ? '.' : `: ${reason}`}`,
			};
			return { ...decided, ...(messageId !== undefined && { messageId }), repeated: true };
		}
	}
}
