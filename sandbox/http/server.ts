import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sleep } from '../../base';
import { admit, openTheDoor, type Door } from '../simulator/door';
import type { Gateway, World } from '../world';
import { answer, refusal, refused, route, takesBearer, type Find, isPlatformPath } from './answer';
import { authorize } from './authorize';
import { type Answer, type Route, createRouter } from './route';

/** A media upload has up to 100 MB. */
const LARGEST_BODY = 110 * 1024 * 1024;
/** Of who hasn't shown the API key or the token: their answer is 401 anyway. */
const LARGEST_STRANGE_BODY = 64 * 1024;
const KEEP_ALIVE_MS = 65_000;
/** The page and the control need no API key. */
const OPEN_PATHS = /^\/sandbox(\/|$)/;

const TOO_LARGE: Answer = { status: 413, body: { error: 'the body is larger than 110 MB' } };

/** What somebody sees who opens only the host. */
const TO_THE_PAGE: Answer = { status: 303, body: null, headers: { location: '/sandbox/' } };

/** The endpoints of the API, which the API key opens, and the sandbox's own ones, which the door guards. */
export interface Routes {
	readonly api: readonly Route[];
	readonly own: readonly Route[];
}

/** The HTTP side: authentication, faults, and latency around the routes. The virtual clock dates every answer. */
export function createHttpServer(gateway: Gateway, routes: Routes, door: Door): Server {
	const find = { api: createRouter(routes.api), own: createRouter(routes.own) };
	const server = createServer((message, response) => {
		const { world } = gateway;
		void serve(world, find, door, message, response)
			.catch(() => response.destroy())
			.finally(() => world.changes.note());
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	return server;
}

async function serve(
	world: World,
	find: Readonly<Record<keyof Routes, Find>>,
	door: Door,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(message.url ?? '/', 'http://sandbox');
	const isOpen = OPEN_PATHS.test(url.pathname);
	const platform = isPlatformPath(world, url.pathname);
	const stranger = await refusal(
		() => (isOpen ? admit(door, message, url) : authorize(world, message.headers, takesBearer(world, url))),
		platform && !isOpen,
	);
	const raw = await readBody(message, stranger ? LARGEST_STRANGE_BODY : LARGEST_BODY);
	if (raw === undefined) return hangUp(world, message, response, stranger ?? TOO_LARGE);
	const request = { message, url, raw };
	if (isOpen) {
		const open = () => openTheDoor(door, message, url) ?? route(world, find.own, request, url.pathname);
		return send(world, response, stranger ?? (await refused(open)));
	}
	if (url.pathname === '/' && message.method === 'GET') return send(world, response, TO_THE_PAGE);
	const { faults } = world;
	const { dropConnection, loseAnswer, path = '/messages', times } = faults.active;
	const struck = (dropConnection || loseAnswer) && url.pathname.includes(path);
	if (struck && dropConnection && faults.strikes('dropConnection', times)) return void response.destroy();
	const lost = struck && loseAnswer && faults.strikes('loseAnswer', times);
	const result = stranger ?? (await refused(() => answer(world, find.api, request), platform));
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
		...clock.headers(),
		...headers,
	});
	response.end(content);
	if (after) setImmediate(after);
}

/** Answers before the body has come, of which nothing more is read. */
function hangUp(world: World, message: IncomingMessage, response: ServerResponse, answered: Answer): void {
	response.once('finish', () => message.socket.destroySoon());
	send(world, response, { ...answered, headers: { ...answered.headers, connection: 'close' } });
}

/** A body; `undefined` if it is larger than so many bytes. */
function readBody(message: IncomingMessage, most: number): Promise<Buffer | undefined> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		message.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size <= most) return void chunks.push(chunk);
			message.removeAllListeners('data').pause();
			resolve(undefined);
		});
		message.once('end', () => resolve(Buffer.concat(chunks)));
		message.once('close', () => reject(new Error('the connection ended before the body')));
	});
}
