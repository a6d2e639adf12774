import { reportOn } from './report';
import type { SimulationResult } from './run-simulation';

/** The first seeds, which `simulation.test.ts` runs: each keeps every promise. */
export const SEEDS = 25;

/** Problems and how to see them again; nothing if there are none. */
export const failuresOf = (result: SimulationResult, options?: string): string[] =>
	result.problems.length === 0 ? [] : [reportOn(result, options)];
