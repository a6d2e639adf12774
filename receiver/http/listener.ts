import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Runtime } from '../../base';
import type { Answer } from './answer';
import { FAILED, sendAnswer, written } from './answer';
import type { ReceiverLimits } from './receiver-options';
import { openQuota } from './load';

/** A request that isn't HTTP or arrives too slowly. */
type BrokenRequest = { reason: 'malformed' | 'timeout'; status: 400 | 408 | 431; error: string };

/** What is wrong with a request that could not be read, by the code of the error. */
function brokenBy(code: string | undefined): BrokenRequest {
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
		return { reason: 'timeout', status: 408, error: "The request didn't arrive in time." };
	if (code === 'HPE_HEADER_OVERFLOW')
		return { reason: 'malformed', status: 431, error: 'The request headers are too large.' };
	return { reason: 'malformed', status: 400, error: "The request isn't valid HTTP." };
}

const REASON_PHRASES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** If no request could be read, there is no response object: the answer is written to the connection itself. */
function refuseConnection(socket: Duplex, { status, error }: BrokenRequest): void {
	const { text, headers } = written({ body: { error } });
	const lines = Object.entries({ ...headers, connection: 'close' }).map(
		([name, value]) => `${name}: ${value}`,
	);
	const head = [`HTTP/1.1 ${status} ${REASON_PHRASES[status]}`, ...lines].join('\r\n');
	socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

interface Connection {
	/** The answers that it still has to be given, in their order, each with what its turn sets off. */
	owed: Map<ServerResponse, () => void>;
}

/**
 * Knows what each connection of a server still has to be answered: so that requests are answered one at a time, and
 * so that all connections can be ended without losing an answer.
 *
 * @param mostWaiting requests that wait for their turn at most, on all connections together
 */
function followConnections(server: Server, mostWaiting: number) {
	const all = new Map<Duplex, Connection>();
	let waiting = 0;
	let ending = false;

	/** Ends a connection that waits for nothing; the last answer of another one tells that it ends with it. */
	function windUp(socket: Duplex, { owed }: Connection): void {
		const last = [...owed.keys()].at(-1);
		if (last) last.shouldKeepAlive = false;
		else socket.destroy();
	}

	server.on('connection', (socket) => {
		const connection: Connection = { owed: new Map() };
		all.set(socket, connection);
		// While requests wait, nothing more is read, no matter who reads their bodies.
		socket.on('resume', () => connection.owed.size > 1 && socket.pause());
		socket.once('close', () => {
			all.delete(socket);
			waiting -= Math.max(0, connection.owed.size - 1);
			for (const begin of connection.owed.values()) begin();
		});
	});

	return {
		/**
		 * Notes that a request came. Resolves when it is its turn to be answered; `undefined` if that is now.
		 * @returns 'refused' if too many requests wait: there is nothing to do but to hang up
		 */
		takeTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | 'refused' | undefined {
			const connection = all.get(socket);
			if (!connection) return 'refused';
			const { owed } = connection;
			const isFirst = owed.size === 0;
			if (!isFirst && waiting >= mostWaiting) return 'refused';
			if (ending) response.shouldKeepAlive = false;

			let begin = () => {};
			const turn = isFirst ? undefined : new Promise<void>((resolve) => (begin = resolve));
			owed.set(response, begin);
			if (!isFirst) {
				waiting += 1;
				socket.pause();
			}
			response.once('close', () => {
				if (!owed.delete(response) || !all.has(socket)) return;
				const [next] = owed.values();
				if (!next) {
					if (ending) socket.destroySoon();
					return;
				}
				waiting -= 1;
				next();
				if (owed.size === 1) socket.resume();
			});
			return turn;
		},

		/**
		 * Ends a connection that cannot be understood any more once the whole requests that came before are answered.
		 * @returns whether there are any
		 */
		endAfterAnswers(socket: Duplex): boolean {
			const owed = [...(all.get(socket)?.owed.keys() ?? [])];
			const last = owed.filter(({ req }) => req.complete).at(-1);
			if (!last) return false;
			last.shouldKeepAlive = false;
			last.once('close', () => last.req.socket.destroySoon());
			return true;
		},

		/** Stops accepting connections, and ends idle ones now and each other one after its last answer. */
		end(): Promise<void> {
			ending = true;
			const ended = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const [socket, connection] of all) windUp(socket, connection);
			return ended;
		},
	};
}

/** What a listener does with what comes in. */
export interface Handlers {
	/**
	 * Answers a request; `undefined` if nobody is left to be answered.
	 * @param turn resolves when the requests before it on its connection have been answered; `undefined` if that is now
	 */
	answer(request: IncomingMessage, turn: Promise<void> | undefined): Promise<Answer | undefined>;
	/** Hears of what could not be read as a request. */
	onBroken(broken: BrokenRequest): void;
	/** Hears of connections that were ended because they were too many, or had too many requests waiting. */
	onTooMany(): void;
}

/** How often slow requests are looked for. ms */
const LOOK_FOR_SLOW_REQUESTS = 1_000;

/** Ends connections beyond those that an address may have. */
function limitAddresses(server: Server, most: number, onTooMany: () => void): void {
	const connections = openQuota(most);
	server.on('connection', (socket) => {
		const { remoteAddress: address = '' } = socket;
		if (connections.take(address, 1)) return void socket.once('close', () => connections.release(address, 1));
		onTooMany();
		socket.destroy();
	});
}

/** An HTTP server that answers with `answer`, within limits. */
export function createListener(limits: ReceiverLimits, runtime: Runtime, handlers: Handlers) {
	const { answer, onBroken, onTooMany } = handlers;
	const server: Server = createServer({
		headersTimeout: limits.headersTimeout,
		requestTimeout: limits.requestTimeout,
		keepAliveTimeout: limits.idleTimeout,
		connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_REQUESTS, limits.headersTimeout),
	});
	server.maxConnections = limits.connections;
	limitAddresses(server, limits.connectionsPerAddress, onTooMany);
	const connections = followConnections(server, limits.waitingRequests);
	const sending = { answerTimeout: limits.answerTimeout, runtime };

	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		// What else came in the same packet as a request after which the connection was ended.
		if (request.socket.destroyed) return;
		const turn = connections.takeTurn(request, response);
		if (turn === 'refused') {
			onTooMany();
			request.socket.destroy();
			return;
		}
		answer(request, turn).then(
			(given) => (given ? sendAnswer(response, given, sending) : response.destroy()),
			() => sendAnswer(response, FAILED, sending),
		);
	});
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
		const broken = brokenBy(error.code);
		onBroken(broken);
		if (!connections.endAfterAnswers(socket)) refuseConnection(socket, broken);
	});
	return { server, connections };
}

function nameOfHost(host: string | undefined): string {
	if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}

/**
 * Has a server listen.
 * @returns its address on this machine, without a path
 * @throws Error when the port cannot be had
 */
export async function listen(server: Server, port: number, host: string | undefined): Promise<string> {
	await new Promise<void>((resolve, fail) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const why = error.code === 'EADDRINUSE' ? 'another process is using it' : error.message;
			fail(new Error(`Can't listen on port ${port}: ${why}.`, { cause: error }));
		});
		server.listen({ port, host }, resolve);
	});
	return `http://${nameOfHost(host)}:${(server.address() as AddressInfo).port}`;
}
