/** What a part of the work takes, and how that is known. */
export interface Cost {
	what: string;
	value: number;
	/** What measures it, or why it's assumed. */
	from: string;
	known: 'measured' | 'estimated' | 'assumed';
}

const cost =
	(known: Cost['known']) =>
	(what: string, value: number, from: string): Cost => ({ what, value, from, known });
const [measured, estimated, assumed] = [cost('measured'), cost('estimated'), cost('assumed')];

const [NUMBERS, RECEIVER] = [
	'`npm run bench -- numbers`',
	'`npm run bench -- webhooks "receiver on Postgres"`',
];

/**
 * What the simulation counts with. ms, of processor time if nothing else is said, all of one kind of core: that of
 * docs/benchmarks.md. Measure again, enter the figures here, and take over what `npm run bench -- scaling` prints.
 */
export const COSTS = {
	workerSlow: measured('a worker, for a message of a number at 80/s', 0.59, `${NUMBERS} 50x80`),
	workerFast: measured('a worker, for a message of a number at 1,000/s', 0.3, `${NUMBERS} 5x1000`),
	postgresSlow: measured('Postgres, for a message of a number at 80/s', 0.71, `${NUMBERS} 50x80`),
	postgresFast: measured('Postgres, for a message of a number at 1,000/s', 0.43, `${NUMBERS} 5x1000`),
	receiver: measured('a receiver, for a delivery', 0.25, RECEIVER),
	postgresCommit: measured('Postgres, for a transaction that takes events in', 1.8, `${RECEIVER} 40`),
	postgresEvent: estimated('Postgres, for an event in it', 0.04, `${RECEIVER} 3000`),
	execution: measured(
		'n8n, for an execution of an Inbox Trigger',
		23,
		'`npm run bench -- backlog`: 500 and 2,000',
	),
	item: measured('n8n, for an event in it', 0.035, '`npm run bench -- backlog`: 500 and 2,000'),
	answer: measured('n8n, for an answer of Send Auto in it', 4.12, '`npm run bench -- send`'),
	trips: measured('round trips of a transaction that takes events in', 13, 'counted with 1 to 500 events'),
	trip: assumed('a round trip to Postgres (time)', 0.5, 'one data center; 0.1 on the same machine'),
	flush: measured("a flush of Postgres's disk (time)", 4, '`pg_test_fsync`, fdatasync'),
	gateway: assumed('the gateway, until it has accepted a message (time)', 50, 'as in the benchmarks'),
	bytesOfEvent: measured('Postgres, bytes for an event', 1_161, RECEIVER),
	bytesOfMessage: measured('Postgres, bytes for a message', 1_280, NUMBERS),
} as const satisfies Record<string, Cost>;

export type Costs = Readonly<Record<keyof typeof COSTS, number>>;

/** Messages of a number that get their slots together: those of 50 ms. */
export const chunkOf = (rate: number) => Math.ceil(rate * 0.05);

/** What a message costs at a rate. A part of the work is done once for all that get their slots together. */
export function ofMessage(
	rate: number,
	{ workerSlow, workerFast, postgresSlow, postgresFast }: Costs,
): { worker: number; postgres: number } {
	const [slow, fast] = [1 / chunkOf(80), 1 / chunkOf(1_000)];
	const between = (1 / chunkOf(rate) - fast) / (slow - fast);
	return {
		worker: workerFast + between * (workerSlow - workerFast),
		postgres: postgresFast + between * (postgresSlow - postgresFast),
	};
}

export const costs = Object.fromEntries(
	Object.entries(COSTS).map(([name, { value }]) => [name, value]),
) as Costs;
