import type { Store } from '../../engine';
import type { ProfileName, ProviderProfile } from '../../platform';
import { resolveProfile } from '../../platform';
import type { Log } from '../incidents';
import type { ReceiverLimits } from './limits';

/** The path that deliveries come to unless another is given. */
export const DEFAULT_PATH = '/webhook';

export interface ReceiverOptions {
	store: Store;
	/** The signing secret, or several while it is being rotated; a function where they change while it runs. */
	secret: string | string[] | (() => string[]);
	/** 0 for a free one. */
	port: number;
	/** The address to listen on; all of the machine's where left out. */
	host?: string;
	/** Where deliveries come to; `/webhook` where left out. */
	path?: string;
	/** A provider's name, or what differs from the `gateway` profile: names the signature header. */
	profile?: ProfileName | Partial<ProviderProfile>;
	/** The header that carries the signature, where it is not the profile's. */
	headerName?: string;
	/** What `hub.verify_token` of a challenge has to be; any where left out. */
	verifyToken?: string;
	/** Asks the gateway what time it is; called when a delivery is dated later than now. */
	measureClock?: (channel: string) => Promise<void>;
	limits?: Partial<ReceiverLimits>;
	/** Hears of incidents; JSON lines on stderr where left out. */
	log?: Log;
	/** The local clock. Epoch ms */
	now?: () => number;
}

/** Where a receiver tells about itself. */
export const HEALTH_PATH = '/healthz';
export const METRICS_PATH = '/metrics';

const RESERVED_PATHS: readonly string[] = [HEALTH_PATH, METRICS_PATH];

/** The secrets of now. */
export function secretsOf(secret: ReceiverOptions['secret']): () => string[] {
	if (typeof secret === 'function') return secret;
	const secrets = [secret].flat().filter((each) => each !== '');
	return () => secrets;
}

/** All that is wrong with the options. */
export function problemsOf({
	secret,
	port,
	path = DEFAULT_PATH,
}: Pick<ReceiverOptions, 'secret' | 'port' | 'path'>): string[] {
	return [
		...(Number.isInteger(port) && port >= 0 && port <= 65_535
			? []
			: [`port has to be a number from 0 (a free one) to 65535, not ${String(port)}`]),
		...(typeof secret === 'function' || secretsOf(secret)().length > 0
			? []
			: ['secret has to be the signing secret of the gateway, which must not be empty']),
		...(/^\/[^?#\s]*$/.test(path) && !RESERVED_PATHS.includes(path)
			? []
			: [
					`path has to begin with /, without a query, and be none of ${RESERVED_PATHS.join(', ')}, not ${path}`,
				]),
	];
}

/** The header that carries the signature, as `node:http` names it. */
export function signatureHeader({ profile, headerName }: ReceiverOptions): string {
	const resolved = typeof profile === 'object' ? resolveProfile('gateway', profile) : resolveProfile(profile);
	return (headerName || resolved.signatureHeader).toLowerCase();
}
