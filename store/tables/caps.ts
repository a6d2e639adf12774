import { isWithin, readsOfCaps } from '../../engine/policies/caps-of-policy';
import type { SendCap } from '../../engine/store/caps';
import type { SendRecord } from '../../engine/store/store';
import type { Work } from '../work';
import { holdNumber } from './rates';
import type { SentBefore } from './sent-before';
import { readSentBefore } from './sent-before';

/** A message that is about to begin, if what its decision depends on is still so. */
export interface CappedSend extends Pick<
	SendRecord,
	'key' | 'contact' | 'at' | 'action' | 'category' | 'opens'
> {
	caps: readonly SendCap[];
}

/** What was sent before a message, and what begins with it and comes before it. */
function withBegun(
	{ sent, newCustomers }: SentBefore,
	{ contact }: CappedSend,
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
		sends.map(({ key, contact, at, caps }) => ({
			channel,
			contact,
			without: key,
			...readsOfCaps(caps, at),
		})),
	);
	const begun = new Map<CappedSend, SentBefore>();
	for (const [index, send] of sends.entries()) {
		if (isWithin(send.caps, send.at, withBegun(before[index]!, send, begun))) begun.set(send, before[index]!);
	}
	return new Set([...begun.keys()].map(({ key }) => key));
}
