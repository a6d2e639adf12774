import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Knows which connections of a server wait for an answer, so that the others can be ended. */
export function followConnections(server: Server) {
	const owed = new Map<Duplex, number>();
	let ending = false;

	const endIdle = (socket: Duplex) => {
		if (ending && owed.get(socket) === 0) socket.destroy();
	};
	server.on('connection', (socket) => {
		owed.set(socket, 0);
		socket.once('close', () => owed.delete(socket));
	});
	server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
		owed.set(socket, (owed.get(socket) ?? 0) + 1);
		if (ending) response.shouldKeepAlive = false;
		response.once('close', () => {
			if (owed.has(socket)) owed.set(socket, owed.get(socket)! - 1);
			endIdle(socket);
		});
	});

	return {
		/** Takes no more connections, ends the idle ones now and each other one after its answer. */
		end(): Promise<void> {
			ending = true;
			const ended = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const socket of owed.keys()) endIdle(socket);
			return ended;
		},
	};
}
