import type { IncomingMessage } from 'node:http';
import { gatewayError } from '../gateway-errors';
import { inPlatformForm, plainRefusal, platformRefusal, Refusal } from '../refusal';
import type { World } from '../world';
import { gatewayPath } from './platform-path';
import type { Answer } from './route';
import type { createRouter } from './router';

const DOWNLOADS = '/media-files/';

export type Find = ReturnType<typeof createRouter>;

/** A request that has been read. */
export interface Request {
	readonly message: IncomingMessage;
	readonly url: URL;
	readonly raw: Buffer;
}

/** A refusal as the answer it stands for. */
export async function refused(run: () => Answer | Promise<Answer>, platform = false): Promise<Answer> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof Refusal) {
			const { status, body } = platform ? inPlatformForm(error) : error;
			return { status, body };
		}
		const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return { status: 500, body: { error: `the sandbox itself failed: ${message}` } };
	}
}

/** The refusal of who may not come in; `undefined` for who may. */
export async function refusal(check: () => void, platform: boolean): Promise<Answer | undefined> {
	const mayPass: Answer = { status: 200, body: null };
	const answered = await refused(() => (check(), mayPass), platform);
	return answered === mayPass ? undefined : answered;
}

/** Whether the path of a request takes its key as a bearer token, too. */
export function takesBearer(world: World, { pathname }: URL): boolean {
	const { path, platform } = gatewayPath(world, pathname);
	return platform || path.startsWith(DOWNLOADS);
}

/** What the API answers to who has the key, unless a fault strikes. */
export function answer(world: World, find: Find, request: Request): Answer | Promise<Answer> {
	const { pathname } = request.url;
	const { path } = gatewayPath(world, pathname);
	const { status } = world.faults.active;
	if (status && pathname.includes(status.path ?? '/') && world.faults.strikes('status', status.times)) {
		if (status.body === undefined) throw plainRefusal(status.code, `fault: ${status.code}`, 131000);
		return { status: status.code, body: status.body };
	}
	const own = world.faults.active.gatewayError;
	if (own && pathname.includes(own.path ?? '/') && world.faults.strikes('gatewayError', own.times)) {
		throw gatewayError(own.kind, own.field ?? 'meta');
	}
	return route(world, find, request, path);
}

/** What the endpoint of a path answers. */
export function route(world: World, find: Find, request: Request, path: string): Answer | Promise<Answer> {
	const { message, raw, url } = request;
	const match = find(message.method ?? 'GET', path);
	if (match.route === undefined) {
		if (match.allowed.length === 0) throw plainRefusal(404, `no endpoint ${path}`);
		throw plainRefusal(405, `${path} takes ${match.allowed.join(', ')}`);
	}
	const { headers } = message;
	const body = () => parseJson(raw, match.route.unreadable);
	return match.route.handle({ world, params: match.params, query: url.searchParams, headers, raw, body });
}

function parseJson(raw: Buffer, refuse = (sentence: string) => platformRefusal(100, sentence)): unknown {
	try {
		return JSON.parse(raw.toString('utf8'));
	} catch {
		throw refuse('The request body is not JSON');
	}
}
