/** Readings of one thing, one after the other. */
export interface Series {
	name: string;
	unit: string;
	/** Seconds since the start, and the value. */
	readings: Array<[seconds: number, value: number]>;
}

/** The readings of a start don't count: caches fill, code is compiled. The share of the run that is left out. */
const WARM_UP = 1 / 3;

/** How much a series grows in an hour, once it is warm: the slope of the line that fits best. 0 for fewer than two readings */
export function growthPerHour({ readings }: Series): number {
	const end = readings.at(-1)?.[0] ?? 0;
	const warm = readings.filter(([seconds]) => seconds >= end * WARM_UP);
	if (warm.length < 2) return 0;
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [seconds, values] = [mean(warm.map(([at]) => at)), mean(warm.map(([, value]) => value))];
	const spread = warm.reduce((sum, [at]) => sum + (at - seconds) ** 2, 0);
	const together = warm.reduce((sum, [at, value]) => sum + (at - seconds) * (value - values), 0);
	return spread === 0 ? 0 : (together / spread) * 3_600;
}

/** A table of series: the first reading that counts, the last, the greatest, and the growth in an hour. */
export function seriesTable(series: Series[]): string {
	const rows = series
		.filter(({ readings }) => readings.length > 0)
		.map((one) => {
			const values = one.readings.map(([, value]) => value);
			const [first, last] = [values[Math.floor(values.length * WARM_UP)]!, values.at(-1)!];
			const growth = growthPerHour(one);
			const figures = [first, last, Math.max(...values)].map((value) => value.toFixed(1).padStart(10));
			return `${one.name.padEnd(34)} ${one.unit.padEnd(8)} ${figures.join(' ')} ${`${growth < 0 ? '' : '+'}${growth.toFixed(1)}`.padStart(12)}/h`;
		});
	const head = `${''.padEnd(43)} ${['warm', 'last', 'most'].map((name) => name.padStart(10)).join(' ')} ${'growth'.padStart(12)}`;
	return [head, ...rows].join('\n');
}
