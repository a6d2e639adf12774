import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Knows what each connection of a server still has to be answered, so that all can be ended without losing an answer. */
export function followConnections(server: Server) {
	const owed = new Map<Duplex, Set<ServerResponse>>();
	let ending = false;

	/** Ends a connection that waits for nothing; the last answer of another one tells that it ends with it. */
	function windUp(socket: Duplex, answers: ReadonlySet<ServerResponse>): void {
		const last = [...answers].at(-1);
		if (last) last.shouldKeepAlive = false;
		else socket.destroy();
	}

	server.on('connection', (socket) => {
		owed.set(socket, new Set());
		socket.once('close', () => owed.delete(socket));
	});
	server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
		const answers = owed.get(socket);
		answers?.add(response);
		if (ending) response.shouldKeepAlive = false;
		response.once('close', () => {
			answers?.delete(response);
			if (ending && answers?.size === 0) socket.destroySoon();
		});
	});

	return {
		/** Takes no more connections, ends the idle ones now and each other one after its last answer. */
		end(): Promise<void> {
			ending = true;
			const ended = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const [socket, answers] of owed) windUp(socket, answers);
			return ended;
		},
	};
}
