import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { policies, savePolicy, savePrices } from '../../engine';
import type { StateChanges } from '../../engine/state/register';
import { openCallJournals } from '../../store/calls/call-journals';
import { createStore } from '../../store/create-store';
import type { Database } from '../../store/database';
import { openClock } from '../../store/clock';
import { openPostgresDatabase } from '../../store/postgres/postgres-database';
import { openSqliteDatabase } from '../../store/sqlite/sqlite-database';
import { seededRandom } from '../support/seeded-random';
import { CAPPED, PRICES } from './capped-policy';
import { openFaults } from './faults';
import { openDeliveries } from './gateway/deliveries';
import { simulateGateway } from './gateway/simulated-gateway';
import { openTruth } from './gateway/truth';
import type { HandedOut, History } from './history';
import { decisionsReplay, decisionsSawTheFold, INVARIANTS, stateIsItsFold } from './invariants';
import type { Read } from './reads';
import { witnessReads } from './reads';
import { openForgetting } from './retention';
import { openScenario } from './scenario';
import { openScheduler } from './scheduler';
import { SILENCE } from './silence';
import { simulateDatabase } from './simulated-database';
import { simulateDisk } from './simulated-disk';
import type { MachineClock } from './simulated-process';
import { BEGIN, openProcess } from './simulated-process';
import type { EventRow } from './tables';
import { burstsBeyond, eventsAfter, openBursts, openRecipients, readTables, unreadEvents } from './tables';
import type { Trace } from './trace';
import { openTrace } from './trace';
import { watchStore } from './watched-store';
import type { Worker } from './worker';
import { startWorker } from './worker';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * How long a run may take to settle once nothing goes wrong any more: the cap of spending lets one template of a day out.
 * Virtual time, ms
 */
const SETTLES_WITHIN = 20 * 24 * HOUR;
/** Leases that are given while the machine's clock is ahead last longer. ms */
const LONGEST_LEASE = 6 * HOUR;

/** A bug that is planted to see that it's found. */
export interface Plant {
	name: string;
	/** Around the shared database. */
	database?(database: Database): Database;
	/** Around the store of each process. */
	store?(store: Store): Store;
}

export interface SimulationOptions {
	plant?: Plant;
	/** Opens the shared database, whose clock is that of the runtime; SQLite in memory by default. */
	open?(runtime: Runtime): Promise<Database>;
	/** Whether the trace keeps all steps. */
	wholeTrace?: boolean;
}

export interface SimulationResult {
	seed: number;
	/** What broke a promise. */
	problems: string[];
	trace: Trace;
	/** Virtual time. ms */
	took: number;
}

const inMemory = (runtime: Runtime) =>
	openSqliteDatabase(':memory:', runtime, { isFolderShared: false, warn() {} });

/** Opens a store on a Postgres server, whose clock is that of the run instead of the server's. */
export const onPostgres =
	(url: string) =>
	(runtime: Runtime): Promise<Database> =>
		openPostgresDatabase(url, openClock(runtime));

/** Runs one seed: some processes through trouble, then in peace until all has settled, and checks what must hold. */
export async function runSimulation(
	seed: number,
	{ plant, open = inMemory, wholeTrace = false }: SimulationOptions = {},
): Promise<SimulationResult> {
	const random = seededRandom(seed);
	const trace = openTrace({ whole: wholeTrace });
	const scheduler = openScheduler(random, trace);
	/** The database has the true time, and takes no pause that isn't a step. */
	const runtime: Runtime = {
		...systemRuntime,
		now: () => Math.floor(BEGIN + scheduler.now()),
		monotonic: scheduler.now,
		turn: () => Promise.resolve(),
	};
	const opened = await open(runtime);
	const shared = plant?.database?.(opened) ?? opened;
	const faults = openFaults(random);
	/** Every second seed has caps. */
	const isCapped = seed % 2 === 0;
	const policy = isCapped ? CAPPED : policies.strict;
	if (isCapped) {
		const store = createStore(shared, runtime);
		await savePolicy(store, CAPPED, BEGIN);
		await savePrices(store, PRICES, BEGIN);
	}

	/** A random source of its own. In every fourth seed, journals are damaged. */
	const disk = simulateDisk(seededRandom(seed + 1_000_000), faults.areOn);
	const isDamaging = seed % 4 === 0;

	/** In every third seed, messages wait until their customers are silent. */
	const isGathered = seed % 3 === 0;
	const lateBursts = new Set<string>();

	const customers = 2 + Math.floor(random.upTo(10));
	const truth = openTruth(Array.from({ length: customers }, (_, index) => String(491_701_000_000 + index)));
	const clock: MachineClock = { ahead: 0 };
	const handedOut: HandedOut[] = [];
	const [acknowledged, unexpected]: [string[], string[]] = [[], []];
	const committed: StateChanges[] = [];
	const events: EventRow[] = [];
	const newestSeq = () => events.at(-1)?.seq ?? 0;
	const reads: Read[] = [];
	const forgetting = openForgetting();
	let clockJumped = false;

	const workers = new Map<number, Worker>();
	const living = () => [...workers.values()].filter(({ process }) => process.isAlive);
	const deliveries = openDeliveries({
		scheduler,
		random,
		faults,
		receivers: () => living().map(({ receive }) => receive),
	});
	const gateway = simulateGateway({ scheduler, random, faults, truth, deliveries });

	let started = 0;
	function start(place: number): void {
		started += 1;
		const onCrash = () =>
			void scheduler.after(random.upTo(5 * SECOND), `process ${place} starts again`, () => start(place));
		const process = openProcess(`p${started}`, { scheduler, clock, random, trace, onCrash });
		async function onCommitted(changes: readonly StateChanges[]): Promise<void> {
			committed.push(...changes);
			events.push(...(await eventsAfter(shared, newestSeq())));
		}
		const database = simulateDatabase({ process, shared, faults, onCommitted });
		const journals = openCallJournals({
			disk: disk.of(process),
			runtime: process.runtime,
			warn: (message) => void unexpected.push(message),
		});
		const watched = watchStore(createStore(database, process.runtime, journals), database, (method, args) =>
			process.tell(`${method} ${args}`),
		);
		const worker = startWorker({
			process,
			faults,
			transport: gateway.transportOf(process),
			store: witnessReads(forgetting.witness(plant?.store?.(watched) ?? watched), {
				process,
				moment: () => ({ acts: committed.length, seq: newestSeq() }),
				now: runtime.now,
				heard: (read) => void reads.push(read),
			}),
			policy,
			gather: isGathered ? SILENCE : undefined,
			witness: {
				handedOut({ events, repeat }) {
					const seqs = events.map(({ seq }) => seq);
					const bursts = events.map(({ burst }) => burst);
					process.tell(`runs ${seqs.join(', ')}${repeat ? ' again' : ''}`);
					handedOut.push({ seqs, bursts, repeat });
				},
				acknowledged: (body) => void acknowledged.push(body),
				unexpected: (what, error) => void unexpected.push(`${what}: ${(error as Error).stack}`),
			},
		});
		workers.set(place, worker);
	}

	const perSecond = random.pick([2, 10, 40]);
	const scenario = openScenario({
		random,
		truth,
		gateway,
		deliveries,
		clock,
		perSecond,
		policy: policy.name,
		workers: living,
		now: scheduler.now,
		sleep(ms) {
			for (const { process } of living()) process.pausedUntil = scheduler.now() + ms;
		},
	});

	/** Lets time pass until something is so; it is looked at now and then. */
	async function passUntil(isSo: () => Promise<boolean>, every: number, most: number): Promise<boolean> {
		const until = scheduler.now() + most;
		while (scheduler.now() < until) {
			if (await isSo()) return true;
			await scheduler.runUntil(() => false, scheduler.now() + every);
		}
		return isSo();
	}
	const pass = (ms: number) => scheduler.runUntil(() => false, scheduler.now() + ms);

	for (let place = 0, count = 2 + Math.floor(random.upTo(2)); place < count; place += 1) start(place);
	scenario.planAll();
	for (let left = 20 + random.upTo(60); left > 0; left -= 1) {
		const before = clock.ahead;
		await pass(random.upTo(random.chance(0.1) ? 20 * SECOND : 800));
		scenario.happen();
		if (isDamaging) disk.damage();
		for (const late of await burstsBeyond(shared, SILENCE.atMostMs)) lateBursts.add(late);
		clockJumped ||= clock.ahead !== before;
	}

	faults.end();
	for (const { process } of workers.values()) process.pausedUntil = 0;
	await pass(10 * SECOND);
	scenario.planAll();
	scenario.calm();
	await passUntil(async () => (await unreadEvents(shared)) === 0, 10 * SECOND, 5 * MINUTE);
	for (const worker of living()) worker.stopReading();
	await passUntil(
		async () => {
			scenario.lookAfter();
			await pass(MINUTE);
			return (await openRecipients(shared)) === 0 && deliveries.open() === 0;
		},
		30 * MINUTE,
		SETTLES_WITHIN,
	);
	// Steps that were slow may still end, and so may leases that a clock which was ahead has given.
	await pass(LONGEST_LEASE);
	for (const worker of living()) worker.startReading();
	const hasSettled = await passUntil(
		async () =>
			(await unreadEvents(shared)) === 0 &&
			(await openBursts(shared)) === 0 &&
			(await openRecipients(shared)) === 0 &&
			deliveries.open() === 0,
		10 * SECOND,
		2 * HOUR,
	);
	await pass(10 * SECOND);

	const history: History = {
		truth,
		handedOut,
		acknowledged,
		mayForget: forgetting.mayForget,
		events,
		committed,
		reads,
		askedTwice: scenario.askedTwice,
		policy,
		perSecond,
		isCapped,
		isGathered,
		lateBursts: [...lateBursts],
		clockJumped,
		unexpected,
		hasSettled,
		calls: gateway.calls,
		called: gateway.called,
		journalsAreWhole: !disk.isDamaged,
		tables: await readTables(shared),
	};
	const ofStore = [stateIsItsFold(shared, random), decisionsSawTheFold(shared), decisionsReplay(shared)];
	const invariants = [...INVARIANTS, ...ofStore];
	const problems = (await Promise.all(invariants.map((invariant) => invariant(history)))).flat();
	await opened.close();
	return { seed, problems, trace, took: scheduler.now() };
}
