/** Something that one part of a process waits for and another part raises. */
export function signal() {
	const waiting = new Set<() => void>();
	return {
		raise() {
			for (const wake of [...waiting]) wake();
		},
		/** Resolves when it is raised, or after a time (ms). Holds no process open. */
		wait(timeout: number): Promise<void> {
			return new Promise((resolve) => {
				const wake = () => {
					clearTimeout(timer);
					waiting.delete(wake);
					resolve();
				};
				const timer = setTimeout(wake, timeout);
				timer.unref();
				waiting.add(wake);
			});
		},
	};
}
