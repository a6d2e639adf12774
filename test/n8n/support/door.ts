import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { freePort } from '../../../tools/n8n';

/** An address of a server that isn't there until it is opened. */
export interface Door {
	/** The server's URL, through the door. */
	url: string;
	open(): Promise<void>;
	/** Ends all connections. Nothing listens then. */
	shut(): Promise<void>;
}

/** A door to a server, shut at first. */
export async function doorTo(server: string): Promise<Door> {
	const behind = new URL(server);
	const through = new URL(server);
	through.port = String(await freePort());
	const sockets = new Set<Socket>();
	let listening: Server | undefined;

	function passOn(from: Socket): void {
		const to = connect(Number(behind.port), behind.hostname);
		for (const socket of [from, to]) {
			sockets.add(socket);
			// The other end sees that the connection is over.
			socket.on('error', () => {});
			socket.on('close', () => sockets.delete(socket) && [from, to].forEach((each) => each.destroy()));
		}
		from.pipe(to).pipe(from);
	}

	return {
		url: through.toString().replace(/\/$/, ''),
		async open() {
			listening = createServer(passOn).listen(Number(through.port), '127.0.0.1');
			await once(listening, 'listening');
		},
		async shut() {
			if (!listening) return;
			const closed = once(listening, 'close');
			listening.close();
			for (const socket of sockets) socket.destroy();
			await closed;
			listening = undefined;
		},
	};
}
