import type { SimulationResult } from './run-simulation';

/** How many of a seed's problems are shown. */
const SHOWN = 10;

/** What a failing seed broke, how to run it again, and its last steps. */
export function reportOn({ seed, problems, trace }: SimulationResult, options = ''): string {
	const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
	return [
		`Seed ${seed} broke a promise:`,
		...problems.slice(0, SHOWN).map((problem) => `  - ${problem}`),
		...more,
		`Run it again with: npm run test:simulation -- --seed ${seed}${options}`,
		`Its last steps, of ${trace.steps()} (${trace.hash()}):`,
		...trace.last(),
	].join('\n');
}
