import { backoffAfter, createSignal, MINUTE, SECOND, systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import { isFolderShared } from '../../nodes/shared/shared-store';
import { resolveProfile } from '../../platform';
import type { Receiver, Registration } from '../../receiver';
import {
	isOwnUrl,
	isRegistered,
	logToStderr,
	problemsOfForwarding,
	registerWebhook,
	RegistrationConflict,
	startReceiver,
	unregisterWebhook,
	RECEIVER,
} from '../../receiver';
import { createSender, createTemplateAsker } from '../../sending';
import { openStore } from '../../store';
import type { Call, Command } from '../command';
import { action } from '../command';
import { inListenFlags } from '../listening';
import { blamed, gatewayOf } from '../gateway-flags';
import { printJson, printLines } from '../print';
import { FlagMistakes } from '../read-arguments';
import type { Service } from '../service';
import { runService } from '../service';
import type { Received } from './receive-flags';
import { problemsOfRegistering, receiveFlags } from './receive-flags';

const registrationOf = (
	store: Store,
	{ webhook }: GatewayClient,
	of: Pick<Registration, 'channel' | 'url'>,
): Registration => ({
	...of,
	store,
	webhook,
	owner: RECEIVER,
});

/** What the flags are called, for errors. */
const NAMES = { forwardTo: '--forward-to', privateHosts: '--private-host' };

/** @throws FlagMistakes */
async function refuseForwarding(given: Received): Promise<void> {
	const settings = { forwardTo: given['forward-to'], privateHosts: given['private-host'] };
	const publicUrl = given['public-url'] && new URL(given['public-url']).href;
	const isHere = isOwnUrl(given);
	const isOwn = (url: URL) => url.href === publicUrl || isHere(url);
	const found = await problemsOfForwarding(settings, NAMES, isOwn);
	if (found.length > 0) throw new FlagMistakes(found.map((problem) => `${problem}.`));
}

/** How long to wait before the next try when the gateway has trouble. ms */
const AGAIN = { first: SECOND, most: MINUTE };

/** Whether the same call may succeed later. */
function isPassing(error: unknown): error is GatewayError {
	if (!(error instanceof GatewayError)) return false;
	return error.status === undefined || error.status === 429 || error.status >= 500;
}

/**
 * Points the number's webhook at the receiver.
 * @returns the trouble that the gateway has, which may pass; `undefined` once the number delivers here
 * @throws RegistrationConflict, or GatewayError if trying again can't help
 */
async function register(registration: Registration): Promise<GatewayError | undefined> {
	try {
		if (!(await isRegistered(registration))) await registerWebhook(registration);
		return undefined;
	} catch (error) {
		if (isPassing(error)) return error;
		throw error;
	}
}

/**
 * Tries again while the gateway has trouble, because deliveries may already come in through an earlier registration.
 * @param trouble of the first try
 * @returns false if it was stopped before
 * @throws as `register`
 */
async function keepRegistering(
	registration: Registration,
	trouble: GatewayError | undefined,
	stop: AbortSignal,
): Promise<boolean> {
	const stopped = createSignal(systemRuntime);
	stop.addEventListener('abort', stopped.raise);
	for (let failures = 1; trouble !== undefined; failures += 1) {
		logToStderr({ level: 'warn', event: 'not-registered', message: `${trouble.message}. Trying again.` });
		if (!stop.aborted) await stopped.wait(backoffAfter(AGAIN, failures));
		if (stop.aborted) return false;
		trouble = await register(registration);
	}
	return true;
}

/** An error that begins with the flag that is to blame for it. Others stay as they are. */
function inFlags(error: unknown, { flags: given, named }: Call<typeof receiveFlags>): unknown {
	if (error instanceof RegistrationConflict) {
		return new Error(
			`--channel ${given.channel!} belongs to the published workflow "${error.owner}", and a number delivers to only one URL. To receive here, unpublish that workflow, and start this again. To keep the workflow, leave out --public-url here, and set Forward To in its trigger to this receiver.`,
			{ cause: error },
		);
	}
	const { cause } = Object(error) as { cause?: NodeJS.ErrnoException & { port?: number } };
	const isMetrics = cause?.port !== undefined && cause.port === given['metrics-port'];
	const listening = inListenFlags(error, isMetrics ? ['metrics-port', 'metrics-host'] : undefined);
	return blamed(listening, named);
}

/** Runs a receiver until the process is stopped. */
async function receive(call: Call<typeof receiveFlags>, service: Service): Promise<void> {
	const { flags: given } = call;
	await refuseForwarding(given);
	const gateway = gatewayOf(given);
	const store = await openStore(given.store, {
		isFolderShared: isFolderShared(),
		warn: (message) => logToStderr({ level: 'warn', event: 'store-readable', message }),
	});
	const stopping = new AbortController();
	let receiver: Receiver | undefined;
	const say = (text: string, object: object) => (given.json ? printJson(object) : printLines([text]));

	const publicUrl = given['public-url'];
	const registration =
		gateway && publicUrl !== undefined
			? registrationOf(store, gateway, { channel: given.channel!, url: publicUrl })
			: undefined;

	async function stop(): Promise<void> {
		stopping.abort();
		try {
			if (registration && given.unregister) await unregisterWebhook(registration);
		} finally {
			await receiver?.close();
			await store.close();
		}
	}

	try {
		receiver = await startReceiver({
			store,
			secret: given.secret,
			port: given.port,
			host: given.host,
			path: given.path,
			profile: resolveProfile(given.profile, { agentRole: given['agent-role'] }),
			headerName: given['signature-header'],
			verifyToken: given['verify-token'],
			metricsPort: given['metrics-port'],
			metricsHost: given['metrics-host'],
			forwardTo: given['forward-to'],
			privateHosts: given['private-host'],
			settingNames: NAMES,
			limits: { connectionsPerAddress: given['connections-per-address'] ?? Infinity },
			channel: given.channel,
			clockChannels: given.channel === undefined ? [] : [given.channel],
			...(gateway &&
				given.channel !== undefined && {
					askTemplate: createTemplateAsker({ store }, gateway, { channel: given.channel }),
				}),
			measureClock: gateway && createSender({ engine: createEngine({ store }), gateway }).measureClock,
		});
		service.endsWith(stop);
		// What can't be registered ends it before anybody reads that it is ready.
		const trouble = registration && (await register(registration));
		if (stopping.signal.aborted) return;
		const { url, metricsUrl } = receiver;
		service.started(`Deliveries are taken at ${url}`);
		say(`Ready: listening for deliveries at ${url}`, { event: 'ready', url });
		if (metricsUrl !== undefined) say(`Metrics are at ${metricsUrl}`, { event: 'metrics', url: metricsUrl });
		if (!registration) return;
		if (await keepRegistering(registration, trouble, stopping.signal)) {
			const { url: registered } = registration;
			say(`Registered: the gateway delivers to ${registered}`, { event: 'registered', url: registered });
		}
	} catch (error) {
		if (stopping.signal.aborted) return;
		await receiver?.close();
		await store.close();
		throw inFlags(error, call);
	}
}

/** `business-messaging receive`: runs a receiver until the process is stopped. */
export const receiveCommand: Command = {
	name: 'receive',
	does: "Receive the gateway's webhook deliveries and save them to the store",
	about:
		'A delivery is answered with 200 after it is committed. Runs until SIGTERM or SIGINT, then finishes the deliveries in progress. GET /readyz says whether it can take deliveries, and GET /livez whether the process works. Its log is JSON lines on stderr.',
	exits: { 0: 'stopped', 1: "can't run" },
	actions: [
		action({
			does: "Receive the gateway's webhook deliveries and save them to the store",
			flags: receiveFlags,
			problems: problemsOfRegistering,
			run: (call) => runService((service) => receive(call, service)),
		}),
	],
};
