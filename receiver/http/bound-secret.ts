import { verifySignature } from '../../engine';

/** A signing secret, and what it may speak for: everything if neither channels nor accounts are named. */
export interface BoundSecret {
	/** One, or several while it is being rotated. */
	secret: string | string[];
	/** The phone number ids that it may speak for. */
	channels?: readonly string[];
	/** The accounts that it may speak for; those that the store knows of its channels if left out. */
	accounts?: readonly string[];
}

/** What a delivery's secret may speak for. A secret that is configured several times may speak for all of it. */
export interface Rights {
	channels: ReadonlySet<string>;
	accounts: ReadonlySet<string>;
	/** Whether an account has been named for some of it, or the store has to tell. */
	accountsAreNamed: boolean;
}

const isUnbound = ({ channels, accounts }: BoundSecret) => channels === undefined && accounts === undefined;

/**
 * Whether the signature of a delivery fits any of the secrets, and what these may speak for.
 * @returns `undefined` if none fits
 */
export function rightsOf(
	rawBody: Buffer,
	signature: string | undefined,
	secrets: readonly BoundSecret[],
): Rights | 'everything' | undefined {
	const fitting = secrets.filter(({ secret }) => verifySignature(rawBody, signature, secret));
	if (fitting.length === 0) return undefined;
	if (fitting.some(isUnbound)) return 'everything';
	return {
		channels: new Set(fitting.flatMap(({ channels = [] }) => channels)),
		accounts: new Set(fitting.flatMap(({ accounts = [] }) => accounts)),
		accountsAreNamed: fitting.every(({ accounts }) => accounts !== undefined),
	};
}
