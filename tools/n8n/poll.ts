import { setTimeout as sleep } from 'node:timers/promises';

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [10, 100];

/**
 * Asks until there is an answer: often at first, as most answers come at once, and every 100 ms later.
 * @param timeoutMs how long to keep asking. By default so long that nothing is judged by it, on a slow machine either
 * @throws after that time, with the message that `onTimeout` returns
 */
export async function poll<T>(
	ask: () => Promise<T | undefined>,
	{ timeoutMs = 300_000, onTimeout }: { timeoutMs?: number; onTimeout: () => string },
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(onTimeout());
		await sleep(wait);
	}
}
