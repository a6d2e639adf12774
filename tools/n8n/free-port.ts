import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what operating systems hand out by themselves, so that nobody gets the port before it is used, or used again. */
const [FROM, TO] = [10_000, 32_000];

/** Whether a port of the loopback interface is free at the moment, and may be used. */
export function isFree(port: number): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
			else reject(error);
		});
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** A port of the loopback interface that is free at the moment. */
export async function freePort(): Promise<number> {
	const port = randomInt(FROM, TO);
	return (await isFree(port)) ? port : freePort();
}
