import { MINUTE, sleep } from '../../../base';
import type { Engine, EngineOutcome, RecipientEnd } from '../../../engine';
import type { GatewayClock } from '../../gateway-clock';

/**
 * How long what became of messages is gathered before it is written: for so many times as long as writing lately took
 * at most, so that a store that is busy with many numbers has fewer and larger transactions to make. ms
 */
const GATHER = { times: 2, least: 100, most: 500 };
/** How much of the longest time is left with each next one. */
const FADES = 0.98;
/** How many are written in one go at most. */
const MOST = 500;
/** How long to wait before another try to write, and for how long to try. ms */
const RETRY = { after: 500, for: MINUTE };

export interface Recorder {
	/** Notes what became of a recipient, and what that says of the state. */
	add(end: RecipientEnd, outcome?: OutcomeToRecord): void;
	/** How much isn't written yet. */
	pending(): number;
	/** Writes everything. @throws Error if the store didn't take it for a minute */
	flush(): Promise<void>;
}

/** An outcome that is dated by how long ago it began. */
export type OutcomeToRecord = (now: number) => EngineOutcome;

/**
 * Writes what became of messages, and what that changes in the state, many in one transaction. If the store is gone
 * for a moment, the recorder waits for it.
 * @param onEnded hears what the store knows from now on
 */
export function openRecorder(
	engine: Engine,
	channel: string,
	clock: Pick<GatewayClock, 'note'>,
	onEnded: (ends: RecipientEnd[]) => void,
): Recorder {
	const { runtime } = engine;
	let ends: RecipientEnd[] = [];
	let outcomes: OutcomeToRecord[] = [];
	let unwritten = 0;
	let longest = 0;
	let cancel: (() => void) | undefined;
	let writing: Promise<void> = Promise.resolve();

	async function insist(act: () => Promise<unknown>): Promise<void> {
		const giveUpAt = runtime.monotonic() + RETRY.for;
		for (;;) {
			try {
				await act();
				return;
			} catch (error) {
				if (runtime.monotonic() > giveUpAt) throw error;
				await sleep(runtime, RETRY.after);
			}
		}
	}

	async function write(some: RecipientEnd[], told: OutcomeToRecord[]): Promise<void> {
		const from = runtime.monotonic();
		const now = await clock.note(channel);
		// Begun in the same turn, so that an embedded store commits both at once.
		const ended = insist(() => engine.store.campaigns.end(some));
		const recorded = told.length > 0 && insist(() => engine.record(...told.map((outcome) => outcome(now))));
		await Promise.all([ended, recorded]);
		longest = Math.max(runtime.monotonic() - from, longest * FADES);
		unwritten -= some.length;
		onEnded(some);
	}

	const gathering = () => Math.min(GATHER.most, Math.max(GATHER.least, GATHER.times * longest));

	function flush(): Promise<void> {
		cancel?.();
		cancel = undefined;
		const [some, told] = [ends, outcomes];
		[ends, outcomes] = [[], []];
		if (some.length > 0) {
			writing = writing.then(() => write(some, told));
			// The last flush, which is awaited, rejects with the error.
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
			else cancel ??= runtime.after(gathering(), () => void flush());
		},
		pending: () => unwritten,
		flush,
	};
}
