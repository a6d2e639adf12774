import { refuse } from './check-request';
import type { RequestProblem } from './invalid-request';

/** What is wrong with a segment: an empty one, and dots, would make it the path of something else. */
export function problemsOfSegment(name: string, segment: string): RequestProblem[] {
	const trimmed = segment.trim();
	if (trimmed === '') return [{ path: name, message: 'is empty' }];
	return trimmed === '.' || trimmed === '..' ? [{ path: name, message: "isn't an ID" }] : [];
}

/**
 * A path of the gateway from its segments, each of them escaped.
 * @throws InvalidRequest if one of them can't be one
 */
export function pathOf(...segments: [string, ...string[]]): string {
	const name = `${segments[0].replace(/s$/, '')}_id`;
	refuse(segments.flatMap((segment) => problemsOfSegment(name, segment)));
	return `/${segments.map((segment) => encodeURIComponent(segment.trim())).join('/')}`;
}
