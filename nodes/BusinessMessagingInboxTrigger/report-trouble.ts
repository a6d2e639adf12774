import type { ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Trouble that lasts so long is reported as a failed execution. ms */
const LASTING = 60_000;

/**
 * Tells of trouble that passes by itself: once in n8n's log, and once, when it lasts, as a failed execution, which
 * people see and which starts the error workflow. The workflow stays published, and the trigger goes on trying.
 */
export function troubleReporter(context: ITriggerFunctions) {
	let [isLogged, isReported] = [false, false];
	return (error: Error, lastingMs: number): void => {
		if (!isLogged) {
			isLogged = true;
			context.logger.warn(`The inbox is not read yet; it is tried again: ${error.message}`);
		}
		if (isReported || lastingMs < LASTING) return;
		isReported = true;
		context.saveFailedExecution(
			new NodeOperationError(context.getNode(), error.message, {
				description: 'The trigger goes on trying, and nothing is lost that was received.',
			}),
		);
	};
}
