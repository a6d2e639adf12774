import { createHash } from 'node:crypto';

/** How much of a failing run is shown. lines */
const SHOWN = 60;

/** What happened in a run, step by step. */
export interface Trace {
	/** @param at virtual time since the start. ms */
	add(at: number, line: string): void;
	/** The same for two runs only if they took the same steps. */
	hash(): string;
	steps(): number;
	/** The last steps. */
	last(): string[];
	/** All steps that mention a text. */
	about(text: string): string[];
}

/** @param whole whether all steps are kept, not only the last ones */
export function openTrace({ whole = false } = {}): Trace {
	const hash = createHash('sha256');
	const lines: string[] = [];
	let steps = 0;
	return {
		add(at, line) {
			const written = `${(at / 1_000).toFixed(4).padStart(12)} s  ${line}`;
			hash.update(written);
			steps += 1;
			lines.push(written);
			if (!whole && lines.length > 2 * SHOWN) lines.splice(0, SHOWN);
		},
		hash: () => hash.copy().digest('hex').slice(0, 16),
		steps: () => steps,
		last: () => lines.slice(-SHOWN),
		about: (text) => lines.filter((line) => line.includes(text)),
	};
}
