import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sleep } from '../../base';
import { gatewayError } from '../gateway-errors';
import { inPlatformForm, plainRefusal, platformRefusal, Refusal } from '../refusal';
import type { World } from '../world';
import { authorize } from './authorize';
import { gatewayPath, isPlatformPath } from './platform-path';
import type { Answer, Route } from './route';
import { createRouter } from './router';

const LARGEST_BODY = 110 * 1024 * 1024;
const KEEP_ALIVE_MS = 65_000;
const OPEN_PATHS = '/sandbox/';
const DOWNLOADS = '/media-files/';

type Find = ReturnType<typeof createRouter>;

interface Request {
	readonly message: IncomingMessage;
	readonly url: URL;
	readonly raw: Buffer;
}

/** The HTTP side: authentication, faults, and latency around the routes. The virtual clock dates every answer. */
export function createHttpServer(world: World, routes: readonly Route[]): Server {
	const find = createRouter(routes);
	const server = createServer((message, response) => {
		void serve(world, find, message, response).catch(() => response.destroy());
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	return server;
}

async function serve(
	world: World,
	find: Find,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(message.url ?? '/', 'http://sandbox');
	const request = { message, url, raw: await readBody(message) };
	if (url.pathname.startsWith(OPEN_PATHS)) {
		return send(world, response, await refused(() => route(world, find, request, url.pathname)));
	}
	const { faults } = world;
	const { dropConnection, loseAnswer, path = '/messages', times } = faults.active;
	const struck = (dropConnection || loseAnswer) && url.pathname.includes(path);
	if (struck && dropConnection && faults.strikes('dropConnection', times)) return void response.destroy();
	const lost = struck && loseAnswer && faults.strikes('loseAnswer', times);
	const platform = isPlatformPath(world, url.pathname);
	const result = await refused(() => answer(world, find, request), platform);
	const wait = world.settings.latency + (faults.active.delayMs ?? 0);
	if (wait > 0) await sleep(world.runtime, wait);
	if (!lost) return send(world, response, result);
	response.destroy();
	result.after?.();
}

/** A refusal as the answer it stands for. */
async function refused(run: () => Answer | Promise<Answer>, platform = false): Promise<Answer> {
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

function answer(world: World, find: Find, request: Request): Answer | Promise<Answer> {
	const { pathname } = request.url;
	const { path, platform } = gatewayPath(world, pathname);
	authorize(world, request.message.headers, platform || path.startsWith(DOWNLOADS));
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

function route(world: World, find: Find, request: Request, path: string): Answer | Promise<Answer> {
	const { message, raw, url } = request;
	const match = find(message.method ?? 'GET', path);
	if (match.route === undefined) {
		if (match.allowed.length === 0) throw plainRefusal(404, `no endpoint ${path}`);
		throw plainRefusal(405, `${path} takes ${match.allowed.join(', ')}`);
	}
	const { headers } = message;
	const body = () => parseJson(raw);
	return match.route.handle({ world, params: match.params, query: url.searchParams, headers, raw, body });
}

function send({ clock }: World, response: ServerResponse, { status, body, file, after }: Answer): void {
	const content = file?.bytes ?? Buffer.from(JSON.stringify(body));
	response.sendDate = false;
	response.writeHead(status, {
		'content-type': file?.mimeType ?? 'application/json; charset=utf-8',
		'content-length': content.length,
		date: new Date(clock.now()).toUTCString(),
		'x-virtual-clock': '1',
	});
	response.end(content);
	if (after) setImmediate(after);
}

function parseJson(raw: Buffer): unknown {
	try {
		return JSON.parse(raw.toString('utf8'));
	} catch {
		throw platformRefusal(100, 'The request body is not JSON');
	}
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of message as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > LARGEST_BODY) throw new Error('body too large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
