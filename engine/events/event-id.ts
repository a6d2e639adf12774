import { createHash } from 'node:crypto';
import { withoutDepths } from './depth';

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
