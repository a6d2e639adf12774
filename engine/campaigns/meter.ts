/** How long a campaign's meter counts before it starts over. ms */
export const METER_PERIOD = 10_000;

/** Messages submitted in the meter's last full period, and since `at` (epoch ms). */
export interface Meter {
	at: number;
	before: number;
	since: number;
}

/** Messages a second: of the meter's last full period and what came since. */
export function rateOfMeter(meter: Meter, now: number): number {
	const since = now - meter.at;
	if (since >= 2 * METER_PERIOD) return 0;
	if (since >= METER_PERIOD) return meter.since / (since / 1_000);
	// Of less than a second, nobody can tell a rate.
	const period = meter.before > 0 ? since + METER_PERIOD : Math.max(since, 1_000);
	return (meter.before + meter.since) / (period / 1_000);
}
