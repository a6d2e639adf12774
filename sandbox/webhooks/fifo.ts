/** First in, first out, at constant cost however long it grows. */
export class Fifo<Item> {
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
