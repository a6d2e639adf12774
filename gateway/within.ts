import type { Runtime } from '../base';
import { TransportError } from './transport';

/** What is left of a response that took too long. */
export const tooLate = (ms: number) =>
	new TransportError(`The response wasn't complete after ${ms / 1_000} seconds.`, undefined);

/**
 * Does something that has to be over after so long (ms), and aborts it then.
 * @throws TransportError if it isn't, even if it doesn't listen to the signal
 */
export function within<Result>(
	runtime: Runtime,
	ms: number,
	act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	return new Promise((resolve, reject) => {
		const give = () => {
			reject(tooLate(ms));
			controller.abort();
		};
		const cancel = runtime.after(ms, give, 'background');
		void act(controller.signal).then(resolve, reject).finally(cancel);
	});
}
