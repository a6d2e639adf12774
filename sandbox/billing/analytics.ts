import { MINUTE } from '../../base';
import type { World } from '../world';
import type { BilledUnit } from './billed-units';
import { dayAfter, monthAfter, monthOf, startOfDay } from './calendar';

export const granularities = ['HALF_HOUR', 'DAILY', 'MONTHLY'] as const;

type Granularity = (typeof granularities)[number];

/**
 * How many messages were charged alike in a span of time, and their `cost` together in the account's currency. It is
 * absent if one of them has no price. Times are Unix seconds.
 */
interface PricingPoint {
	readonly start: number;
	readonly end: number;
	readonly country: string;
	readonly tier?: string;
	readonly pricing_type: string;
	readonly pricing_category: string;
	readonly volume: number;
	readonly cost?: number;
}

/**
 * The account's `pricing_analytics`, as the platform answers them, from the same units as the bill. The facts show the
 * points. What is around them is remembered from the platform's documentation. What has no volume tiers has no `tier`
 * (docs/interface.md, Prices).
 */
export interface PricingAnalytics {
	readonly id: string;
	readonly pricing_analytics: { readonly data: readonly [{ readonly data_points: readonly PricingPoint[] }] };
}

const HALF_HOUR = 30 * MINUTE;

/** Which units belong together, and from when until when (epoch ms). */
interface Span {
	readonly nameOf: (unit: BilledUnit) => string;
	readonly bounds: (name: string, timeZone: string) => readonly [start: number, end: number];
}

/** Half hours are those of UTC. Days and months are those of the account's time zone. */
const SPANS: Readonly<Record<Granularity, Span>> = {
	HALF_HOUR: {
		nameOf: ({ at }) => String(Math.floor(at / HALF_HOUR)),
		bounds: (name) => [Number(name) * HALF_HOUR, (Number(name) + 1) * HALF_HOUR],
	},
	DAILY: {
		nameOf: ({ day }) => day,
		bounds: (day, zone) => [startOfDay(zone, day), startOfDay(zone, dayAfter(day))],
	},
	MONTHLY: {
		nameOf: ({ day }) => monthOf(day),
		bounds: (month, zone) => [startOfDay(zone, `${month}-01`), startOfDay(zone, `${monthAfter(month)}-01`)],
	},
};

/** The points of what was charged from `start` until before `end` (Unix seconds), in order of time. */
export function pricingAnalytics(
	{ account, billing, settings }: World,
	{
		start,
		end,
		granularity,
	}: { readonly start: number; readonly end: number; readonly granularity: Granularity },
): PricingAnalytics {
	const { nameOf, bounds } = SPANS[granularity];
	const alike = new Map<string, BilledUnit[]>();
	for (const unit of billing.units.all) {
		if (unit.at < start * 1000 || unit.at >= end * 1000) continue;
		const key = `${nameOf(unit)} ${unit.market} ${unit.tier} ${unit.type} ${unit.category}`;
		const group = alike.get(key);
		if (group === undefined) alike.set(key, [unit]);
		else group.push(unit);
	}
	const points = [...alike.values()].map((units) => {
		const [first] = units as [BilledUnit];
		const [from, to] = bounds(nameOf(first), settings.timeZone);
		return { start: from / 1000, end: to / 1000, ...valuesOf(first), volume: units.length, ...costOf(units) };
	});
	return { id: account.accountId, pricing_analytics: { data: [{ data_points: points }] } };
}

const valuesOf = ({ market, tier, type, category }: BilledUnit) => ({
	country: market,
	...(tier === undefined ? {} : { tier }),
	pricing_type: type.toUpperCase(),
	pricing_category: category.replaceAll('-', '_').toUpperCase(),
});

function costOf(units: readonly BilledUnit[]): { cost?: number } {
	if (units.some(({ cost }) => cost === null)) return {};
	return { cost: units.reduce((sum, { cost }) => sum + (cost ?? 0), 0) / 1_000_000 };
}
