import { systemRuntime } from '../../base';
import type { Runtime } from '../../base';
import type { Engine } from '../../engine';
import type { Sample } from '../../monitoring';
import { expose, EXPOSITION_TYPE, storeSamples } from '../../monitoring';
import type { Floodless } from '../incidents';
import { refused } from './answer';
import { partsOf } from './answer-requests';
import type { Handlers } from './listener';
import { createListener, listen } from './listener';
import { DEFAULT_LIMITS, METRICS_PATH } from './receiver-options';

/** Serves figures for Prometheus until it is closed. */
export interface MetricsServer {
	/** Where they are, on this machine. */
	url: string;
	/** Ends all connections. The store stays open. */
	close(): Promise<void>;
}

/** Where figures are served: on this machine alone, unless an address is named. */
export interface MetricsPlace {
	/** 0 for any free port. */
	port: number;
	host?: string;
}

const LOOPBACK = '127.0.0.1';

const handlersFor = (read: () => Promise<Sample[]>): Handlers => ({
	async answer(request, turn) {
		if (turn) await turn;
		if (partsOf(request)[0] !== METRICS_PATH) {
			return refused(404, `There is nothing here except ${METRICS_PATH}.`);
		}
		if (request.method !== 'GET') return refused(405, `${METRICS_PATH} accepts only GET.`, { allow: 'GET' });
		return { status: 200, body: expose(await read()), headers: { 'content-type': EXPOSITION_TYPE } };
	},
	onBroken: () => {},
	onTooMany: () => {},
});

/**
 * Serves what `read` returns, at `/metrics`.
 * @throws Error when the port cannot be had
 */
export async function serveSamples(
	read: () => Promise<Sample[]>,
	{ port, host = LOOPBACK }: MetricsPlace,
	runtime: Runtime = systemRuntime,
): Promise<MetricsServer> {
	const { server, connections } = createListener(DEFAULT_LIMITS, runtime, handlersFor(read));
	const url = await listen(server, port, host);
	return { url: `${url}${METRICS_PATH}`, close: () => connections.end() };
}

/**
 * Serves what a store says about itself, beside its receivers or without any.
 * @throws Error when the port cannot be had
 */
export const serveMetrics = (
	engine: Pick<Engine, 'store' | 'now'>,
	place: MetricsPlace,
	{ tell }: Pick<Floodless, 'tell'>,
): Promise<MetricsServer> =>
	serveSamples(
		() =>
			storeSamples(engine, (message) => tell('unhealthy', { level: 'error', event: 'unhealthy', message })),
		place,
	);
