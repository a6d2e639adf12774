import type { Runtime } from '../../base';

/** A part of a session that does something until it's told to stop. */
interface Working {
	/** Ends what it does, and resolves when nothing of it runs any more. */
	close(): Promise<void>;
}

/**
 * What this process keeps beside an open store, for as long as it's open: what it has learned and read lately, what it
 * has compiled, and who works in the background. Engines, senders, and receivers come and go with n8n's executions; the
 * store stays.
 */
export interface Session {
	/**
	 * The part that a function makes: made with the store's runtime when somebody first asks for it, and the same one from then on.
	 * @throws Error when the store is closed
	 */
	part<Part extends object>(make: (runtime: Runtime) => Part): Part;
	/** Owns work that nobody waits for. It ends early when the signal says so, and its failures are its own business. */
	inBackground(work: (closing: AbortSignal) => Promise<unknown>): void;
	/** Ends the parts, the newest first, and resolves when nothing runs any more. */
	close(): Promise<void>;
}

const isWorking = (part: object): part is Working => 'close' in part;

/** The session of a store that is opened now. */
export function createSession(runtime: Runtime): Session {
	const parts = new Map<(runtime: Runtime) => object, object>();
	const running = new Set<Promise<unknown>>();
	const closing = new AbortController();
	const refuseIfClosed = () => {
		if (closing.signal.aborted) throw new Error('The store is closed.');
	};
	return {
		part<Part extends object>(make: (runtime: Runtime) => Part) {
			const known = parts.get(make);
			if (known) return known as Part;
			refuseIfClosed();
			const made = make(runtime);
			parts.set(make, made);
			return made;
		},
		inBackground(work) {
			refuseIfClosed();
			const run = work(closing.signal)
				.catch(() => {})
				.finally(() => running.delete(run));
			running.add(run);
		},
		async close() {
			closing.abort();
			for (const part of [...parts.values()].reverse()) if (isWorking(part)) await part.close();
			await Promise.all(running);
			parts.clear();
		},
	};
}
