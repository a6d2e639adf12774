import { Fifo } from './fifo';

interface Lane<Item> {
	readonly key: string;
	waiting: Item[];
	retry?: NodeJS.Timeout;
}

/**
 * Works on items one at a time within a key and `width` at a time over all keys. `work` answers in how many
 * milliseconds it wants the same item again, or nothing when the item is done.
 */
export class Lanes<Item> {
	readonly #lanes = new Map<string, Lane<Item>>();
	readonly #ready = new Fifo<Lane<Item>>();
	#inFlight = 0;
	#closed = false;

	constructor(
		readonly width: number,
		readonly work: (item: Item) => Promise<number | undefined>,
		readonly onDone: () => void,
	) {}

	/** Adds an item behind the others of its key. */
	add(key: string, item: Item): void {
		const lane = this.#lanes.get(key) ?? { key, waiting: [] };
		this.#lanes.set(key, lane);
		lane.waiting.push(item);
		if (lane.waiting.length === 1) this.#makeReady(lane);
	}

	/** Makes every item that waits for its next turn due now. */
	wake(): void {
		for (const lane of this.#lanes.values()) {
			if (lane.retry === undefined) continue;
			clearTimeout(lane.retry);
			delete lane.retry;
			this.#makeReady(lane);
		}
	}

	/** Forgets every item except those in work, each of which gets no further turn. */
	clear(): void {
		for (const lane of this.#lanes.values()) {
			clearTimeout(lane.retry);
			this.#lanes.delete(lane.key);
			const dropped = lane.waiting.splice(0);
			for (let left = dropped.length; left > 0; left -= 1) this.onDone();
		}
	}

	/** Starts nothing any more. */
	close(): void {
		this.#closed = true;
		for (const lane of this.#lanes.values()) clearTimeout(lane.retry);
	}

	#makeReady(lane: Lane<Item>): void {
		this.#ready.push(lane);
		this.#pump();
	}

	#pump(): void {
		while (this.#inFlight < this.width && !this.#closed) {
			const lane = this.#ready.shift();
			if (lane === undefined) return;
			const item = lane.waiting[0];
			if (item !== undefined) void this.#turn(lane, item);
		}
	}

	async #turn(lane: Lane<Item>, item: Item): Promise<void> {
		this.#inFlight += 1;
		const again = await this.work(item);
		this.#inFlight -= 1;
		if (this.#closed) return;
		if (lane.waiting[0] === item) this.#follow(lane, again);
		this.#pump();
	}

	#follow(lane: Lane<Item>, again: number | undefined): void {
		if (again !== undefined) {
			lane.retry = setTimeout(() => {
				delete lane.retry;
				this.#makeReady(lane);
			}, again);
			lane.retry.unref();
			return;
		}
		lane.waiting.shift();
		if (lane.waiting.length > 0) this.#ready.push(lane);
		else this.#lanes.delete(lane.key);
		this.onDone();
	}
}
