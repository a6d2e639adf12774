import type { Engine, MessagingEvent, Store } from '../../engine';
import { asUnknown, readCallbackData } from '../../engine';
import type { Rights } from './bound-secret';
import { learnedAccounts } from './learned-accounts';

function openChecks({ store, runtime }: Engine, { channels, accounts, accountsAreNamed }: Rights) {
	const learned = learnedAccounts(store, runtime.monotonic);

	/** Whether the store learned for a channel of ours that it is of this account. */
	async function isLearned(account: string): Promise<boolean> {
		if (accountsAreNamed) return false;
		const isIn = (known: ReadonlyMap<string, unknown>) =>
			[...channels].some((channel) => known.get(channel) === account);
		return isIn(await learned.lately()) || isIn(await learned.now());
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

		/** Whether a channel is ours; if no channels are named, it has to belong to an account that is. */
		async isOurs(channel: string, account: string): Promise<boolean> {
			if (channels.size > 0) return channels.has(channel);
			return accounts.has(String((await learned.lately()).get(channel) ?? account));
		},
	};
}

/** Whether a status settles a message that another channel sent: its key is ours to choose, and could be guessed. */
async function settlesAnother(event: MessagingEvent, { sends }: Store): Promise<boolean> {
	const own = event.kind === 'status' ? readCallbackData(event.callbackData) : undefined;
	const send = own && (await sends.find(own.key));
	return send !== undefined && send.channel !== event.channel;
}

/**
 * The events as far as their secret may speak for them. The others are kept as `unknown`, and change nothing; an
 * account that the secret may not claim is left out of what it says of its own channel.
 * @returns with how many were beyond its rights
 */
export async function keepToRights(events: MessagingEvent[], rights: Rights, engine: Engine) {
	const checks = openChecks(engine, rights);
	const kept: MessagingEvent[] = [];
	let beyond = 0;
	for (const event of events) {
		const { channel, account } = event;
		const isOurs =
			channel === undefined ? await checks.mayBeOf(account) : await checks.isOurs(channel, account);
		if (!isOurs || (await settlesAnother(event, engine.store))) {
			beyond += 1;
			kept.push(asUnknown(event));
		} else {
			const mayClaim = channel === undefined || (await checks.mayClaim(account));
			kept.push(mayClaim ? event : { ...event, account: '' });
		}
	}
	return { events: kept, beyond };
}
