import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import { errorText, sleep, systemRuntime } from '../../base';
import type { Batch, BatchEnd } from '../../engine';
import type { OnFailure } from './read-settings';
import { errorToBatchEnd, toBatchEnd } from './to-batch-end';
import type { ToItems } from './to-items';

/** How long a batch that couldn't begin waits before it is handed out again. ms */
const TRY_AGAIN_AFTER = 1_000;

interface BatchRun {
	context: ITriggerFunctions;
	/** Reads what items are made with. While that fails, no execution begins. */
	readyToItems: () => Promise<ToItems>;
	onFailure: OnFailure;
}

/** Starts an execution with a batch, and waits for its end. */
export async function runBatch(
	{ events, repeat, key }: Batch,
	{ context, readyToItems, onFailure }: BatchRun,
): Promise<BatchEnd | undefined> {
	let toItems: ToItems;
	try {
		toItems = await readyToItems();
	} catch (error) {
		context.logger.warn(`A batch is waiting: ${errorText(error)}`, { batch: key });
		await sleep(systemRuntime, TRY_AGAIN_AFTER);
		return { kind: 'released' };
	}
	const items = await toItems(
		events.map(({ event }) => event),
		repeat,
	);
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
