import { refuse } from './check-request';

/**
 * A path of the gateway from its segments, each of them escaped.
 * @throws InvalidRequest where one is empty, which would be the path of something else
 */
export function pathOf(...segments: [string, ...string[]]): string {
	const trimmed = segments.map((segment) => segment.trim());
	refuse(trimmed.includes('') ? [{ path: `${segments[0].replace(/s$/, '')}_id`, message: 'is empty' }] : []);
	return `/${trimmed.map(encodeURIComponent).join('/')}`;
}
