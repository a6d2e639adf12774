import type { ServerResponse } from 'node:http';
import type { Refusal } from '../refusal';
import type { World } from '../world';

/**
 * What an endpoint answers: a status and a JSON body, a file, or a stream that it writes itself. `after` runs once the
 * answer is sent.
 */
export interface Answer {
	readonly status: number;
	readonly body: unknown;
	readonly file?: { readonly bytes: Buffer; readonly mimeType: string };
	readonly stream?: (response: ServerResponse) => void;
	readonly headers?: Readonly<Record<string, string>>;
	readonly after?: () => void;
}

/** A request as an endpoint sees it. `body()` parses JSON and refuses anything else with 400. */
export interface Call {
	readonly world: World;
	readonly params: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly raw: Buffer;
	readonly body: () => unknown;
}

/** One endpoint. Segments of `path` that begin with a colon are parameters. */
export interface Route {
	readonly method: 'GET' | 'POST' | 'DELETE';
	readonly path: string;
	readonly handle: (call: Call) => Answer | Promise<Answer>;
	/** Its own error for a body that can't be read; the platform's form if left out. */
	readonly unreadable?: (sentence: string) => Refusal;
}

/** Routes that refuse a body that can't be read in the form of their group (docs/interface.md, Errors). */
export function refusingWith(
	unreadable: (sentence: string) => Refusal,
	routes: readonly Route[],
): readonly Route[] {
	return routes.map((route) => ({ unreadable, ...route }));
}

/** A 200 answer, or one with `status`. */
export function json(body: unknown, status = 200): Answer {
	return { status, body };
}

interface Compiled {
	readonly route: Route;
	readonly segments: readonly string[];
	readonly shape: string;
}

type Match =
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
