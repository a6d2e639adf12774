import { systemRuntime } from '../../base';
import { createEngine } from '../../engine';
import { startForwarding } from '../forwarding/forwarding';
import { OPTION_NAMES, problemsOfForwarding } from '../forwarding/targets';
import { logToStderr, withoutFloods } from '../incidents';
import { answerPosterOf } from '../waits/answer-poster';
import { createReject } from './answer';
import { createHandlers, openHealth } from './answer-requests';
import { createListener, listen } from './listener';
import { openLoad } from './load';
import { openMetrics } from './metrics';
import { wrongTypesOf } from './option-types';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_LIMITS, DEFAULT_PATH, isOwnUrl, problemsOf, problemsOfPlace } from './receiver-options';
import type { MetricsServer } from './serve-metrics';
import { serveSamples } from './serve-metrics';
import { createTaker } from './take-delivery';

export interface Receiver {
	/** Where deliveries come to, on this machine. */
	url: string;
	/** Where figures for Prometheus are, on this machine; `undefined` without `metricsPort`. */
	metricsUrl?: string;
	/**
	 * Takes nothing new, finishes what was begun, ends all connections. The store stays open. May be called again.
	 */
	close(): Promise<void>;
}

function createParts(options: ReceiverOptions) {
	const { store, runtime = systemRuntime, now = runtime.now } = options;
	const limits = { ...DEFAULT_LIMITS, ...options.limits };
	const engine = createEngine({ store, runtime, now });
	const load = openLoad(limits, runtime.monotonic);
	const metrics = openMetrics(load);
	const { tell, flush } = withoutFloods(options.log ?? logToStderr, runtime);
	const reject = createReject(metrics, tell);
	const answers = answerPosterOf(store, options.log);
	answers.wake();
	const take = createTaker(options, { engine, limits, load, metrics, tell, reject, answers });
	const health = openHealth(engine, metrics, tell);
	return {
		tell,
		flush,
		deliveries: createListener(limits, runtime, createHandlers(options, { take, health, reject })),
		runtime,
		samples: health.samples,
	};
}

/** @throws TypeError if something is wrong */
function refuse(problems: readonly string[]): void {
	if (problems.length > 0) throw new TypeError(`The receiver can't start: ${problems.join('; ')}.`);
}

/**
 * Listens for the gateway's webhook deliveries and takes them into the store. A delivery is answered 200 only after
 * its events are committed; 401 for a bad signature, 413 above 3 MB, 503 when the store does not take it or too much
 * is in flight: the gateway sends again whatever is not answered 200 (docs/interface.md, Delivery). `GET /readyz` says
 * whether the store takes deliveries, and `GET /livez` that the process works; figures for Prometheus are at `metricsPort`.
 *
 * With `forwardTo`, other consumers get each delivery too: from any number of processes, and at least once.
 *
 * @throws TypeError that names all that is wrong with the options
 * @throws Error when a port cannot be had
 * @example
 * const receiver = await startReceiver({ store, secret: process.env.SIGNING_SECRET!, port: 8080 });
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
	const wrong = wrongTypesOf(options);
	refuse(wrong.length === 0 ? [] : [...wrong, ...problemsOfPlace(Object(options))]);
	const { port, host, path = DEFAULT_PATH, metricsPort, metricsHost } = options;
	const { store, forwardTo = [], privateHosts, settingNames: names = OPTION_NAMES } = options;
	refuse([
		...problemsOf(options),
		...(await problemsOfForwarding({ forwardTo, privateHosts }, names, isOwnUrl(options))),
	]);

	const { deliveries, runtime, samples, tell, flush } = createParts(options);
	const url = await listen(deliveries.server, port, host);
	let metrics: MetricsServer | undefined;
	const end = async () => {
		await Promise.all([deliveries.connections.end(), metrics?.close()]);
	};
	if (metricsPort !== undefined) {
		try {
			metrics = await serveSamples(samples, { port: metricsPort, host: metricsHost }, runtime);
		} catch (error) {
			await end();
			throw error;
		}
	}
	const forwarder = startForwarding({ store, forwardTo, privateHosts, names, tell });
	let closing: Promise<void> | undefined;
	return {
		url: `${url}${path}`,
		...(metrics && { metricsUrl: metrics.url }),
		close: () => (closing ??= end().then(forwarder.close).then(flush)),
	};
}
