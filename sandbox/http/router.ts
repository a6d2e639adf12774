import type { Route } from './route';

interface Compiled {
	readonly route: Route;
	readonly segments: readonly string[];
	readonly shape: string;
}

export type Match =
	| { readonly route: Route; readonly params: Record<string, string> }
	| { readonly route?: undefined; readonly allowed: readonly string[] };

/**
 * Finds the route of a request. The first path that matches decides. `allowed` names the methods that it takes.
 */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
	const compiled = routes.map((route): Compiled => {
		const segments = segmentsOf(route.path);
		const shape = segments.map((segment) => (segment.startsWith(':') ? ':' : segment)).join('/');
		return { route, segments, shape };
	});
	return (method, path) => {
		const segments = segmentsOf(path);
		const first = compiled.find(({ segments: pattern }) => match(pattern, segments) !== undefined);
		const fitting = compiled.filter(({ shape }) => shape === first?.shape);
		const found = fitting.find(({ route }) => route.method === method);
		if (found === undefined) return { allowed: fitting.map(({ route }) => route.method) };
		return { route: found.route, params: match(found.segments, segments) ?? {} };
	};
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
	if (pattern.length !== segments.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment = segments[index] ?? '';
		if (expected.startsWith(':')) params[expected.slice(1)] = decode(segment);
		else if (expected !== segment) return undefined;
	}
	return params;
}

function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
