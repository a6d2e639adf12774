import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainRefusal, platformRefusal, Refusal } from '../refusal';
import type { World } from '../world';
import { authorize } from './authorize';
import type { Answer, Route } from './route';
import { createRouter, type Match } from './router';

const LARGEST_BODY = 110 * 1024 * 1024;
const KEEP_ALIVE_MS = 65_000;
const OPEN_PATHS = '/sandbox/';

interface Request {
	readonly message: IncomingMessage;
	readonly url: URL;
	readonly raw: Buffer;
	readonly match: Match;
}

/** The HTTP side: authentication, faults and latency around the routes; every answer is dated by the virtual clock. */
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
	find: ReturnType<typeof createRouter>,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(message.url ?? '/', 'http://sandbox');
	const raw = await readBody(message);
	const request = { message, url, raw, match: find(message.method ?? 'GET', url.pathname) };
	if (url.pathname.startsWith(OPEN_PATHS)) return send(world, response, await answer(world, request));

	const { active } = world.faults;
	const inPath = url.pathname.includes(active.path ?? '/messages');
	if (active.dropConnection && inPath && world.faults.strikes('dropConnection', active.times)) {
		return void response.destroy();
	}
	const lost = active.loseAnswer && inPath && world.faults.strikes('loseAnswer', active.times);
	const result = await answer(world, request);
	const wait = world.settings.latency + (active.delayMs ?? 0);
	if (wait > 0) await sleep(wait);
	if (!lost) return send(world, response, result);
	response.destroy();
	result.after?.();
}

async function answer(world: World, request: Request): Promise<Answer> {
	try {
		return await process(world, request);
	} catch (error) {
		if (error instanceof Refusal) return { status: error.status, body: error.body };
		const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return { status: 500, body: { error: `the sandbox itself failed: ${message}` } };
	}
}

function process(world: World, { message, url, raw, match }: Request): Answer | Promise<Answer> {
	if (!url.pathname.startsWith(OPEN_PATHS)) {
		authorize(world, message.headers);
		const fault = world.faults.active.status;
		if (fault && url.pathname.includes(fault.path ?? '/') && world.faults.strikes('status', fault.times)) {
			return { status: fault.code, body: fault.body ?? { error: `fault: ${fault.code}` } };
		}
	}
	if (match.route === undefined) {
		if (match.allowed.length === 0) throw plainRefusal(404, `no endpoint ${url.pathname}`);
		throw plainRefusal(405, `${url.pathname} takes ${match.allowed.join(', ')}`);
	}
	const body = () => parseJson(raw);
	const { params, route } = match;
	return route.handle({ world, params, query: url.searchParams, headers: message.headers, raw, body });
}

function send({ clock }: World, response: ServerResponse, { status, body, after }: Answer): void {
	const text = JSON.stringify(body);
	response.sendDate = false;
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(text),
		date: new Date(clock.now()).toUTCString(),
		'x-virtual-clock': '1',
	});
	response.end(text);
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
