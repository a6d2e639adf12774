import { createHash } from 'node:crypto';

function withSortedKeys(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withSortedKeys);
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, inner]) => [key, withSortedKeys(inner)]),
	);
}

/**
 * An id for an event that has none from the platform: a hash of its content, whatever the order of its keys.
 * A redelivery says the same, so it has the same id.
 */
export function idOfContent(kind: string, ...content: unknown[]): string {
	const digest = createHash('sha256').update(JSON.stringify(withSortedKeys(withoutDepths(content))));
	return `${kind}:${digest.digest('hex').slice(0, 32)}`;
}

/** Far deeper than any payload of the platform, far from the end of the stack. */
const DEEPEST = 200;

/** Replaces a part that is nested too deeply to be written. */
const TOO_DEEP = 'nested too deeply to be kept';

/** Whether a value is nested more deeply than so many levels; one that contains itself is. */
export function isDeeperThan(most: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return most === 0 || Object.values(value).some((inner) => isDeeperThan(most - 1, inner));
}

/** `JSON.parse` reads any depth, but `JSON.stringify` can't write it: a copy without what is too deep. */
export function withoutDepths(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((inner) => withoutDepths(inner, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, withoutDepths(inner, depth + 1)]),
	);
}
