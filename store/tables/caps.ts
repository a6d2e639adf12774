import { isWithin, moneyOf, readsOfCaps } from '../../engine/policies/caps-of-policy';
import type { SendCap } from '../../engine/store/caps';
import type { Reservation } from '../../engine/store/money';
import type { SendRecord } from '../../engine/store/store';
import type { Work } from '../work';
import { holdNumber } from './rates';
import type { SentBefore } from './sent-before';
import { readSentBefore } from './sent-before';
import { readSpentOfHeld } from './spending';

/** A message that is about to begin, if what its decision depends on is still so. */
export interface CappedSend extends Pick<
	SendRecord,
	'key' | 'contact' | 'at' | 'action' | 'category' | 'opens' | 'reserve'
> {
	caps: readonly SendCap[];
	/** Whether it was never begun before. */
	isNew?: boolean;
}

/** What was spent before a message, with what is reserved for others that begin with it. */
function withReserved(
	spent: SentBefore['spent'],
	others: readonly CappedSend[],
	adds: Reservation | undefined,
): SentBefore['spent'] {
	if (!adds) return spent;
	const { day, campaign } = adds;
	const sums = new Map(spent.map((one) => [one.category, { ...one }]));
	for (const { reserve: other } of others) {
		if (!other) continue;
		const { category, amount } = other;
		const nothing = { category, today: 0, thisMonth: 0, byCampaign: 0, freeService: 0 };
		const sum = sums.get(category) ?? nothing;
		sums.set(category, sum);
		if (other.day === day) sum.today += amount;
		sum.thisMonth += amount;
		if (other.campaign === campaign && campaign !== '') sum.byCampaign += amount;
	}
	return [...sums.values()];
}

/** What was sent before a message, and what begins with it and comes before it. */
function withBegun(
	{ sent, newCustomers, spent }: SentBefore,
	{ contact, caps }: CappedSend,
	begun: ReadonlyMap<CappedSend, SentBefore>,
): SentBefore {
	const others = [...begun].filter(([other, { newCustomers: of }]) => other.opens && !of.known);
	const opened = new Set(others.map(([other]) => other.contact));
	return {
		sent: [...sent, ...[...begun.keys()].filter((other) => other.contact === contact)],
		newCustomers: {
			...newCustomers,
			count: newCustomers.count + opened.size,
			known: newCustomers.known || opened.has(contact),
		},
		spent: withReserved(spent, [...begun.keys()], moneyOf(caps)),
	};
}

/**
 * The keys of messages of a number that may begin: those whose caps nobody has reached since they were decided. Whoever
 * begins messages of the number holds it, so what is counted here stays so until the transaction ends.
 */
export function* withinCaps(channel: string, sends: CappedSend[]): Work<ReadonlySet<string>> {
	if (sends.length === 0) return new Set();
	yield* holdNumber(channel);
	const before = yield* readSentBefore(
		sends.map(({ key, contact, at, caps, isNew = false }) => {
			const { day: spentOn, campaign } = moneyOf(caps) ?? {};
			return {
				channel,
				contact,
				without: key,
				isNew,
				...readsOfCaps(caps, at),
				...(spentOn !== undefined && { spentOn, campaign }),
			};
		}),
		readSpentOfHeld,
	);
	const begun = new Map<CappedSend, SentBefore>();
	for (const [index, send] of sends.entries()) {
		const sentBefore = withBegun(before[index]!, send, begun);
		if (isWithin(send.caps, send.at, sentBefore)) begun.set(send, before[index]!);
	}
	return new Set([...begun.keys()].map(({ key }) => key));
}
