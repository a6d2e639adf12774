import * as z from 'zod';
import type { Store } from '../engine';
import { createEngine } from '../engine';
import { openStore } from '../store';
import type { GatewayClient } from '../gateway';
import { createGatewayClient } from '../gateway';
import { profiles, resolveProfile } from '../platform';
import type { Receiver, Registration } from '../receiver';
import { logToStderr, startReceiver, unregisterWebhook } from '../receiver';
import { createSender } from '../sending';
import type { Command } from './command';
import { onStop } from './command';
import { count, oneOf, port, readFlags } from './flags';
import { print } from './print';
import { registerReceiver } from './register-receiver';

const USAGE = `business-messaging receive --store URL --port N

Takes the gateway's webhook deliveries into the store: each is answered 200 once it is committed.
Runs until SIGTERM or SIGINT, and finishes what is in flight. GET /healthz says whether it is well.

  --store URL               sqlite:<file> or postgres://… (BUSINESS_MESSAGING_STORE)
  --port N                  the port to listen on (0: a free one)
  --secret SECRET           the gateway's signing secret; two, separated by a comma, while it is being rotated
                            (BUSINESS_MESSAGING_SIGNING_SECRET)
  --host ADDRESS            the address to listen on (all of the machine's)
  --path PATH               where deliveries come to (/webhook)
  --profile NAME            ${Object.keys(profiles).join(' or ')}: names the headers (gateway)
  --signature-header NAME   the header with the signature, where it is another one than the profile's
  --metrics-port N          the port for figures that Prometheus reads at /metrics (0: a free one); none without it
  --metrics-host ADDRESS    the address of the figures (127.0.0.1: this machine only)
  --connections-per-address N
                            how many connections one address may have, where deliveries come through no proxy
  --verify-token TOKEN      what hub.verify_token of a challenge has to be
                            (BUSINESS_MESSAGING_VERIFY_TOKEN)

To point the phone number's webhook at this receiver:

  --public-url URL          the URL under which the gateway reaches the receiver
  --base-url URL            the address of the gateway; may be left out for 360dialog
  --api-key KEY             (BUSINESS_MESSAGING_API_KEY)
  --channel ID              the phone number id; with it the gateway is asked for the time when events are dated ahead
  --unregister              puts the former URL back at the end; without it the webhook stays, as after a restart
                            the deliveries go on

Ends with 0 when it was stopped, 1 when it cannot run, 2 when the flags are wrong.
`;

const url = z.url({
	protocol: /^https?$/,
	error: ({ input }) => `takes an http or https URL, not "${String(input)}"`,
});
const required = (what: string) => z.string({ error: `is missing: ${what}` });

const shape = {
	store: required('name the store by sqlite:<file> or postgres://…, or set BUSINESS_MESSAGING_STORE'),
	port: z.string({ error: 'is missing: name the port to listen on' }).pipe(port),
	secret: required('give the signing secret, or set BUSINESS_MESSAGING_SIGNING_SECRET').transform(
		(text, context) => {
			const secrets = text.split(',').map((secret) => secret.trim());
			if (secrets.includes('')) context.addIssue('has an empty secret in it');
			return secrets;
		},
	),
	host: z.string().optional(),
	path: z
		.string()
		.regex(/^\/[^?#\s]*$/, 'has to begin with /, and has no query')
		.optional(),
	profile: oneOf(Object.keys(profiles) as [keyof typeof profiles]).default('gateway'),
	'signature-header': z.string().optional(),
	'metrics-port': port.optional(),
	'metrics-host': z.string().optional(),
	'connections-per-address': count.optional(),
	'verify-token': z.string().optional(),
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

/** What registering needs: all of it, or nothing. */
function consistent(given: Partial<Record<keyof typeof shape, unknown>>): string[] {
	if (given['public-url'] === undefined) {
		return given.unregister === true ? ['--unregister needs --public-url: the URL that was registered.'] : [];
	}
	const needed = {
		'--base-url': [baseUrlOf(given), 'the address of the gateway'],
		'--api-key': [given['api-key'], 'the key of the phone number, or set BUSINESS_MESSAGING_API_KEY'],
		'--channel': [given.channel, 'the phone number id'],
	};
	return Object.entries(needed).flatMap(([flag, [value, what]]) =>
		value === undefined ? [`--public-url needs ${flag} too: ${String(what)}.`] : [],
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

/** `business-messaging receive`: runs a receiver until it is stopped. */
export const receiveCommand: Command = {
	usage: USAGE,
	async run(args) {
		const flags = readFlags(shape, args, { variables, consistent });
		const gateway = gatewayOf(flags);
		const store = await openStore(flags.store);
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
				profile: flags.profile,
				headerName: flags['signature-header'],
				verifyToken: flags['verify-token'],
				metricsPort: flags['metrics-port'],
				metricsHost: flags['metrics-host'],
				limits: { connectionsPerAddress: flags['connections-per-address'] ?? Infinity },
				clockChannels: flags.channel === undefined ? [] : [flags.channel],
				measureClock: gateway && createSender({ engine: createEngine({ store }), gateway }).measureClock,
			});
			onStop(stop);
			print(`Ready: deliveries come to ${receiver.url}\n`);
			if (receiver.metricsUrl !== undefined) print(`Figures are at ${receiver.metricsUrl}\n`);
			if (!registration) return;
			const isThere = await registerReceiver(registration, logToStderr, stopping.signal);
			if (isThere) print(`Registered: the gateway delivers to ${registration.url}\n`);
		} catch (error) {
			await receiver?.close();
			await store.close();
			throw error;
		}
	},
};
