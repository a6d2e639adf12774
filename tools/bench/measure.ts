/** A named way of doing something `count` times. */
export interface Contender {
	name: string;
	run(count: number): Promise<void>;
}

export const medianOf = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * How many operations per second each contender does: the median of several rounds. The contenders take turns, so that
 * other load on the machine affects all of them.
 */
export async function ratesOf(
	contenders: Contender[],
	count: number,
	rounds = 7,
): Promise<Map<string, number>> {
	const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round += 1) {
		for (const { name, run } of contenders) {
			const start = performance.now();
			await run(count);
			const rate = count / ((performance.now() - start) / 1_000);
			if (round > 0) rates.get(name)!.push(rate);
		}
	}
	return new Map([...rates].map(([name, values]) => [name, medianOf(values)]));
}

/** A table of rates next to the reference. */
export function rateTable(rates: Map<string, number>, reference: string): string {
	const base = rates.get(reference)!;
	const rows = [...rates].map(([name, rate]) => {
		const perSecond = Math.round(rate).toLocaleString('en-US').padStart(12);
		return `${perSecond}/s  ${(rate / base).toFixed(2).padStart(6)} ×  ${name}`;
	});
	return rows.join('\n');
}
