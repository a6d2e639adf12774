import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
			fail(new Error(`The receiver can't listen on port ${port}: ${why}.`, { cause: error }));
		});
		server.listen({ port, host }, resolve);
	});
	return `http://${nameOfHost(host)}:${(server.address() as AddressInfo).port}`;
}
