import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { followConnections } from './connections';
import type { ReceiverLimits } from './limits';

/** What to answer: JSON, or a text with its type. */
export interface Answer {
	status: number;
	body: Record<string, unknown> | string;
	headers?: Record<string, string>;
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer as text, with its headers. */
function written({ body, headers }: Omit<Answer, 'status'>) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const type: Record<string, string> = typeof body === 'string' ? TEXT : { 'content-type': JSON_TYPE };
	return {
		text,
		headers: {
			...type,
			'content-length': String(Buffer.byteLength(text)),
			'x-content-type-options': 'nosniff',
			...headers,
		},
	};
}

function send(response: ServerResponse, answer: Answer): void {
	if (response.destroyed) return;
	const { text, headers } = written(answer);
	response.writeHead(answer.status, headers).end(text);
}

/** What is no HTTP, or comes too slowly. */
export type BrokenRequest = { reason: 'malformed' | 'timeout'; status: 400 | 408 | 431; error: string };

function brokenBy(code: string | undefined): BrokenRequest {
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
		return { reason: 'timeout', status: 408, error: 'The request did not arrive in time.' };
	if (code === 'HPE_HEADER_OVERFLOW')
		return { reason: 'malformed', status: 431, error: 'The headers of the request are too large.' };
	return { reason: 'malformed', status: 400, error: 'The request is no valid HTTP.' };
}

const REASON_PHRASES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** Where no request could be read there is no response object: the answer is written to the connection itself. */
function refuseConnection(socket: Duplex, { status, error }: BrokenRequest): void {
	const { text, headers } = written({ body: { error } });
	const lines = Object.entries({ ...headers, connection: 'close' }).map(
		([name, value]) => `${name}: ${value}`,
	);
	const head = [`HTTP/1.1 ${status} ${REASON_PHRASES[status]}`, ...lines].join('\r\n');
	socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

/** What a listener does with what comes in. */
export interface Handlers {
	/** Answers a request; `undefined` where nobody is left to be answered. */
	answer(request: IncomingMessage): Promise<Answer | undefined>;
	/** Hears of what could not be read as a request. */
	onBroken(broken: BrokenRequest): void;
}

/** How often slow requests are looked for. ms */
const LOOK_FOR_SLOW_REQUESTS = 1_000;

/** An HTTP server that answers with `answer`, within limits. */
export function createListener(limits: ReceiverLimits, { answer, onBroken }: Handlers) {
	const server: Server = createServer({
		headersTimeout: limits.headersTimeout,
		requestTimeout: limits.requestTimeout,
		keepAliveTimeout: limits.idleTimeout,
		connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_REQUESTS, limits.headersTimeout),
	});
	server.maxConnections = limits.connections;
	const connections = followConnections(server);

	server.on('request', (request, response) => {
		answer(request).then(
			(given) => (given ? send(response, given) : response.destroy()),
			() => send(response, { status: 503, body: { error: 'The receiver failed: send again.' } }),
		);
	});
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
		const broken = brokenBy(error.code);
		onBroken(broken);
		refuseConnection(socket, broken);
	});
	return { server, connections };
}
