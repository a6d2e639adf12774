import { createHash } from 'node:crypto';

/** Far deeper than any payload of the platform, far from the end of the stack. */
const DEEPEST = 200;

function withSortedKeys(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return 'nested too deeply';
	if (Array.isArray(value)) return value.map((inner) => withSortedKeys(inner, depth + 1));
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, inner]) => [key, withSortedKeys(inner, depth + 1)]),
	);
}

/**
 * An id for an event that the platform gives none: a hash of what it says, whatever the order of its keys.
 * A redelivery says the same, so it has the same id.
 */
export function idOfContent(kind: string, ...content: unknown[]): string {
	const digest = createHash('sha256').update(JSON.stringify(withSortedKeys(content)) ?? '');
	return `${kind}:${digest.digest('hex').slice(0, 32)}`;
}
