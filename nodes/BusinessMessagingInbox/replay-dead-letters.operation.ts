import type { Operation } from '../shared/operation';
import { deadLettersField, readSeqs, subscriptionField } from './dead-letter-fields';
import { onInbox } from './on-inbox';

/** Hands events that an execution failed on to their trigger again. */
export const replayDeadLetters: Operation = {
	value: 'replayDeadLetters',
	name: 'Replay Dead Letters',
	description: 'Send events that an execution failed on to their trigger again, marked as a repeat',
	action: 'Replay dead letters',
	fields: [subscriptionField, deadLettersField],
	forEachItem: onInbox(async (call) => {
		const subscription = await call.subscription();
		return [{ subscription, replayed: await call.inbox.deadLetters.replay(subscription, readSeqs(call)) }];
	}),
};
