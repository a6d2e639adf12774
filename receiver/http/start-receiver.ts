import type { AddressInfo } from 'node:net';
import { createHandlers } from './answer-requests';
import { DEFAULT_LIMITS } from './limits';
import { createListener } from './listener';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, problemsOf } from './receiver-options';

export interface Receiver {
	/** Where deliveries come to, on this machine. */
	url: string;
	/**
	 * Takes nothing new, finishes what was begun, ends all connections. The store stays open. May be called again.
	 */
	close(): Promise<void>;
}

function nameOfHost(host: string | undefined): string {
	if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}

/**
 * Listens for the gateway's webhook deliveries and takes them into the store. A delivery is answered 200 only after
 * its events are committed; 401 for a bad signature, 413 above 3 MB, 503 when the store does not take it or too much
 * is in flight: the gateway sends again whatever is not answered 200 (interface, Events, rule 4). `GET /healthz` says
 * whether the store answers, `GET /metrics` gives figures for Prometheus.
 *
 * @throws TypeError that names all that is wrong with the options
 * @throws Error when the port cannot be had
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
	const problems = problemsOf(options);
	if (problems.length > 0) throw new TypeError(`The receiver cannot start: ${problems.join('; ')}.`);

	const { port, host, path = DEFAULT_PATH } = options;
	const limits = { ...DEFAULT_LIMITS, ...options.limits };
	const { server, connections } = createListener(limits, createHandlers(options, limits));
	await new Promise<void>((resolve, fail) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const why = error.code === 'EADDRINUSE' ? 'another process listens on it' : error.message;
			fail(new Error(`The receiver cannot listen on port ${port}: ${why}.`, { cause: error }));
		});
		server.listen({ port, host }, resolve);
	});

	const bound = (server.address() as AddressInfo).port;
	let closing: Promise<void> | undefined;
	return {
		url: `http://${nameOfHost(host)}:${bound}${path}`,
		close: () => (closing ??= connections.end()),
	};
}
