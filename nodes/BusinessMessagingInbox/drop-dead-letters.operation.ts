import type { Operation } from '../shared/operation';
import { deadLettersField, readSeqs, subscriptionField } from './dead-letter-fields';
import { onInbox } from './on-inbox';

/** Deletes events that an execution failed on. */
export const dropDeadLetters: Operation = {
	value: 'dropDeadLetters',
	name: 'Drop Dead Letters',
	description: 'Delete events that an execution failed on',
	action: 'Drop dead letters',
	fields: [subscriptionField, deadLettersField],
	forEachItem: onInbox(async (call) => {
		const subscription = await call.subscription();
		return [{ subscription, dropped: await call.inbox.deadLetters.drop(subscription, readSeqs(call)) }];
	}),
};
