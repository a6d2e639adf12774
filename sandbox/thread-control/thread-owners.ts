import { DAY } from '../../base';
import type { VirtualClock } from '../clock';
import type { ThreadRole } from '../settings';
import type { Announcement } from '../webhooks/event';

/**
 * A thread is idle again after so long without the customer writing. No event tells so (docs/interface.md, Conversation
 * control).
 */
const IDLE_AFTER_MS = DAY;

export interface Ownership {
	readonly role: ThreadRole;
	readonly since: number;
	readonly announcement: Announcement | undefined;
}

/** Who owns each thread, by conversation key. A thread without an owner is idle. */
export class ThreadOwners {
	readonly #byKey = new Map<string, Ownership>();

	constructor(
		readonly clock: VirtualClock,
		readonly windowClosesAt: (key: string) => number | undefined,
	) {}

	/** The owner, or `undefined` while the thread is idle. */
	of(key: string): ThreadRole | undefined {
		const ownership = this.#byKey.get(key);
		if (ownership === undefined) return undefined;
		const idleAt = Math.max(ownership.since + IDLE_AFTER_MS, this.windowClosesAt(key) ?? 0);
		return this.clock.now() < idleAt ? ownership.role : undefined;
	}

	/** The event that told the business who owns the thread, if one did. */
	announced(key: string): Announcement | undefined {
		return this.#byKey.get(key)?.announcement;
	}

	/** `role` owns the thread from now on. */
	give(key: string, role: ThreadRole, announcement?: Announcement): void {
		this.#byKey.set(key, { role, since: this.clock.now(), announcement });
	}

	/** The thread is idle from now on. */
	release(key: string): void {
		this.#byKey.delete(key);
	}

	/** The owners of all threads that had one, by the keys of their conversations. */
	get all(): ReadonlyMap<string, Ownership> {
		return this.#byKey;
	}

	/** Takes an owner over as it was. */
	take(key: string, ownership: Ownership): void {
		this.#byKey.set(key, ownership);
	}

	/** All threads are idle. */
	clear(): void {
		this.#byKey.clear();
	}
}
