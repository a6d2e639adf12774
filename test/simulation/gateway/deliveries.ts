import type { Random } from '../../support/seeded-random';
import type { Faults } from '../faults';
import type { Scheduler } from '../scheduler';

/** Takes a delivery in, and calls back with the HTTP status of its answer. */
export type Receive = (body: string, answer: (status: number) => void) => void;

/** How long an answer may take. ms */
const TIMEOUT = 20_000;
const RETRY = { first: 1_000, most: 60_000 };
const HOUR = 3_600_000;

export interface Deliveries {
	/** Delivers a body until it is answered with 200, sometimes late, twice, or out of order. */
	send(body: object): void;
	/** How many bodies weren't answered with 200 yet, or are to come once more. */
	open(): number;
}

export interface DeliveriesOptions {
	scheduler: Scheduler;
	random: Random;
	faults: Faults;
	/** The receivers that can be reached now. */
	receivers(): Receive[];
}

export function openDeliveries({ scheduler, random, faults, receivers }: DeliveriesOptions): Deliveries {
	let open = 0;

	function delay(): number {
		const drawn = random.next();
		if (!faults.areOn() || drawn < 0.8) return random.upTo(500);
		return drawn < 0.97 ? random.upTo(15_000) : random.upTo(2 * HOUR);
	}

	function attempt(body: string, failures: number): void {
		let isAnswered = false;
		function answered(status: number): void {
			if (isAnswered) return;
			isAnswered = true;
			if (status !== 200) return again(body, failures + 1);
			open -= 1;
			if (faults.areOn() && random.chance(0.1)) {
				open += 1;
				scheduler.after(delay(), 'gateway delivers twice', () => attempt(body, 0));
			}
		}
		scheduler.after(TIMEOUT, 'gateway waits no longer', () => answered(0));
		const reachable = receivers();
		if (reachable.length === 0) return answered(0);
		random.pick(reachable)(body, answered);
	}

	function again(body: string, failures: number): void {
		const wait = Math.min(RETRY.first * 2 ** (failures - 1), RETRY.most);
		scheduler.after(wait, 'gateway delivers again', () => attempt(body, failures));
	}

	return {
		send(body) {
			open += 1;
			scheduler.after(delay(), 'gateway delivers', () => attempt(JSON.stringify(body), 0));
		},
		open: () => open,
	};
}
