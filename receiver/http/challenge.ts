import { createHash, timingSafeEqual } from 'node:crypto';

/** How to answer a GET of the webhook's URL: with the challenge, or with a sentence on what is wrong. */
export type ChallengeAnswer = { challenge: string } | { status: 400 | 403; error: string };

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The platform verifies a webhook by a challenge that is given back (platform-facts, section 1).
 * @param verifyToken what `hub.verify_token` has to be; any where left out
 */
export function answerChallenge(query: URLSearchParams, verifyToken?: string): ChallengeAnswer {
	const challenge = query.get('hub.challenge');
	if (challenge === null) {
		return {
			status: 400,
			error: 'This address accepts webhook deliveries by POST. A GET request needs hub.challenge.',
		};
	}
	const given = query.get('hub.verify_token') ?? '';
	if (verifyToken !== undefined && !timingSafeEqual(digest(given), digest(verifyToken))) {
		return { status: 403, error: "hub.verify_token doesn't match the verify token of this receiver." };
	}
	return { challenge };
}
