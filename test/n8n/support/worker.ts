import { poll, type QueueN8n } from '../../../tools/n8n';

/** Waits until a worker has printed that it ran an execution to its end, which others know before it is printed. */
export async function untilWorkerEnded(worker: QueueN8n['worker'], executionId: string): Promise<void> {
	const told = `Worker finished execution ${executionId} `;
	const isTold = async () => (worker.logs().includes(told) ? true : undefined);
	await poll(isTold, { onTimeout: () => `The worker didn't run execution ${executionId}.` });
}
