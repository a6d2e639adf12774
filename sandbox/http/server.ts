import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sleep } from '../../base';
import type { World } from '../world';
import { admit, openTheDoor, type Door } from '../simulator/door';
import { answer, refused, route, type Find } from './answer';
import { isPlatformPath } from './platform-path';
import type { Answer, Route } from './route';
import { createRouter } from './router';

const LARGEST_BODY = 110 * 1024 * 1024;
const KEEP_ALIVE_MS = 65_000;
/** The page and the control need no API key. */
const OPEN_PATHS = /^\/sandbox(\/|$)/;

/** What somebody sees who opens only the host. */
const TO_THE_PAGE: Answer = { status: 303, body: null, headers: { location: '/sandbox/' } };

/** The HTTP side: authentication, faults, and latency around the routes. The virtual clock dates every answer. */
export function createHttpServer(world: World, routes: readonly Route[], door: Door): Server {
	const find = createRouter(routes);
	const server = createServer((message, response) => {
		void serve(world, find, door, message, response)
			.catch(() => response.destroy())
			.finally(() => world.changes.note());
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	return server;
}

async function serve(
	world: World,
	find: Find,
	door: Door,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(message.url ?? '/', 'http://sandbox');
	const request = { message, url, raw: await readBody(message) };
	if (OPEN_PATHS.test(url.pathname)) {
		const open = () => {
			admit(door, message, url);
			return openTheDoor(door, message, url) ?? route(world, find, request, url.pathname);
		};
		return send(world, response, await refused(open));
	}
	if (url.pathname === '/' && message.method === 'GET') return send(world, response, TO_THE_PAGE);
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

function send({ clock }: World, response: ServerResponse, answered: Answer): void {
	const { status, body, file, stream, headers, after } = answered;
	if (stream !== undefined) return stream(response);
	const content = file?.bytes ?? Buffer.from(JSON.stringify(body));
	response.sendDate = false;
	response.writeHead(status, {
		'content-type': file?.mimeType ?? 'application/json; charset=utf-8',
		'content-length': content.length,
		date: new Date(clock.now()).toUTCString(),
		'x-virtual-clock': '1',
		...headers,
	});
	response.end(content);
	if (after) setImmediate(after);
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
