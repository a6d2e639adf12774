import * as z from 'zod';
import { backoffAfter, createSignal, systemRuntime } from '../base';
import type { Store } from '../engine';
import { createEngine } from '../engine';
import type { GatewayClient } from '../gateway';
import { createGatewayClient, GatewayError } from '../gateway';
import { isFolderShared } from '../nodes/shared/shared-store';
import { profiles, resolveProfile } from '../platform';
import type { Log, Receiver, Registration } from '../receiver';
import {
	isOwnUrl,
	isRegistered,
	logToStderr,
	problemsOfForwarding,
	registerWebhook,
	startReceiver,
	unregisterWebhook,
} from '../receiver';
import { createSender, createTemplateAsker } from '../sending';
import { openStore } from '../store';
import type { Command } from './command';
import { count, FlagMistakes, list, oneOf, port, readFlags } from './flags';
import { print } from './print';
import type { Service } from './service';
import { runService } from './service';

const USAGE = `business-messaging receive --store URL --port N

Receives the gateway's webhook deliveries and saves them to the store. A delivery is answered with 200 after it is
committed. Runs until SIGTERM or SIGINT, then finishes the deliveries in progress. GET /readyz says whether it can take
deliveries, and GET /livez whether the process works. Its log is JSON lines on stderr.

  --store URL               The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --port N                  The port to listen on; 0 for any free port
  --secret SECRET           The gateway's signing secret, or two separated by a comma while you rotate it
                            (default: BUSINESS_MESSAGING_SIGNING_SECRET)
  --host ADDRESS            The address to listen on (default: all addresses of this machine)
  --path PATH               The path of the webhook (default: /webhook)
  --profile NAME            The provider, ${Object.keys(profiles).join(' or ')}, which sets the header names (default: gateway)
  --signature-header NAME   The header with the signature, if it isn't the provider's
  --agent-role ROLE         What the provider calls its agent in handovers, if that isn't known
  --metrics-port N          The port for Prometheus metrics at /metrics; 0 for any free port (default: no metrics)
  --metrics-host ADDRESS    The address of the metrics (default: 127.0.0.1, this machine only)
  --connections-per-address N
                            The most connections from one address; only without a proxy (default: no limit)
  --verify-token TOKEN      The hub.verify_token that the gateway's challenge must contain
                            (default: BUSINESS_MESSAGING_VERIFY_TOKEN)

To pass the deliveries on to other consumers, as they came:

  --forward-to URL          A URL that gets each delivery too, after it's committed; retried for up to 7 days. Repeat
                            the flag for several URLs
  --private-host HOST       A host in --forward-to that may have a private address and be asked without https, such as
                            chatwoot:3000, with the port if it isn't the default one. Repeat it for several hosts

To point the phone number's webhook at this receiver:

  --public-url URL          The URL at which the gateway can reach the receiver
  --base-url URL            The gateway's URL; optional for 360dialog
  --api-key KEY             The phone number's API key (default: BUSINESS_MESSAGING_API_KEY)
  --channel ID              The phone number ID, for deliveries that name none. With it, the receiver also asks the
                            gateway for the time when events are dated in the future
  --unregister              Restore the previous webhook URL on exit. Without this flag the webhook stays registered, so
                            that deliveries continue after a restart

Exit codes: 0 stopped, 1 can't run, 2 wrong flags.
`;

const url = z.url({
	protocol: /^https?$/,
	error: ({ input }) => `must be an http or https URL, not "${String(input)}"`,
});
const required = (what: string) => z.string({ error: `is required: ${what}` });

const shape = {
	store: required('sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE'),
	port: z.string({ error: 'is required: the port to listen on' }).pipe(port),
	secret: required('the signing secret. You can also set BUSINESS_MESSAGING_SIGNING_SECRET').transform(
		(text, context) => {
			const secrets = text.split(',').map((secret) => secret.trim());
			if (secrets.includes('')) context.addIssue('contains an empty secret');
			return secrets;
		},
	),
	host: z.string().optional(),
	path: z
		.string()
		.regex(/^\/[^?#\s]*$/, "must start with / and can't contain a query")
		.optional(),
	profile: oneOf(Object.keys(profiles) as [keyof typeof profiles]).default('gateway'),
	'signature-header': z.string().optional(),
	'agent-role': z.string().optional(),
	'metrics-port': port.optional(),
	'metrics-host': z.string().optional(),
	'connections-per-address': count.optional(),
	'verify-token': z.string().optional(),
	'forward-to': list(z.string()),
	'private-host': list(z.string()),
	'public-url': url.optional(),
	'base-url': url.optional(),
	'api-key': z.string().optional(),
	channel: z.string().optional(),
	unregister: z.boolean().default(false),
};

type Flags = z.infer<z.ZodObject<typeof shape>>;

const variables = {
	store: 'BUSINESS_MESSAGING_STORE',
	secret: 'BUSINESS_MESSAGING_SIGNING_SECRET',
	'verify-token': 'BUSINESS_MESSAGING_VERIFY_TOKEN',
	'api-key': 'BUSINESS_MESSAGING_API_KEY',
};

const baseUrlOf = (flags: { profile?: unknown; 'base-url'?: unknown }): unknown =>
	flags['base-url'] ?? (flags.profile === '360dialog' ? profiles['360dialog'].baseUrl : undefined);

/** To register the webhook, all of these flags are needed. */
function consistent(given: Partial<Record<keyof typeof shape, unknown>>): string[] {
	if (given['public-url'] === undefined) {
		return given.unregister === true ? ['--unregister also needs --public-url, the registered URL.'] : [];
	}
	const needed = {
		'--base-url': [baseUrlOf(given), "the gateway's URL"],
		'--api-key': [
			given['api-key'],
			"the phone number's API key. You can also set BUSINESS_MESSAGING_API_KEY",
		],
		'--channel': [given.channel, 'the phone number ID'],
	};
	return Object.entries(needed).flatMap(([flag, [value, what]]) =>
		value === undefined ? [`--public-url also needs ${flag}: ${String(what)}.`] : [],
	);
}

function gatewayOf(flags: Flags) {
	const { 'api-key': apiKey, profile } = flags;
	const baseUrl = baseUrlOf(flags);
	if (apiKey === undefined || baseUrl === undefined) return undefined;
	return createGatewayClient({ baseUrl: String(baseUrl), apiKey, profile: resolveProfile(profile) });
}

const registrationOf = (
	store: Store,
	{ webhook }: GatewayClient,
	of: Pick<Registration, 'channel' | 'url'>,
): Registration => ({
	...of,
	store,
	webhook,
	owner: { id: 'receiver', name: 'business-messaging receive' },
});

/** What the flags are called, for errors. */
const NAMES = { forwardTo: '--forward-to', privateHosts: '--private-host' };

/** @throws FlagMistakes */
async function refuseForwarding(flags: Flags): Promise<void> {
	const settings = { forwardTo: flags['forward-to'], privateHosts: flags['private-host'] };
	const publicUrl = flags['public-url'] && new URL(flags['public-url']).href;
	const isHere = isOwnUrl(flags);
	const isOwn = (url: URL) => url.href === publicUrl || isHere(url);
	const problems = await problemsOfForwarding(settings, NAMES, isOwn);
	if (problems.length > 0) throw new FlagMistakes(problems.map((problem) => `${problem}.`));
}

/** How long to wait before the next try when the gateway has trouble. ms */
const AGAIN = { first: 1_000, most: 60_000 };

/** Whether the same call may succeed later. */
function isPassing(error: unknown): boolean {
	if (!(error instanceof GatewayError)) return false;
	return error.status === undefined || error.status === 429 || error.status >= 500;
}

/**
 * Points the number's webhook at the receiver. Tries again while the gateway has trouble, because deliveries may
 * already come in through an earlier registration.
 * @returns false if it was stopped before
 * @throws RegistrationConflict, or GatewayError if trying again can't help
 */
async function registerReceiver(registration: Registration, log: Log, stop: AbortSignal): Promise<boolean> {
	const stopped = createSignal(systemRuntime);
	stop.addEventListener('abort', stopped.raise);
	for (let failures = 1; !stop.aborted; failures += 1) {
		try {
			if (!(await isRegistered(registration))) await registerWebhook(registration);
			return true;
		} catch (error) {
			if (!isPassing(error)) throw error;
			const { message } = error as GatewayError;
			log({ level: 'warn', event: 'not-registered', message: `${message}. Trying again.` });
			if (!stop.aborted) await stopped.wait(backoffAfter(AGAIN, failures));
		}
	}
	return false;
}

async function receive(flags: Flags, service: Service): Promise<void> {
	const gateway = gatewayOf(flags);
	const store = await openStore(flags.store, {
		isFolderShared: isFolderShared(),
		warn: (message) => logToStderr({ level: 'warn', event: 'store-readable', message }),
	});
	const stopping = new AbortController();
	let receiver: Receiver | undefined;

	const publicUrl = flags['public-url'];
	const registration =
		gateway && publicUrl !== undefined
			? registrationOf(store, gateway, { channel: flags.channel!, url: publicUrl })
			: undefined;

	async function stop(): Promise<void> {
		stopping.abort();
		try {
			if (registration && flags.unregister) await unregisterWebhook(registration);
		} finally {
			await receiver?.close();
			await store.close();
		}
	}

	try {
		receiver = await startReceiver({
			store,
			secret: flags.secret,
			port: flags.port,
			host: flags.host,
			path: flags.path,
			profile: resolveProfile(flags.profile, { agentRole: flags['agent-role'] }),
			headerName: flags['signature-header'],
			verifyToken: flags['verify-token'],
			metricsPort: flags['metrics-port'],
			metricsHost: flags['metrics-host'],
			forwardTo: flags['forward-to'],
			privateHosts: flags['private-host'],
			settingNames: NAMES,
			limits: { connectionsPerAddress: flags['connections-per-address'] ?? Infinity },
			channel: flags.channel,
			clockChannels: flags.channel === undefined ? [] : [flags.channel],
			...(gateway &&
				flags.channel !== undefined && {
					askTemplate: createTemplateAsker({ store }, gateway, { channel: flags.channel }),
				}),
			measureClock: gateway && createSender({ engine: createEngine({ store }), gateway }).measureClock,
		});
		service.endsWith(stop);
		service.started(`Deliveries are taken at ${receiver.url}`);
		print(`Ready: listening for deliveries at ${receiver.url}\n`);
		if (receiver.metricsUrl !== undefined) print(`Metrics are at ${receiver.metricsUrl}\n`);
		if (!registration) return;
		const isRegistered = await registerReceiver(registration, logToStderr, stopping.signal);
		if (isRegistered) print(`Registered: the gateway delivers to ${registration.url}\n`);
	} catch (error) {
		await receiver?.close();
		await store.close();
		throw error;
	}
}

/** `business-messaging receive`: runs a receiver until the process is stopped. */
export const receiveCommand: Command = {
	usage: USAGE,
	async run(args) {
		const flags = readFlags(shape, args, { variables, consistent });
		await refuseForwarding(flags);
		await runService((service) => receive(flags, service));
	},
};
