import type { IDataObject } from 'n8n-workflow';
import type { DeadLetter, Inbox } from '../../engine';
import { isoTime } from '../shared/json/iso-time';

/** What an operation works with, for one item. */
export interface ItemCall {
	inbox: Inbox;
	/** A field of the form for the item. */
	get<Value>(name: string): Value;
}

/** How many dead letters are read from the store at a time. */
const PAGE = 500;

/** The numbers of the dead letters that are meant; `undefined` for all. @throws Error for what is no number */
function seqsOf({ get }: ItemCall): number[] | undefined {
	const written = String(get('deadLetters')).trim();
	if (written === '') return undefined;
	return written.split(',').map((each) => {
		if (/^\s*\d+\s*$/.test(each)) return Number(each);
		throw new Error(`Dead Letters takes the field seq of dead letters, not "${each.trim()}".`);
	});
}

function deadLetterJson({ seq, event, at, executionId, error, ...rest }: DeadLetter): IDataObject {
	const { id, at: happenedAt, ...about } = event;
	const named: Partial<typeof about> = about;
	delete named.raw;
	return {
		...rest,
		seq,
		failedAt: isoTime(at),
		executionId: executionId ?? null,
		error: error ?? null,
		event: { eventId: id, at: isoTime(happenedAt), ...named } as IDataObject,
	};
}

async function getDeadLetters({ inbox, get }: ItemCall): Promise<IDataObject[]> {
	const subscription = get<string>('subscription');
	const limit = get<boolean>('returnAll') ? Infinity : get<number>('limit');
	const found: DeadLetter[] = [];
	while (found.length < limit) {
		const size = Math.min(PAGE, limit - found.length);
		const page = await inbox.deadLetters.list({ subscription, after: found.at(-1)?.seq, limit: size });
		found.push(...page);
		if (page.length < size) break;
	}
	return found.map(deadLetterJson);
}

async function getStats({ inbox }: ItemCall): Promise<IDataObject[]> {
	const { oldestAt, subscriptions, ...stats } = await inbox.stats();
	const readers = subscriptions.map((each) => ({ ...each, oldestAt: isoTime(each.oldestAt) }));
	return [{ ...stats, oldestAt: isoTime(oldestAt), subscriptions: readers }];
}

/** The operations by their values: the items that come out for one that came in. */
export const operations: Readonly<Record<string, (call: ItemCall) => Promise<IDataObject[]>>> = {
	getDeadLetters,
	getStats,
	async dropDeadLetters(call) {
		const subscription = call.get<string>('subscription');
		return [{ subscription, dropped: await call.inbox.deadLetters.drop(subscription, seqsOf(call)) }];
	},
	async replayDeadLetters(call) {
		const subscription = call.get<string>('subscription');
		return [{ subscription, replayed: await call.inbox.deadLetters.replay(subscription, seqsOf(call)) }];
	},
};
