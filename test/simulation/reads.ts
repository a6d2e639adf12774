import type { Store } from '../../engine';
import type { SimulatedProcess } from './simulated-process';

/** How far the shared database was at a moment. */
interface Moment {
	/** How many acts of ours had changed the state. */
	acts: number;
	/** The newest event of the inbox. */
	seq: number;
}

/** What a process has read about a customer to decide by. */
export interface Read extends Moment {
	contact: string;
	/** By the process's clock, moved to the gateway's. Epoch ms */
	at: number;
	/** The true time. Epoch ms */
	readAt: number;
}

interface Witness {
	process: Pick<SimulatedProcess, 'runtime'>;
	/** How far the database is now. */
	moment(): Moment;
	/** The true time. Epoch ms */
	now(): number;
	heard(read: Read): void;
}

type State = Awaited<ReturnType<Store['readDecisionState']>>;

/** A store that tells what is read to decide by. What a process reads, it has in the very step in which it's read. */
export function witnessReads(store: Store, { process, moment, now, heard }: Witness): Store {
	function note({ contact, channel }: State): void {
		const ahead = (channel.clock?.value as number | undefined) ?? 0;
		heard({ ...moment(), contact, at: Math.floor(process.runtime.now() + ahead), readAt: now() });
	}
	return {
		...store,
		async readDecisionState(query) {
			const state = await store.readDecisionState(query);
			note(state);
			return state;
		},
		async readDecisionStates(queries) {
			const states = await store.readDecisionStates(queries);
			for (const state of states) note(state);
			return states;
		},
	};
}

/** What tells what a decision was read from. */
export const placeOf = ({ contact, at }: Pick<Read, 'contact' | 'at'>) => `${contact} ${at}`;

/**
 * When decisions were read, by the true time: their own times are by clocks that are set, or that somebody read late.
 * Two may have the same time by such a clock.
 */
export function timesOfReads(reads: readonly Read[]): (decision: Pick<Read, 'contact' | 'at'>) => number[] {
	const times = new Map<string, number[]>();
	for (const read of reads) times.set(placeOf(read), [...(times.get(placeOf(read)) ?? []), read.readAt]);
	return (decision) => times.get(placeOf(decision)) ?? [];
}
