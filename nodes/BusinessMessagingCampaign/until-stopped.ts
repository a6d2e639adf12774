import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Acts with a signal that aborts when the execution is stopped or times out, and when n8n is asked to end: n8n then
 * doesn't cancel executions, but waits a while and exits.
 */
export async function untilStopped<Result>(
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
	act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const ending = new AbortController();
	const end = () => ending.abort();
	const cancelled = context.getExecutionCancelSignal();
	process.once('SIGTERM', end);
	try {
		return await act(cancelled ? AbortSignal.any([cancelled, ending.signal]) : ending.signal);
	} finally {
		process.off('SIGTERM', end);
	}
}
