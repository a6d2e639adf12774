import type { ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';

/** Trouble that lasts this long is reported as a failed execution. ms */
const LASTING = 60_000;

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
