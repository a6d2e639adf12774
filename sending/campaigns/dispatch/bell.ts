/** What loops of a worker wait for: somebody rings when something has changed. */
export function bell() {
	let waiting: Array<() => void> = [];
	return {
		ring(): void {
			const woken = waiting;
			waiting = [];
			for (const wake of woken) wake();
		},
		/** Resolves at the next ring, or after a time (ms). */
		wait(timeout: number): Promise<void> {
			return new Promise((resolve) => {
				const timer = setTimeout(resolve, timeout);
				waiting.push(() => {
					clearTimeout(timer);
					resolve();
				});
			});
		},
	};
}

export type Bell = ReturnType<typeof bell>;
