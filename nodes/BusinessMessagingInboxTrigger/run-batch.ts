import { setTimeout as sleep } from 'node:timers/promises';
import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import type { Batch, BatchEnd } from '../../engine';
import { endOfError, endOfRun } from './to-batch-end';
import type { MakeItems } from './to-items';
import type { OnFailure } from './read-settings';

/** How long a batch that could not be begun waits before it is handed out again. ms */
const TRY_AGAIN_AFTER = 1_000;

export interface BatchRun {
	context: ITriggerFunctions;
	/** Reads what items are made with; while that fails, no execution is started. */
	readyItems: () => Promise<MakeItems>;
	onFailure: OnFailure;
}

/** Starts an execution with a batch, and waits for its end. */
export async function runBatch(
	{ events, repeat, key }: Batch,
	{ context, readyItems, onFailure }: BatchRun,
): Promise<BatchEnd | undefined> {
	let makeItems: MakeItems;
	try {
		makeItems = await readyItems();
	} catch (error) {
		context.logger.warn(`A batch waits: ${(error as Error).message}`, { batch: key });
		await sleep(TRY_AGAIN_AFTER);
		return { kind: 'released' };
	}
	const items = await makeItems(
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
