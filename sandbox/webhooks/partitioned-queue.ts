import type { Runtime } from '../../base';

interface Partition<Item> {
	readonly key: string;
	waiting: Item[];
	cancelRetry?: () => void;
}

/**
 * Works on one item at a time within a partition key, and on up to `concurrency` items across all keys. `work`
 * returns after how many milliseconds it wants the same item again, or nothing when the item is done.
 */
export class PartitionedQueue<Item> {
	readonly #partitions = new Map<string, Partition<Item>>();
	readonly #ready = new Fifo<Partition<Item>>();
	#inFlight = 0;
	#closed = false;

	constructor(
		readonly concurrency: number,
		readonly runtime: () => Runtime,
		readonly work: (item: Item) => Promise<number | undefined>,
		readonly onDone: () => void,
	) {}

	/** Adds an item behind the others of its partition. */
	add(key: string, item: Item): void {
		const partition = this.#partitions.get(key) ?? { key, waiting: [] };
		this.#partitions.set(key, partition);
		partition.waiting.push(item);
		if (partition.waiting.length === 1) this.#makeReady(partition);
	}

	/** Makes every item that waits for its next attempt due now. */
	wake(): void {
		for (const partition of this.#partitions.values()) {
			if (partition.cancelRetry === undefined) continue;
			partition.cancelRetry();
			delete partition.cancelRetry;
			this.#makeReady(partition);
		}
	}

	/** Forgets every item. An item in work isn't worked on again. */
	clear(): void {
		for (const partition of this.#partitions.values()) {
			partition.cancelRetry?.();
			this.#partitions.delete(partition.key);
			const dropped = partition.waiting.splice(0);
			for (let left = dropped.length; left > 0; left -= 1) this.onDone();
		}
	}

	/** Stops taking up items. */
	close(): void {
		this.#closed = true;
		for (const partition of this.#partitions.values()) partition.cancelRetry?.();
	}

	#makeReady(partition: Partition<Item>): void {
		this.#ready.push(partition);
		this.#takeUp();
	}

	#takeUp(): void {
		while (this.#inFlight < this.concurrency && !this.#closed) {
			const partition = this.#ready.shift();
			if (partition === undefined) return;
			const item = partition.waiting[0];
			if (item !== undefined) void this.#workOn(partition, item);
		}
	}

	async #workOn(partition: Partition<Item>, item: Item): Promise<void> {
		this.#inFlight += 1;
		const retryAfter = await this.work(item);
		this.#inFlight -= 1;
		if (this.#closed) return;
		if (partition.waiting[0] === item) this.#finish(partition, retryAfter);
		this.#takeUp();
	}

	#finish(partition: Partition<Item>, retryAfter: number | undefined): void {
		if (retryAfter !== undefined) {
			const retry = () => {
				delete partition.cancelRetry;
				this.#makeReady(partition);
			};
			partition.cancelRetry = this.runtime().after(retryAfter, retry, 'background');
			return;
		}
		partition.waiting.shift();
		if (partition.waiting.length > 0) this.#ready.push(partition);
		else this.#partitions.delete(partition.key);
		this.onDone();
	}
}

/** First in, first out, at constant cost however long it grows. */
class Fifo<Item> {
	#items: Item[] = [];
	#head = 0;

	push(item: Item): void {
		this.#items.push(item);
	}

	shift(): Item | undefined {
		const item = this.#items[this.#head];
		if (this.#head < this.#items.length) this.#head += 1;
		if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
			this.#items = this.#items.slice(this.#head);
			this.#head = 0;
		}
		return item;
	}
}
