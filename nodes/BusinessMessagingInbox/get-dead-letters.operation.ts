import type { IDataObject } from 'n8n-workflow';
import type { DeadLetter, Inbox } from '../../engine';
import { limit as limitField, returnAll } from '../shared/common-fields';
import { isoTime } from '../shared/times';
import type { Operation } from '../shared/operation';
import { readLimit } from '../shared/read/values';
import { subscriptionField } from './dead-letter-fields';
import { onInbox } from './on-inbox';

/** How many dead letters are read from the store at a time. */
const PAGE = 500;

/** Reads page by page, up to `limit`. */
async function read(inbox: Inbox, subscription: string, limit: number): Promise<DeadLetter[]> {
	const found: DeadLetter[] = [];
	while (found.length < limit) {
		const size = Math.min(PAGE, limit - found.length);
		const page = await inbox.deadLetters.list({ subscription, after: found.at(-1)?.seq, limit: size });
		found.push(...page);
		if (page.length < size) break;
	}
	return found;
}

function deadLetterJson({ seq, event, at, executionId, error, ...rest }: DeadLetter): IDataObject {
	const { id, at: happenedAt, ...about } = event;
	const named: Partial<typeof about> = about;
	delete named.raw;
	return {
		...rest,
		seq,
		failedAt: isoTime(at),
		executionId: executionId ?? null,
		error: error ?? null,
		event: { eventId: id, at: isoTime(happenedAt), ...named } as IDataObject,
	};
}

/** Lists the events that an execution failed on. */
export const getDeadLetters: Operation = {
	value: 'getDeadLetters',
	name: 'Get Dead Letters',
	description: 'List the events that an execution failed on, with the execution ID and the error',
	action: 'Get dead letters',
	fields: [subscriptionField, returnAll, limitField],
	forEachItem: onInbox(async ({ context, inbox, itemIndex, subscription }) =>
		(await read(inbox, await subscription(), readLimit(context, itemIndex))).map(deadLetterJson),
	),
};
