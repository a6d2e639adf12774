import type { INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import { errorText, sleep, systemRuntime } from '../../../base';
import type { Batch, BatchEnd, MessagingEvent } from '../../../engine';
import type { AnswerPoster } from '../../../receiver';
import type { EventGroup, ToItems } from '../events/to-items';
import { groupEvents } from '../silence';
import type { OnFailure } from './to-batch-end';
import { errorToBatchEnd, toBatchEnd } from './to-batch-end';

/** How long a batch that couldn't begin waits before it is handed out again. ms */
const TRY_AGAIN_AFTER = 1_000;

interface BatchRun {
	context: ITriggerFunctions;
	/** Reads what items are made with. While that fails, no execution begins. */
	readyToItems: () => Promise<ToItems>;
	/** Whether messages wait for silence, so that those of a conversation come together. */
	waits: boolean;
	/** Whether nobody is to get the messages that have waited, because somebody took the conversation over. */
	isTakenOver: (messages: readonly MessagingEvent[]) => Promise<boolean>;
	/** Unset if the events of an execution that failed are done. */
	onFailure: OnFailure | undefined;
	/** Whom to ask which messages executions wait for: these start nothing. */
	answers?: AnswerPoster;
}

/** What goes out together, without what was taken over. */
async function groupsOf(events: Batch['events'], { waits, isTakenOver }: BatchRun): Promise<EventGroup[]> {
	if (!waits && !events.some(({ burst }) => burst !== undefined)) return events.map(({ event }) => event);
	const groups: EventGroup[] = [];
	for (const group of groupEvents(events)) {
		if (!Array.isArray(group) || !(await isTakenOver(group as MessagingEvent[]))) groups.push(group);
	}
	return groups;
}

/** How long a batch waits until executions have taken the answers that it contains. ms */
const LONGEST_SORTING = 3_000;

/** The events that start an execution; `undefined` while it isn't known which of them other executions take. */
async function startingIn(
	events: Batch['events'],
	answers: AnswerPoster | undefined,
): Promise<Batch['events'] | undefined> {
	if (!answers) return events;
	const messages = events.filter(({ event }) => event.kind === 'message');
	const { delivered, pending } = await answers.sort(
		messages.map(({ event }) => event.id),
		LONGEST_SORTING,
	);
	return pending ? undefined : events.filter(({ event }) => !delivered.has(event.id));
}

/** Starts an execution with a batch, and waits for its end. */
export async function runBatch(
	{ events, repeat, key }: Batch,
	batchRun: BatchRun,
): Promise<BatchEnd | undefined> {
	const { context, readyToItems, onFailure, answers } = batchRun;
	let items: INodeExecutionData[] | undefined;
	try {
		const starting = await startingIn(events, answers);
		const toItems = await readyToItems();
		items = starting && (await toItems(await groupsOf(starting, batchRun), repeat));
	} catch (error) {
		context.logger.warn(`A batch is waiting: ${errorText(error)}`, { batch: key });
		await sleep(systemRuntime, TRY_AGAIN_AFTER);
		return { kind: 'released' };
	}
	if (!items) {
		await sleep(systemRuntime, TRY_AGAIN_AFTER);
		return { kind: 'released' };
	}
	if (items.length === 0) return { kind: 'done' };
	const done = context.helpers.createDeferredPromise<IRun>();
	context.emit([items], undefined, done, key);
	return await done.promise.then(
		(run) => toBatchEnd(run, onFailure),
		(error: Error) => {
			const end = errorToBatchEnd(error, onFailure);
			if (!end) context.logger.warn(`A batch will be handed out again: ${error.message}`, { batch: key });
			return end;
		},
	);
}
