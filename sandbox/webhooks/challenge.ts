import type { Poster } from './post';

/** Asks `url` to answer the verification challenge, and returns whether it did. Facts, §1. */
export async function answersChallenge(
	poster: Poster,
	url: string,
	verifyToken: string,
	headers: Record<string, string>,
): Promise<boolean> {
	const challenge = String(1e9 + Math.floor(Math.random() * 1e9));
	const asked = new URL(url);
	asked.searchParams.set('hub.mode', 'subscribe');
	asked.searchParams.set('hub.challenge', challenge);
	asked.searchParams.set('hub.verify_token', verifyToken);
	const answer = await poster.get(asked.href, headers).catch(() => undefined);
	return answer?.status === 200 && answer.text.trim() === challenge;
}
