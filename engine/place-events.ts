import type { Runtime } from '../base';
import { placeShownNumbers } from './display-numbers';
import { changesOfEvent } from './changes-of-event';
import { isOfANumber } from './events/messaging-event';
import type { MessagingEvent } from './events/messaging-event';
import { RANK } from './state/register';
import type { Store } from './store/store';

const isUnplaced = ({ kind, channel }: MessagingEvent) => channel === undefined && isOfANumber(kind);

/** Events, those of a number that none is named for put to this one. */
export function placeEvents(events: MessagingEvent[], channel: string): MessagingEvent[] {
	return events.map((event) =>
		isUnplaced(event) ? ({ ...event, channel, placed: true } as MessagingEvent) : event,
	);
}

/** Other processes learn numbers too: how long until known numbers are read again. ms */
const READING_AGE = 10_000;
/** Events that are applied late in one go. */
const PAGE = 500;

interface Known {
	/** The numbers of each account. */
	channels: ReadonlyMap<string, ReadonlySet<string>>;
	/** The accounts that have events whose number nobody knew. */
	waiting: Set<string>;
	readAt: number;
}

/** What was read last. */
const lastKnown = (): { last?: Known } => ({});

/**
 * Finds the number of events whose delivery doesn't name it (the interface lists no `value.metadata` for standby), and
 * whose receiver doesn't know it: the only one that the account is known to have. Until there is one, events are kept;
 * they count, at their own time, as soon as the account's number is known.
 */
export function openPlacing(store: Store, runtime: Runtime) {
	const kept = store.session.part(lastKnown);

	async function read(): Promise<Known> {
		const channels = new Map<string, Set<string>>();
		for (const { scope, register } of await store.readScopes('account')) {
			const account = register.value as string;
			channels.set(account, (channels.get(account) ?? new Set()).add(scope));
		}
		const waiting = (await store.readScopes('unplaced')).filter(({ register }) => register.value === true);
		const known = {
			channels,
			waiting: new Set(waiting.map(({ scope }) => scope)),
			readAt: runtime.monotonic(),
		};
		kept.last = known;
		return known;
	}

	async function readLately(): Promise<Known> {
		const { last: known } = kept;
		return known && runtime.monotonic() - known.readAt < READING_AGE ? known : read();
	}

	const mark = (account: string, at: number, value: boolean) => ({
		registers: [{ scope: account, subject: '', name: 'unplaced', at, rank: RANK.ownAct, id: '', value }],
	});

	/** Applies what was kept of an account. It is in the inbox already, so applying it twice changes nothing. */
	async function applyKept(account: string, channel: string): Promise<void> {
		for (let after = 0; ;) {
			const page = await store.inbox.read({ after, limit: PAGE });
			const kept = page.filter(({ event }) => isUnplaced(event) && event.account === account);
			const placed = placeEvents(
				kept.map(({ event }) => event),
				channel,
			);
			const changes = await Promise.all(placed.map((event) => changesOfEvent(event, store.sends)));
			if (changes.length > 0) await store.apply(...changes);
			if (page.length < PAGE) return;
			after = page.at(-1)!.seq;
		}
	}

	return {
		/** Events with their numbers, as far as they are known. */
		async place(events: MessagingEvent[]): Promise<MessagingEvent[]> {
			const shown = await placeShownNumbers(store, events, async () => (await read()).channels);
			if (!shown.some(isUnplaced)) return shown;
			const { channels } = await read();
			return shown.flatMap((event) => {
				if (!isUnplaced(event)) return event;
				const [only, another] = channels.get(event.account) ?? [];
				return only === undefined || another !== undefined ? event : placeEvents([event], only);
			});
		},

		/** Those that have no number. */
		unplaced: (events: MessagingEvent[]): MessagingEvent[] => events.filter(isUnplaced),

		/** Notes committed events that have no number, and applies those whose account's number is known by now. */
		async settle(committed: MessagingEvent[]): Promise<void> {
			const without = new Set(committed.filter(isUnplaced).map(({ account }) => account));
			const known = await readLately();
			for (const account of without) {
				if (known.waiting.has(account)) continue;
				await store.apply(mark(account, runtime.now(), true));
				known.waiting.add(account);
			}
			const named = new Set(
				committed.flatMap(({ channel, account }) => (channel === undefined ? [] : account)),
			);
			const accounts = [...named].filter((account) => known.waiting.has(account));
			if (accounts.length === 0) return;
			const { channels } = await read();
			for (const account of accounts) {
				const [only, another] = channels.get(account) ?? [];
				if (only === undefined || another !== undefined) continue;
				await applyKept(account, only);
				await store.apply(mark(account, runtime.now() + 1, false));
				kept.last?.waiting.delete(account);
			}
		},
	};
}
