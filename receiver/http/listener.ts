import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Runtime } from '../../base';
import type { Answer } from './answer';
import { sendAnswer } from './answer';
import type { BrokenRequest } from './broken-request';
import { brokenBy, refuseConnection } from './broken-request';
import { followConnections } from './connections';
import type { ReceiverLimits } from './limits';
import { openQuota } from './quota';

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
			() =>
				sendAnswer(
					response,
					{ status: 503, body: { error: 'The receiver failed. Send the delivery again.' } },
					sending,
				),
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
