import type { Engine, EngineOutcome, RecipientEnd } from '../../../engine';

/** How long what became of messages is gathered before it is written. ms */
const GATHER = 100;
/** How many are written in one go at most. */
const MOST = 500;
/** How long to wait before it is tried again to write, and for how long. ms */
const RETRY = { after: 500, for: 60_000 };

export interface Recorder {
	/** Notes what became of a recipient, and what that says of the state. */
	add(end: RecipientEnd, outcome?: OutcomeToRecord): void;
	/** How much is not written yet. */
	pending(): number;
	/** Writes all. @throws Error when the store did not take it for a minute */
	flush(): Promise<void>;
}

/** An outcome that is dated by how long ago it began. */
export type OutcomeToRecord = (now: number) => EngineOutcome;

/**
 * Writes what became of messages, and what that changes in the state, many in one transaction. A store that is gone
 * for a moment is waited for.
 */
export function openRecorder(
	engine: Engine,
	channel: string,
	token: string,
	noteClock: () => Promise<void>,
): Recorder {
	let ends: RecipientEnd[] = [];
	let outcomes: OutcomeToRecord[] = [];
	let unwritten = 0;
	let timer: NodeJS.Timeout | undefined;
	let writing: Promise<void> = Promise.resolve();

	async function insist(act: () => Promise<unknown>): Promise<void> {
		const giveUpAt = performance.now() + RETRY.for;
		for (;;) {
			try {
				await act();
				return;
			} catch (error) {
				if (performance.now() > giveUpAt) throw error;
				await new Promise((resolve) => setTimeout(resolve, RETRY.after));
			}
		}
	}

	async function write(some: RecipientEnd[], told: OutcomeToRecord[]): Promise<void> {
		await noteClock();
		const now = await engine.now(channel);
		// Begun in the same turn, so that an embedded store commits both at once.
		const ended = insist(() => engine.store.campaigns.end(token, some));
		const recorded = told.length > 0 && insist(() => engine.record(...told.map((outcome) => outcome(now))));
		await Promise.all([ended, recorded]);
		unwritten -= some.length;
	}

	function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		const [some, told] = [ends, outcomes];
		[ends, outcomes] = [[], []];
		if (some.length > 0) {
			writing = writing.then(() => write(some, told));
			// Whoever waits for the end of all gets the error.
			writing.catch(() => {});
		}
		return writing;
	}

	return {
		add(end, outcome) {
			ends.push(end);
			unwritten += 1;
			if (outcome) outcomes.push(outcome);
			if (ends.length >= MOST) void flush();
			else timer ??= setTimeout(() => void flush(), GATHER);
		},
		pending: () => unwritten,
		flush,
	};
}
