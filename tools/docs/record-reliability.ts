import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources';
import type { ReliabilityResult } from './reliability-result';
import { RESULTS_OF_RUNS } from './reliability-result';

/** Writes what a suite has shown to `artifacts/reliability/`, from where `npm run docs:reliability` takes it. */
export function recordReliability(result: ReliabilityResult): void {
	const folder = join(ROOT, RESULTS_OF_RUNS);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${result.id}.json`), `${JSON.stringify(result, null, '\t')}\n`);
}
