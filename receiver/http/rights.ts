import type { Engine, MessagingEvent, Store } from '../../engine';
import { asUnknown, readCallbackData, verifySignature } from '../../engine';

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

type Accounts = ReadonlyMap<string, unknown>;

/** How long a reading that confirms something is valid. ms */
const READING_AGE = 1_000;

const lastReading = (): { last?: { accounts: Promise<Accounts>; readAt: number } } => ({});

async function readAccounts(store: Store): Promise<Accounts> {
	const scopes = await store.readScopes('account');
	return new Map(scopes.map(({ scope, register }) => [scope, register.value]));
}

/** The account that the store learned for each channel: as it was lately, and as it is now. */
function learnedAccounts(store: Store, monotonic: () => number) {
	const kept = store.session.part(lastReading);

	function now(): Promise<Accounts> {
		const accounts = readAccounts(store);
		kept.last = { accounts, readAt: monotonic() };
		accounts.catch(() => (kept.last = undefined));
		return accounts;
	}
	return {
		now,
		lately(): Promise<Accounts> {
			const { last } = kept;
			return last && monotonic() - last.readAt < READING_AGE ? last.accounts : now();
		},
	};
}

function openChecks({ store, runtime }: Engine, rights: Rights) {
	const { channels, accounts, accountsAreNamed, withOtherNumbers, mayComeFirst } = rights;
	const learned = learnedAccounts(store, runtime.monotonic);

	/** Whether the store learned for a channel of ours that it is of this account. */
	async function isLearned(account: string): Promise<boolean> {
		if (accountsAreNamed) return false;
		const isIn = (known: ReadonlyMap<string, unknown>) =>
			[...channels].some((channel) => known.get(channel) === account);
		if (isIn(await learned.lately())) return true;
		const known = await learned.now();
		return isIn(known) || (mayComeFirst && known.size === 0);
	}

	const mayBeOf = async (account: string) =>
		account === '' || accounts.has(account) || (await isLearned(account));

	return {
		/** Whether an event without a channel may be of this account. */
		mayBeOf,

		/** Whether the store may learn that a channel of ours is of this account: nobody else's can be claimed. */
		async mayClaim(account: string): Promise<boolean> {
			if (await mayBeOf(account)) return true;
			return !accountsAreNamed && ![...(await learned.now()).values()].includes(account);
		},

		/** Whether a channel is ours; other than those that are named, it has to belong to an account that is. */
		async isOurs(channel: string, account: string): Promise<boolean> {
			if (channels.has(channel)) return true;
			if (channels.size > 0 && !withOtherNumbers) return false;
			const known = (await learned.lately()).get(channel) ?? (await learned.now()).get(channel);
			const its = String(known ?? account);
			return its !== '' && (await mayBeOf(its));
		},
	};
}

/** Whether a status settles a message that another channel sent: its key is ours to choose, and could be guessed. */
async function settlesAnother(event: MessagingEvent, { sends }: Store): Promise<boolean> {
	const own = event.kind === 'status' ? readCallbackData(event.callbackData) : undefined;
	const send = own && (await sends.find(own.key));
	return send !== undefined && send.channel !== event.channel;
}

/** IDs are much shorter. */
const LONGEST_NAME = 100;

/** Whose an event is, for people: a number's, or an account's if it names none. */
const ownerOf = ({ channel, account }: MessagingEvent) =>
	(channel === undefined ? `the account ${account}` : `the number ${channel}`).slice(0, LONGEST_NAME);

/**
 * The events as far as their secret may speak for them. The others are kept as `unknown`, and change nothing; an
 * account that the secret may not claim is left out of what it says of its own channel.
 * @returns with those that were beyond its rights, by their new ids, and whose they are
 */
export async function keepToRights(events: MessagingEvent[], rights: Rights, engine: Engine) {
	const checks = openChecks(engine, rights);
	const kept: MessagingEvent[] = [];
	const beyond = new Map<string, string>();
	for (const event of events) {
		const { channel, account } = event;
		const isOurs =
			channel === undefined ? await checks.mayBeOf(account) : await checks.isOurs(channel, account);
		if (!isOurs || (await settlesAnother(event, engine.store))) {
			const owner = ownerOf(event);
			const hint = `It says that it is of ${owner}, which the secret that signed it may not speak for.`;
			const unknown = asUnknown(event, hint);
			beyond.set(unknown.id, owner);
			kept.push(unknown);
		} else {
			const mayClaim = channel === undefined || (await checks.mayClaim(account));
			kept.push(mayClaim ? event : { ...event, account: '' });
		}
	}
	return { events: kept, beyond };
}
