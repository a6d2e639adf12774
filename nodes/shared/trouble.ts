import type { FunctionsBase, ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { backoffAfter, createSignal, errorText, MINUTE, systemRuntime } from '../../base';
import type { Incident } from '../../receiver';

/** How long to wait between tries. ms */
const BACKOFF = { first: 500, most: 15_000 };

export interface KeepTryingOptions {
	stop: AbortSignal;
	/** Hears of every failed try, and of how long it hasn't worked. */
	onFailure(error: unknown, failingForMs: number): void;
	runtime?: Runtime;
}

/** Tries until it works; `undefined` if it was stopped before. */
export async function keepTrying<Result>(
	attempt: () => Promise<Result>,
	{ stop, onFailure, runtime = systemRuntime }: KeepTryingOptions,
): Promise<Result | undefined> {
	const began = runtime.monotonic();
	const stopped = createSignal(runtime);
	stop.addEventListener('abort', stopped.raise, { once: true });
	try {
		for (let failures = 1; !stop.aborted; failures++) {
			try {
				return await attempt();
			} catch (error) {
				onFailure(error, runtime.monotonic() - began);
				if (!stop.aborted) await stopped.wait(backoffAfter(BACKOFF, failures));
			}
		}
		return undefined;
	} finally {
		stop.removeEventListener('abort', stopped.raise);
	}
}

/** Trouble that lasts this long is reported as a failed execution. ms */
const LASTING = MINUTE;

interface HowToReport {
	/** How long the trouble lasts until it is reported. ms */
	afterMs?: number;
	/** What it means, and what to do. */
	description?: string;
}

/**
 * Reports trouble that passes by itself: once in n8n's log and, if it lasts, once as a failed execution, which people
 * see and which starts the error workflow. The workflow stays published, and the trigger keeps trying.
 * @param what what doesn't work, as the beginning of a sentence: "The inbox can't be read"
 */
export function troubleReporter(
	context: ITriggerFunctions,
	what: string,
	{
		afterMs = LASTING,
		description = 'The trigger keeps trying. Nothing that was received is lost.',
	}: HowToReport = {},
) {
	let [isLogged, isReported] = [false, false];
	return (error: unknown, lastingMs: number): void => {
		const message = errorText(error);
		if (!isLogged) {
			isLogged = true;
			context.logger.warn(`${what} yet. The trigger keeps trying: ${message}`);
		}
		if (isReported || lastingMs < afterMs) return;
		isReported = true;
		// n8n replaces a message about a connection by a sentence that doesn't say what refused it.
		const whole = [message.replace(/([^.])$/, '$1.'), description].join(' ');
		context.saveFailedExecution(new NodeOperationError(context.getNode(), what, { description: whole }));
	};
}

/** A log that writes incidents to n8n's. */
export const logTo =
	({ logger }: Pick<FunctionsBase, 'logger'>) =>
	({ level, message, ...details }: Incident): void =>
		logger[level](message, details);
