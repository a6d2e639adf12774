import { verifySignature } from '../../engine';

/** A signing secret, and what it may speak for: everything if neither channels nor accounts are named. */
export interface BoundSecret {
	/** One, or several while it is being rotated. */
	secret: string | string[];
	/** The phone number ids that it may speak for. */
	channels?: readonly string[];
	/** The accounts that it may speak for; those that the store knows of its channels if left out. */
	accounts?: readonly string[];
	/** Whether it may speak for the other channels of these accounts too. */
	withOtherNumbers?: boolean;
	/** Whether it may speak for any account as long as the store has learned none of any channel. */
	mayComeFirst?: boolean;
}

/** The secret of a phone number. */
interface NumberSecret {
	secret: string | string[];
	channel: string;
	/** The account of the number; the one that the store learned if left out. */
	account?: string;
	/** The other numbers that it speaks for: these, those of the account, or all. */
	others?: readonly string[] | 'account' | 'all';
}

/** Binds a number's secret to what it may speak for. */
export function secretOfNumber({ secret, channel, account, others = [] }: NumberSecret): BoundSecret {
	if (others === 'all') return { secret };
	return {
		secret,
		channels: [channel, ...(others === 'account' ? [] : others)],
		...(account !== undefined && { accounts: [account] }),
		...(others === 'account' && { withOtherNumbers: true }),
	};
}

/** What a delivery's secret may speak for. A secret that is configured several times may speak for all of it. */
export interface Rights {
	channels: ReadonlySet<string>;
	accounts: ReadonlySet<string>;
	/** Whether an account has been named for some of it, or the store has to tell. */
	accountsAreNamed: boolean;
	withOtherNumbers: boolean;
	mayComeFirst: boolean;
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
		withOtherNumbers: fitting.some((each) => each.withOtherNumbers),
		mayComeFirst: fitting.some((each) => each.mayComeFirst),
	};
}
