import type { Route } from './route';

interface Compiled {
	readonly route: Route;
	readonly segments: readonly string[];
}

export type Match =
	| { readonly route: Route; readonly params: Record<string, string> }
	| { readonly route?: undefined; readonly allowed: readonly string[] };

/** Finds the route of a request; earlier routes win. `allowed` names the methods that the path would take. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
	const compiled = routes.map((route): Compiled => ({ route, segments: segmentsOf(route.path) }));
	return (method, path) => {
		const segments = segmentsOf(path);
		const allowed: string[] = [];
		for (const { route, segments: pattern } of compiled) {
			const params = match(pattern, segments);
			if (params === undefined) continue;
			if (route.method === method) return { route, params };
			allowed.push(route.method);
		}
		return { allowed };
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
