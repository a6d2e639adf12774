import type { ITriggerFunctions } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { createSignal, MINUTE } from '../../base';
import { troubleReporter } from './trouble';

/** How often a trigger looks whether its credential has got another number: n8n publishes nothing again after an edit. ms */
const LOOK_EVERY = MINUTE;

/**
 * Does something with a trigger's credential at once, and then each minute. What fails is reported, and is tried again.
 * @param what what can't be done, for people, if it fails
 * @returns ends it, and resolves when nothing of it is under way
 */
export function lookRegularly(
	context: ITriggerFunctions,
	what: string,
	look: (stopping: AbortSignal) => Promise<void>,
	runtime: Runtime,
): () => Promise<void> {
	const stopping = new AbortController();
	const stopped = createSignal(runtime);
	stopping.signal.addEventListener('abort', stopped.raise, { once: true });
	async function keepLooking(): Promise<void> {
		let [report, worked] = [troubleReporter(context, what), runtime.monotonic()];
		while (!stopping.signal.aborted) {
			try {
				await look(stopping.signal);
				[report, worked] = [troubleReporter(context, what), runtime.monotonic()];
			} catch (error) {
				report(error, runtime.monotonic() - worked);
			}
			if (!stopping.signal.aborted) await stopped.wait(LOOK_EVERY);
		}
	}
	const looking = keepLooking();
	return async () => {
		stopping.abort();
		await looking;
	};
}
