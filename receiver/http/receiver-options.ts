import { hostname as machine, networkInterfaces } from 'node:os';
import type { Kinds, Runtime } from '../../base';
import { optional, PORT, SECOND, sentencesOfTypes, wrongTypes } from '../../base';
import type { AskTemplate, Store } from '../../engine';
import type { ProfileName, ProviderProfile } from '../../platform';
import { DELIVERY_BYTES, resolveProfile } from '../../platform';
import type { SettingNames } from '../forwarding/targets';
import type { Log } from '../incidents';
import type { BoundSecret } from './rights';

const MEGABYTE = 1_024 * 1_024;

/** What a receiver takes at most. Beyond it a delivery is answered 503, so that the gateway sends again. */
export interface ReceiverLimits {
	/** Of one body; a larger one is answered 413. bytes */
	bodyBytes: number;
	/** Of the memory that holds bodies while they are received or committed. bytes */
	bytesInFlight: number;
	/** Deliveries that are waiting for the store. */
	deliveriesInFlight: number;
	connections: number;
	/** How long a request's head may take to arrive. ms */
	headersTimeout: number;
	/** How long a whole request may take to arrive. ms */
	requestTimeout: number;
	/** How long a connection may stay open between requests: longer than a proxy's usual minute. ms */
	idleTimeout: number;
	/** How long a client may take to read an answer. ms */
	answerTimeout: number;
	/** Requests that came before the answer to an earlier one on their connection, on all connections together. */
	waitingRequests: number;
	/** A body that arrives more slowly is dropped when its memory is needed. Bytes a second */
	slowestBody: number;
	/** Connections from one address. No limit by default, because all of a proxy's come from its address. */
	connectionsPerAddress: number;
	/** `bytesInFlight` of one address. No limit by default. bytes */
	bytesPerAddress: number;
}

const REQUEST_TIMEOUT = 30 * SECOND;

/**
 * The store takes some thousand deliveries a second, so what waits for it at most is answered within a second or two.
 * A body that arrives at `slowestBody` is just complete when its time is over.
 */
export const DEFAULT_LIMITS: Readonly<ReceiverLimits> = {
	bodyBytes: DELIVERY_BYTES,
	bytesInFlight: 32 * MEGABYTE,
	deliveriesInFlight: 2_000,
	connections: 10_000,
	headersTimeout: 10 * SECOND,
	requestTimeout: REQUEST_TIMEOUT,
	idleTimeout: 65 * SECOND,
	answerTimeout: 5 * SECOND,
	waitingRequests: 2_000,
	slowestBody: (DELIVERY_BYTES * SECOND) / REQUEST_TIMEOUT,
	connectionsPerAddress: Infinity,
	bytesPerAddress: Infinity,
};

/** The path that deliveries come to unless another is given. */
export const DEFAULT_PATH = '/webhook';

export interface ReceiverOptions {
	store: Store;
	/**
	 * The signing secret, or several while it is being rotated; a function if they change while it runs. It may
	 * speak for every number and account.
	 */
	secret?: string | string[] | (() => string[]);
	/**
	 * Secrets with rights to only some numbers and accounts: everything else is kept as `unknown`, and changes
	 * nothing. A function if they change while it runs.
	 */
	secrets?: BoundSecret[] | (() => BoundSecret[]);
	/** The phone number id of deliveries that name none; learned from other deliveries of the account if left out. */
	channel?: string;
	/** 0 for a free one. */
	port: number;
	/** The address to listen on; all of the machine's where left out. */
	host?: string;
	/** Where deliveries come to; `/webhook` where left out. */
	path?: string;
	/** A provider's name, or what differs from the `gateway` profile: names the signature header and the agent's role. */
	profile?: ProfileName | Partial<ProviderProfile>;
	/** The header that carries the signature, if it isn't the profile's. */
	headerName?: string;
	/** What `hub.verify_token` of a challenge has to be; any where left out. */
	verifyToken?: string;
	/** Asks the gateway what time it is; called when a delivery is dated later than now. */
	measureClock?: (channel: string) => Promise<void>;
	/** The phone number ids that `measureClock` is called for; any if left out. */
	clockChannels?: readonly string[] | (() => string[]);
	/** Asks the gateway for a template; called for template events whose delivery names no time. */
	askTemplate?: AskTemplate;
	/** Where figures for Prometheus are, at `/metrics`: 0 for a free port. Nowhere if left out. */
	metricsPort?: number;
	/** The address of the figures; this machine's own, 127.0.0.1, if left out. */
	metricsHost?: string;
	/**
	 * The URLs of other consumers, which get each delivery as it came, after it's committed. What can't be passed on is
	 * tried again for 7 days.
	 */
	forwardTo?: readonly string[];
	/**
	 * The hosts in `forwardTo` that may have a private address, and be asked without https: `chatwoot:3000`, with the port
	 * if it isn't the default one.
	 */
	privateHosts?: readonly string[];
	/** What `forwardTo` and `privateHosts` are called where they are set, for errors. */
	settingNames?: SettingNames;
	limits?: Partial<ReceiverLimits>;
	/** Hears of incidents; JSON lines on stderr where left out. */
	log?: Log;
	/** The local clock. Epoch ms */
	now?: () => number;
	/** Time, timers, and randomness; the process's own if left out. */
	runtime?: Runtime;
}

/** Where a receiver says whether it can take deliveries: `/healthz` is the same. */
export const READY_PATHS: readonly string[] = ['/readyz', '/healthz'];
/** Where it says that the process works. */
export const LIVE_PATH = '/livez';
export const METRICS_PATH = '/metrics';

const RESERVED_PATHS: readonly string[] = [...READY_PATHS, LIVE_PATH, METRICS_PATH];

/** The secrets of now. */
export function secretsOf(secret: ReceiverOptions['secret']): () => string[] {
	if (typeof secret === 'function') return secret;
	const secrets = [secret ?? []].flat().filter(Boolean);
	return () => secrets;
}

/** All secrets of now, with what they may speak for. */
export function boundSecretsOf({
	secret,
	secrets = [],
}: Pick<ReceiverOptions, 'secret' | 'secrets'>): () => BoundSecret[] {
	const unbound = secretsOf(secret);
	const bound = typeof secrets === 'function' ? secrets : () => secrets;
	return () => [{ secret: unbound() }, ...bound()];
}

function hasSecret(options: Pick<ReceiverOptions, 'secret' | 'secrets'>): boolean {
	if (typeof options.secret === 'function' || typeof options.secrets === 'function') return true;
	const [unbound, ...bound] = boundSecretsOf(options)().map(({ secret }) => secretsOf(secret)().length > 0);
	const isGiven = options.secret !== undefined || bound.length === 0;
	return (unbound || !isGiven) && bound.every(Boolean);
}

const isPath = (path: unknown) =>
	typeof path === 'string' && /^\/[^?#\s]*$/.test(path) && !RESERVED_PATHS.includes(path);

const PORTS: Kinds = { port: PORT, metricsPort: optional(PORT) };

type Place = Pick<ReceiverOptions, 'port' | 'path' | 'metricsPort'>;

const problemsOfPorts = (options: Place) => sentencesOfTypes(wrongTypes(options, PORTS));

const problemsOfPath = ({ path = DEFAULT_PATH }: Place) =>
	isPath(path)
		? []
		: [
				`path must start with /, have no query, and be none of ${RESERVED_PATHS.join(', ')}, not ${String(path)}`,
			];

/** All that is wrong with where it listens. */
export const problemsOfPlace = (options: Place): string[] => [
	...problemsOfPorts(options),
	...problemsOfPath(options),
];

/** All that is wrong with options of the right types. */
export const problemsOf = (options: Place & Pick<ReceiverOptions, 'secret' | 'secrets'>): string[] => [
	...problemsOfPorts(options),
	...(hasSecret(options) ? [] : ["secret must be the signing secret of the gateway and can't be empty"]),
	...problemsOfPath(options),
];

/** How the provider names things. */
export function profileOf({ profile }: Pick<ReceiverOptions, 'profile'>): ProviderProfile {
	return typeof profile === 'object' ? resolveProfile('gateway', profile) : resolveProfile(profile);
}

/** The header that carries the signature, as `node:http` names it. */
export function signatureHeader(options: ReceiverOptions): string {
	return (options.headerName || profileOf(options).signatureHeader).toLowerCase();
}

/** Whether a URL is at a port of this machine. */
function isHere({ hostname, port, protocol }: URL, ownPort: number, ownHost?: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, '');
	const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
	const names = ['localhost', machine(), ownHost, ...addresses.map(({ address }) => address)];
	const itsPort = port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(port);
	return itsPort === ownPort && (names.includes(bare) || /^127\./.test(bare));
}

/** Whether a URL is where a receiver listens. */
export const isOwnUrl =
	({ port, host, path = DEFAULT_PATH }: Pick<ReceiverOptions, 'port' | 'host' | 'path'>) =>
	(url: URL): boolean =>
		url.pathname === path && isHere(url, port, host);
