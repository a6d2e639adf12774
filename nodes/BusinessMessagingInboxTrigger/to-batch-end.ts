import type { IRun } from 'n8n-workflow';
import type { BatchEnd } from '../../engine';
import { executionIdOf } from './execution-mark';
import type { OnFailure } from './read-settings';

/** Statuses of executions that have done with their batch: one at a Wait node goes on by itself. */
const WELL: ReadonlySet<string> = new Set(['success', 'waiting']);

interface EndedWithError {
	message: string;
	/** Of an execution that was stopped. */
	reason?: 'manual' | 'timeout' | 'shutdown';
	extra?: { executionId?: string };
}

/**
 * What an execution's end means for its batch. n8n gives no run where it had started one with the same key before:
 * then nothing is known.
 */
export function endOfRun(run: IRun | undefined, onFailure: OnFailure): BatchEnd | undefined {
	if (!run) return undefined;
	if (WELL.has(run.status)) return { kind: 'done' };
	const { error, lastNodeExecuted } = run.data.resultData;
	const message = error?.message ?? `The execution ended with the status "${run.status}".`;
	const where = lastNodeExecuted === undefined ? '' : `${lastNodeExecuted}: `;
	return { kind: 'failed', executionId: executionIdOf(run), error: `${where}${message}`, ...onFailure };
}

/**
 * What it means that n8n gives an error instead of a run: the execution was stopped, or ended before anybody could
 * listen. Whatever else happened, an execution may or may not have run: n8n shuts down, or lost its database or Redis.
 */
export function endOfError(error: EndedWithError, onFailure: OnFailure): BatchEnd | undefined {
	const { message, reason, extra } = error;
	const isItsOwn = reason === 'manual' || reason === 'timeout' || extra?.executionId !== undefined;
	if (!isItsOwn || reason === 'shutdown') return undefined;
	return { kind: 'failed', executionId: extra?.executionId, error: message, ...onFailure };
}
