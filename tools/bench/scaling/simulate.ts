import type { Costs } from './costs';
import { chunkOf, ofMessage } from './costs';
import { openDatabase } from './database';
import { openFlow } from './flow';
import { openN8n } from './n8n';
import { openPart } from './part';
import { openReceiver } from './receiver';
import { openVirtualTime } from './virtual-time';

export interface Setup {
	numbers: number;
	/** Messages per second, of each number. */
	rate: number;
	/** Stores; the numbers are spread over them, and each has one Inbox Trigger. */
	databases: number;
	/** Machines with Postgres; the databases are spread over them. */
	servers: number;
	/** Of each of these machines. */
	cores: number;
	/** Processes that send. */
	workers: number;
	/** Processes that receive. */
	receivers: number;
	/** n8n's main processes, each of an n8n of its own. */
	mains: number;
	/** n8n's workers in queue mode; without any, the main processes run the executions. */
	executors: number;
	/** Executions at a time of each Inbox Trigger. */
	atATime: number;
	/** The share of the messages that a customer answers, and Send Auto answers again. */
	replies: number;
}

/** The parts that can be a limit. */
const PARTS = ['postgres', 'workers', 'receivers', 'mains', 'executors', 'counter'] as const;
export type Part = (typeof PARTS)[number];

export interface Result {
	/** The share of the messages that left in time for each second, and how late 99 of 100 were at most. ms */
	sent: { share: number; p99: number };
	/** Deliveries: from the arrival to 200. ms */
	answered: { share: number; p99: number };
	/** Customers' messages: from the arrival to the end of their answer by the workflow. ms */
	handled: { share: number; p99: number };
	/** The share of the time that each is busy; of the counter, how full the transactions are. */
	utilization: Record<Part, number>;
	/** What is full; if nothing is, what would be first. */
	limits: Part[];
}

/** How far ahead slots are taken. ms */
const AHEAD = { slow: 60, fast: 150, fastFrom: 500 };
export const STATUSES = 3;
/** Statuses and replies come within so long. ms */
const WITHIN = 2_000;
/** Until as much returns as goes out; then it is measured. ms */
const WARM_UP = 7_000;
/** A part that works so much of the time is taken for the limit. */
const FULL = 0.97;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Runs it for some seconds of virtual time. The same seed has the same result. */
export function simulate(setup: Setup, costs: Costs, seconds: number, random: () => number): Result {
	const time = openVirtualTime();
	const { now, after } = time;
	const some = (count: number, open: (index: number) => ReturnType<typeof openPart>) =>
		Array.from({ length: count }, (_, index) => open(index));
	const thread = () => openPart(time, 1);
	const servers = some(setup.servers, () => openPart(time, setup.cores));
	const [workers, receivers, mains] = [setup.workers, setup.receivers, setup.mains].map((count) =>
		some(count, thread),
	) as [typeof servers, typeof servers, typeof servers];
	const executors = setup.executors > 0 ? openPart(time, setup.executors) : undefined;
	const message = ofMessage(setup.rate, costs);
	const [sent, answered, handled] = [openFlow(), openFlow(), openFlow()];
	const databases = Array.from({ length: setup.databases }, (_, index) => {
		const database = openDatabase(time, servers[index % servers.length]!, costs);
		const main = mains[index % mains.length]!;
		return {
			...database,
			handle: openN8n(time, { main, executors: executors ?? main, atATime: setup.atATime, costs }).handle,
			receivers: receivers
				.filter((_thread, place) => place % setup.databases === index)
				.map((thread) => openReceiver(time, { thread, database, costs })),
		};
	});

	/** A delivery of one event. */
	function deliver(to: (typeof databases)[number], committed: (arrivedAt: number) => void): void {
		const arrivedAt = now();
		answered.began();
		to.receivers[Math.floor(random() * to.receivers.length)]!.receive(() => {
			answered.ended(now() - arrivedAt);
			committed(arrivedAt);
		});
	}

	/** What comes back for a message that the gateway has accepted. */
	function comeBack(number: number, mayBeAnswered: boolean): void {
		const database = databases[number % databases.length]!;
		for (let status = 0; status < STATUSES; status += 1) {
			after(random() * WITHIN, () => deliver(database, () => {}));
		}
		if (!mayBeAnswered || random() >= setup.replies) return;
		after(random() * WITHIN, () => {
			handled.began();
			deliver(database, (arrivedAt) =>
				database.handle({
					answer: (done) => database.write(costs.postgresSlow, done),
					answered: () => comeBack(number, false),
					ended: () => handled.ended(now() - arrivedAt),
				}),
			);
		});
	}

	/** Messages of a number that get their slots together, from now on again and again. */
	function send(number: number, chunk: number, ahead: number): void {
		const slot = now() + ahead;
		const database = databases[number % databases.length]!;
		const worker = workers[number % workers.length]!;
		for (let index = 0; index < chunk; index += 1) sent.began();
		worker.work(message.worker * chunk, () =>
			database.write(message.postgres * chunk, () => {
				for (let index = 0; index < chunk; index += 1) {
					const due = slot + (index * 1_000) / setup.rate;
					const leaves = Math.max(due, now());
					sent.ended(leaves - due);
					after(leaves + costs.gateway - now(), () => comeBack(number, true));
				}
			}),
		);
		after((chunk * 1_000) / setup.rate, () => send(number, chunk, ahead));
	}

	const chunk = chunkOf(setup.rate);
	const ahead = setup.rate < AHEAD.fastFrom ? AHEAD.slow : AHEAD.fast;
	for (let number = 0; number < setup.numbers; number += 1) {
		after((random() * chunk * 1_000) / setup.rate, () => send(number, chunk, ahead));
	}

	const utilization = () => ({
		postgres: mean(servers.map((part) => part.utilization())),
		workers: mean(workers.map((part) => part.utilization())),
		receivers: mean(receivers.map((part) => part.utilization())),
		mains: mean(mains.map((part) => part.utilization())),
		executors: executors?.utilization() ?? 0,
		counter: mean(databases.flatMap(({ receivers: all }) => all.map(({ fullness }) => fullness()))),
	});
	time.run(WARM_UP);
	utilization();
	for (const flow of [sent, answered, handled]) flow.reset();
	time.run(WARM_UP + seconds * 1_000);
	const used = utilization();
	const full = PARTS.filter((name) => used[name] >= FULL);
	const limits = full.length > 0 ? full : [...PARTS].sort((a, b) => used[b] - used[a]).slice(0, 1);
	const [ofSent, ofAnswered, ofHandled] = [sent, answered, handled].map((flow) => ({
		share: flow.share(),
		p99: flow.p99(),
	})) as [Result['sent'], Result['answered'], Result['handled']];
	return { sent: ofSent, answered: ofAnswered, handled: ofHandled, utilization: used, limits };
}
