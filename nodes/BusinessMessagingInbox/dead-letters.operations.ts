import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { DeadLetter, Inbox } from '../../engine';
import { limit as limitField, returnAll } from '../shared/common-fields';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { readLimit } from '../shared/read/values';
import { eventTimes, isoTime } from '../shared/times';
import { ofSubscription } from './inbox';

/** Which trigger. */
const subscriptionField: INodeProperties = {
	displayName: 'Inbox Trigger Name or ID',
	name: 'subscription',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getSubscriptions' },
	required: true,
	default: '',
	description:
		'The trigger that the dead letters belong to. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Which dead letters. */
const deadLettersField: INodeProperties = {
	displayName: 'Dead Letters',
	name: 'deadLetters',
	type: 'string',
	default: '',
	placeholder: '{{ $json.seq }}',
	description: 'The seq values of the dead letters, separated by commas. Leave empty for all.',
};

/** The numbers of the chosen dead letters; `undefined` for all. @throws Error for what isn't a number, and for none of a list */
function readSeqs(given: unknown): number[] | undefined {
	if (Array.isArray(given) && given.length === 0) {
		throw new Error('Dead Letters is an empty list, so nothing was chosen. Leave the field empty for all.');
	}
	const written = Array.isArray(given) ? given.join() : String(given).trim();
	if (given === '') return undefined;
	return written.split(',').map((each) => {
		if (/^\s*\d+\s*$/.test(each)) return Number(each);
		throw new Error(`Dead Letters must contain the seq values of dead letters, not "${each.trim()}".`);
	});
}

/** What is done to the chosen dead letters: how the inbox calls it, and what the item counts. */
const actOn = (act: 'drop' | 'replay', counted: 'dropped' | 'replayed') =>
	perItem(ofSubscription, async ({ get, inbox, subscription }) => {
		const count = await inbox.deadLetters[act](subscription, readSeqs(get('deadLetters', '')));
		return { json: { subscription, [counted]: count } };
	});

/** Deletes events that an execution failed on. */
export const dropDeadLetters: Operation = {
	value: 'dropDeadLetters',
	name: 'Drop Dead Letters',
	description: 'Delete events that an execution failed on',
	action: 'Drop dead letters',
	fields: [subscriptionField, deadLettersField],
	numbers: 'any',
	forEachItem: actOn('drop', 'dropped'),
};

/** Hands events that an execution failed on to their trigger again. */
export const replayDeadLetters: Operation = {
	value: 'replayDeadLetters',
	name: 'Replay Dead Letters',
	description: 'Send events that an execution failed on to their trigger again, marked as a repeat',
	action: 'Replay dead letters',
	fields: [subscriptionField, deadLettersField],
	numbers: 'any',
	forEachItem: actOn('replay', 'replayed'),
};

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
	const { id, raw, ...about } = event;
	return {
		...rest,
		seq,
		failedAt: isoTime(at),
		executionId: executionId ?? null,
		error: error ?? null,
		event: { eventId: id, ...about, ...eventTimes(event) } as IDataObject,
	};
}

/** Lists the events that an execution failed on. */
export const getDeadLetters: Operation = {
	value: 'getDeadLetters',
	name: 'Get Dead Letters',
	description: 'List the events that an execution failed on, with the execution ID and the error',
	action: 'Get dead letters',
	fields: [subscriptionField, returnAll, limitField],
	numbers: 'any',
	forEachItem: perItem(ofSubscription, async ({ context, inbox, itemIndex, subscription }) => {
		const found = await read(inbox, subscription, readLimit(context, itemIndex));
		return found.map((letter) => ({ json: deadLetterJson(letter) }));
	}),
};
