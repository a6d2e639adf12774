import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two secrets are the same, in a time that doesn't depend on where they differ. */
export function sameText(given: string, expected: string): boolean {
	return timingSafeEqual(digest(given), digest(expected));
}
