import * as z from 'zod';
import { HEADER_NAME } from '../../base';
import type { ValuesOf } from '../flags';
import { aSwitch, channelFlag, count, flag, json, list, port, required, storeFlag, webUrl } from '../flags';
import { baseUrlOf, gatewayFlags, KEY, profileFlag } from '../gateway-flags';

const FORWARDING = 'To pass the deliveries on to other consumers, as they came:';
const REGISTERING = "To point the phone number's webhook at this receiver:";

const optional = z.string().optional();

const secret = required('the signing secret. You can also set BUSINESS_MESSAGING_SIGNING_SECRET').transform(
	(text, context) => {
		const secrets = text.split(',').map((each) => each.trim());
		if (secrets.includes('')) context.addIssue('contains an empty secret');
		return secrets;
	},
);

/** The flags of a receiver. */
export const receiveFlags = {
	store: storeFlag,
	port: flag(
		'N',
		'The port to listen on; 0 for any free port',
		z.string({ error: 'is required: the port to listen on' }).pipe(port),
	),
	secret: flag(
		'SECRET',
		"The gateway's signing secret, or two separated by a comma while you rotate it",
		secret,
		{ variable: 'BUSINESS_MESSAGING_SIGNING_SECRET' },
	),
	host: flag('ADDRESS', 'The address to listen on (default: all addresses of this machine)', optional),
	path: flag(
		'PATH',
		'The path of the webhook (default: /webhook)',
		z
			.string()
			.regex(/^\/[^?#\s]*$/, "must start with / and can't contain a query")
			.optional(),
	),
	profile: profileFlag,
	'signature-header': flag(
		'NAME',
		"The header with the signature, if it isn't the provider's",
		z.string().refine(HEADER_NAME.fits, `must be ${HEADER_NAME.words}`).optional(),
	),
	'agent-role': flag('ROLE', "What the provider calls its agent in handovers, if that isn't known", optional),
	'metrics-port': flag(
		'N',
		'The port for Prometheus metrics at /metrics; 0 for any free port (default: no metrics)',
		port.optional(),
	),
	'metrics-host': flag(
		'ADDRESS',
		'The address of the metrics (default: 127.0.0.1, this machine only)',
		optional,
	),
	'connections-per-address': flag(
		'N',
		'The most connections from one address; only without a proxy (default: no limit)',
		count.optional(),
	),
	'verify-token': flag('TOKEN', "The hub.verify_token that the gateway's challenge must contain", optional, {
		variable: 'BUSINESS_MESSAGING_VERIFY_TOKEN',
	}),
	json,
	'forward-to': flag(
		'URL',
		"A URL that gets each delivery too, after it's committed; retried for up to 7 days. Repeat the flag for several URLs",
		list(z.string()),
		{ under: FORWARDING },
	),
	'private-host': flag(
		'HOST',
		"A host in --forward-to that may have a private address and be asked without https, such as chatwoot:3000, with the port if it isn't the default one. Repeat it for several hosts",
		list(z.string()),
		{ under: FORWARDING },
	),
	'public-url': flag('URL', 'The URL at which the gateway can reach the receiver', webUrl.optional(), {
		under: REGISTERING,
	}),
	...gatewayFlags(REGISTERING),
	channel: {
		...channelFlag(
			'The phone number ID, for deliveries that name none. With it, the receiver also asks the gateway for the time when events are dated in the future',
		),
		under: REGISTERING,
	},
	unregister: aSwitch(
		'Restore the previous webhook URL on exit. Without this flag the webhook stays registered, so that deliveries continue after a restart',
		{ under: REGISTERING },
	),
};

/** What they say. */
export type Received = ValuesOf<typeof receiveFlags>;

/** To register the webhook, all of these flags are needed. */
export function problemsOfRegistering(given: Readonly<Partial<Record<keyof Received, unknown>>>): string[] {
	if (given['public-url'] === undefined) {
		return given.unregister === true ? ['--unregister also needs --public-url, the registered URL.'] : [];
	}
	const needed = {
		'--base-url': [baseUrlOf(given), "the gateway's URL"],
		'--api-key': [given['api-key'], KEY],
		'--channel': [given.channel, 'the phone number ID'],
	};
	return Object.entries(needed).flatMap(([name, [value, what]]) =>
		value === undefined ? [`--public-url also needs ${name}: ${String(what)}.`] : [],
	);
}
