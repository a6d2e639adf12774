import type { BillLine } from './billed-units';

/** What lines of a bill come to. `unpriced`: how many units have no price. `costs`: the sums of all others by currency. */
export interface Total {
	readonly units: number;
	readonly unpriced: number;
	readonly costs: Readonly<Record<string, number>>;
}

/** What the lines of a bill come to. */
export function totalOf(lines: readonly BillLine[]): Total {
	const costs: Record<string, number> = {};
	let [units, unpriced] = [0, 0];
	for (const line of lines) {
		units += line.units;
		if (line.cost === null) unpriced += line.units;
		else if (line.currency !== null) costs[line.currency] = (costs[line.currency] ?? 0) + line.cost;
	}
	return { units, unpriced, costs };
}
