import type { SentMessage } from '../messages/ledger';
import { BilledUnits, type BilledUnit, type Charge } from './billed-units';
import type { EntryPoint } from './entry-points';
import { Volumes } from './volumes';

/** Places in the month's free part that a message holds while it is under way. `until` is epoch ms. */
interface Reservation {
	units: number;
	readonly until: number;
}

/**
 * An accepted message, and how it is charged. `category` is as it was when it was accepted, `entryPoint` the one that
 * was open when it was sent. `charge` is what its `sent` status said; otherwise, each recipient has its own in
 * `charges` (by the customer's key). `told`: keys of those whose status said it.
 */
export interface Billable {
	readonly category: string;
	entryPoint: EntryPoint | undefined;
	charge: Charge | undefined;
	readonly charges: Map<string, Charge>;
	readonly told: Set<string>;
	reservation: Reservation | undefined;
}

/** What is on the bill, and what is under way to it. */
export class Billing {
	readonly units = new BilledUnits();
	readonly volumes = new Volumes();
	#billables = new WeakMap<SentMessage, Billable>();
	#reservations: Reservation[] = [];
	#reserved = 0;

	/** An accepted message, which belongs to a category. */
	note(message: SentMessage, category: string): void {
		this.#billables.set(message, {
			category,
			entryPoint: undefined,
			charge: undefined,
			charges: new Map(),
			told: new Set(),
			reservation: undefined,
		});
	}

	/** How an accepted message is charged. */
	of(message: SentMessage): Billable | undefined {
		return this.#billables.get(message);
	}

	/** A message that is under way holds places in the free part, at most until the platform drops it. */
	reserve(billable: Billable, units: number, until: number): void {
		billable.reservation = { units, until };
		this.#reservations.push(billable.reservation);
		this.#reserved += units;
	}

	/** A message gives its places in the free part back. */
	release({ reservation }: Billable): void {
		if (reservation !== undefined) this.#take(reservation, reservation.units);
	}

	/** A message arrived at one recipient. */
	arrive({ reservation }: Billable, unit: BilledUnit): void {
		if (reservation !== undefined) this.#take(reservation, Math.min(1, reservation.units));
		this.units.add(unit);
	}

	/** How many places in the free part are held by messages that are under way. */
	reserved(now: number): number {
		const isOver = ({ units, until }: Reservation) => units === 0 || until <= now;
		const first = this.#reservations.findIndex((one) => !isOver(one));
		const over = this.#reservations.splice(0, first === -1 ? this.#reservations.length : first);
		for (const one of over) this.#take(one, one.units);
		return this.#reserved;
	}

	/** Forgets the bill, and what is under way to it. */
	clear(): void {
		this.units.clear();
		this.volumes.clear();
		this.#billables = new WeakMap();
		this.#reservations = [];
		this.#reserved = 0;
	}

	#take(reservation: Reservation, units: number): void {
		reservation.units -= units;
		this.#reserved -= units;
	}
}
