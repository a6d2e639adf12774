/** Tells those who watch the gateway that something about it may have changed. */
export class Changes {
	readonly #listeners = new Set<() => void>();

	/** Something may have changed. */
	note(): void {
		for (const listener of this.#listeners) listener();
	}

	/** Calls `listener` at each change. The result ends that. */
	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}
}
