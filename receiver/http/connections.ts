import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
export function followConnections(server: Server, mostWaiting: number) {
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
