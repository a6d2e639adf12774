import type { Costs } from './costs';
import { openDatabase } from './database';
import { openFlow } from './flow';
import { openPart } from './part';
import { openReceiver } from './receiver';
import { openVirtualTime } from './virtual-time';

/** What was measured of "receiver on Postgres" (docs/benchmarks.md), on a machine that everything shares. */
interface Measured {
	connections: number;
	/** Deliveries per second; as fast as the answers arrive if left out. */
	rate?: number;
	answered: number;
	p99: number;
}

const MEASURED: readonly Measured[] = [
	{ connections: 256, rate: 1_275, answered: 1_275, p99: 49.5 },
	{ connections: 64, answered: 2_911, p99: 49.7 },
	{ connections: 256, rate: 3_000, answered: 2_999, p99: 86.1 },
];

const CORES = 2;
/** What the process that sends the deliveries takes for one, and a round trip on one machine. Assumed. ms */
const LOAD = 0.15;
const TRIP = 0.1;
/** A flush of the disk of the machine that they were measured on: `pg_test_fsync`. ms */
const FLUSH = 0.1;
const SECONDS = 20;

function run({ connections, rate }: Measured, costs: Costs) {
	const time = openVirtualTime();
	const cores = openPart(time, CORES);
	const [load, thread] = [openPart(time, 1, cores), openPart(time, 1, cores)];
	const free = openPart(time, connections);
	const onThisMachine = { ...costs, trip: TRIP, flush: FLUSH };
	const database = openDatabase(time, cores, onThisMachine);
	const { receive } = openReceiver(time, { thread, database, costs: onThisMachine });
	const flow = openFlow();

	function send(then: () => void): void {
		const due = time.now();
		free.hold((release) =>
			load.work(LOAD, () =>
				receive(() => {
					flow.ended(time.now() - due);
					release();
					then();
				}),
			),
		);
	}
	const again = (): void => send(again);
	const everySoOften = (): void => {
		send(() => {});
		time.after(1_000 / rate!, everySoOften);
	};
	if (rate === undefined) Array.from({ length: connections }, again);
	else everySoOften();
	time.run(SECONDS * 1_000);
	return { perSecond: flow.count() / SECONDS, p99: flow.p99() };
}

/** What the model says of loads that were measured. */
export function checkModel(costs: Costs) {
	return MEASURED.map((measured) => ({ measured, model: run(measured, costs) }));
}
