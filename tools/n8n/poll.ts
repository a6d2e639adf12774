import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until there is an answer.
 * @param timeoutMs how long to keep asking. By default so long that nothing is judged by it, on a slow machine either
 * @throws after that time, with the message that `onTimeout` returns
 */
export async function poll<T>(
	ask: () => Promise<T | undefined>,
	{
		timeoutMs = 300_000,
		onTimeout,
		everyMs = 100,
	}: { timeoutMs?: number; onTimeout: () => string; everyMs?: number },
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(onTimeout());
		await sleep(everyMs);
	}
}
