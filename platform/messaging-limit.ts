const UNLIMITED = ['TIER_UNLIMITED', '-1'];
const WRITTEN = /^(?:TIER_)?(\d+)(K?)$/;

/**
 * How many customers a portfolio may write to in 24 hours: `TIER_250`, `TIER_10K`, or a number, `Infinity` for no limit
 * (platform-facts-2026, section 8). `undefined` for what names no limit, such as `TIER_NOT_SET`.
 */
export function customersOfLimit(limit: string): number | undefined {
	if (UNLIMITED.includes(limit)) return Infinity;
	const [, digits, thousands] = WRITTEN.exec(limit) ?? [];
	return digits === undefined ? undefined : Number(digits) * (thousands === 'K' ? 1_000 : 1);
}
