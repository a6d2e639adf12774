import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what operating systems hand out by themselves, so that nobody gets the port before it is used, or used again. */
const [FROM, TO] = [10_000, 32_000];

/** A port of the loopback interface that is free at the moment. */
export function freePort(): Promise<number> {
	const port = randomInt(FROM, TO);
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(freePort());
			else reject(error);
		});
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
	});
}
