import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import type { Batch, BatchEnd } from '../../engine';
import { endOfError, endOfRun } from './end-of-run';
import type { ItemsOfEvents } from './items-of-events';
import type { OnFailure } from './read-settings';

/** Starts an execution with a batch, and waits for its end. */
export async function runBatch(
	context: ITriggerFunctions,
	{ events, repeat, key }: Batch,
	itemsOf: ItemsOfEvents,
	onFailure: OnFailure,
): Promise<BatchEnd | undefined> {
	const items = await itemsOf(
		events.map(({ event }) => event),
		repeat,
	);
	const done = context.helpers.createDeferredPromise<IRun>();
	context.emit([items], undefined, done, key);
	return await done.promise.then(
		(run) => endOfRun(run, onFailure),
		(error: Error) => {
			const end = endOfError(error, onFailure);
			if (!end) context.logger.warn(`A batch will be handed out again: ${error.message}`, { batch: key });
			return end;
		},
	);
}
