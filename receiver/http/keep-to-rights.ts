import type { Engine, MessagingEvent, Store } from '../../engine';
import { asUnknown, readCallbackData } from '../../engine';
import type { Rights } from './bound-secret';
import { learnedAccounts } from './learned-accounts';

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
