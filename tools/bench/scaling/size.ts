import type { Costs } from './costs';
import { ofMessage } from './costs';
import { IN_TRANSACTION } from './receiver';
import type { Setup } from './simulate';
import { STATUSES } from './simulate';

/** How much of its time a part may be busy, so that it has room for what comes unevenly. */
const ROOM = 0.7;
/** How many events share a transaction where many come. */
const GROUP = 250;
/** From this much of a core on, n8n runs executions in workers. */
const MAIN = 0.2;

export type Load = Pick<Setup, 'numbers' | 'rate' | 'replies' | 'cores'>;

/** Calculates from the costs alone what suffices for a load. */
export function size({ numbers, rate, replies, cores }: Load, costs: Costs): Setup {
	const sent = numbers * rate;
	const answers = sent * replies;
	const messages = sent + answers;
	const events = messages * STATUSES + answers;
	/** How many are needed for so many things a second that take so many ms each. */
	const needed = (perSecond: number, ms: number) => Math.ceil((perSecond * ms) / 1_000 / ROOM);

	const { worker, postgres } = ofMessage(rate, costs);
	const commit = costs.postgresCommit + costs.trips * costs.trip + costs.flush;
	const holdsCounter = costs.postgresEvent + IN_TRANSACTION * costs.receiver + commit / GROUP;
	const databases = Math.min(numbers, needed(events, holdsCounter));
	const onPostgres =
		needed(sent, postgres) +
		needed(answers, costs.postgresSlow) +
		needed(events, costs.postgresEvent + costs.postgresCommit / GROUP);
	const isQueued = answers * costs.answer > MAIN * 1_000;
	const answering = needed(answers, costs.answer + costs.gateway + costs.flush);
	return {
		numbers,
		rate,
		replies,
		cores,
		databases,
		servers: Math.min(databases, Math.ceil(onPostgres / cores)),
		workers: Math.min(numbers, needed(sent, worker)),
		receivers: databases * Math.ceil(needed(events, costs.receiver) / databases),
		// Where little comes, each Inbox Trigger starts an execution a second.
		mains: needed(databases, costs.execution),
		executors: isQueued ? needed(answers, costs.answer) : 0,
		atATime: Math.max(4, Math.ceil(answering / databases)),
	};
}
