import type { IRun } from 'n8n-workflow';
import type { BatchEnd } from '../../../engine';
import { executionIdOf } from './execution-mark';

/** How often, and in which parts, the events of an execution that failed come again before they are dead letters. */
export type OnFailure = Pick<BatchEnd & { kind: 'failed' }, 'tries' | 'inHalves'>;

/** Statuses of executions that are done with their batch. One at a Wait node continues by itself. */
const DONE: ReadonlySet<string> = new Set(['success', 'waiting']);

interface EndedWithError {
	message: string;
	/** Of an execution that was stopped. */
	reason?: 'manual' | 'timeout' | 'shutdown';
	extra?: { executionId?: string };
}

/**
 * What an execution's end means for its batch. n8n returns no run if it had started one with the same key before: then
 * nothing is known.
 */
export function toBatchEnd(run: IRun | undefined, onFailure: OnFailure | undefined): BatchEnd | undefined {
	if (!run) return undefined;
	if (DONE.has(run.status) || !onFailure) return { kind: 'done' };
	const { error, lastNodeExecuted } = run.data.resultData;
	const message = error?.message ?? `The execution ended with the status "${run.status}".`;
	const where = lastNodeExecuted === undefined ? '' : `${lastNodeExecuted}: `;
	return { kind: 'failed', executionId: executionIdOf(run), error: `${where}${message}`, ...onFailure };
}

/**
 * What it means if n8n returns an error instead of a run: the execution was stopped, or ended before anyone could
 * listen. In all other cases, an execution may or may not have run: n8n shuts down, or lost its database or Redis.
 */
export function errorToBatchEnd(
	error: EndedWithError,
	onFailure: OnFailure | undefined,
): BatchEnd | undefined {
	const { message, reason, extra } = error;
	const isItsOwn = reason === 'manual' || reason === 'timeout' || extra?.executionId !== undefined;
	if (!isItsOwn || reason === 'shutdown') return undefined;
	if (!onFailure) return { kind: 'done' };
	return { kind: 'failed', executionId: extra?.executionId, error: message, ...onFailure };
}
