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

/** Routes that refuse a body that can't be read in the form of their group. Interface, "Errors". */
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
