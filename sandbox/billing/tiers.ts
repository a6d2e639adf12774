import { emitAccountEvent } from '../account/account-events';
import type { World } from '../world';
import type { BilledUnit } from './billed-units';
import { dayIn, monthOf } from './calendar';
import { OTHER } from './market-title';
import { priceIn, rowOf, type PriceTable, type TieredCategory } from './prices';

/** A tier as the platform writes it, such as `25001:100000`: its first and its last message of a month, and its price. */
interface Tier {
	readonly name: string;
	readonly from: number;
	readonly price: number | null;
}

/** The tiers of a country's market and a category, the lowest first. Empty without tiers. */
function tiersOf(prices: PriceTable, country: string, category: string): Tier[] {
	const steps = prices.tiers?.[rowOf(prices, country)]?.[category as TieredCategory];
	if (steps === undefined) return [];
	const all = [{ from: 0, price: priceIn(prices, country, category) }, ...steps];
	return all.map(({ from, price }, index) => {
		const next = all[index + 1];
		return { name: `${from}:${next === undefined ? 'MAX' : next.from - 1}`, from, price };
	});
}

/** What a message belongs to: a tier is that of its market and its category. */
type Kind = Pick<BilledUnit, 'market' | 'category'>;

/** How many charged messages of the portfolio were delivered this month in a market and a category. */
function volumeOf(
	{ billing, clock, settings }: World,
	prices: PriceTable,
	{ market, category }: Kind,
): number {
	const row = rowOf(prices, market);
	const month = monthOf(dayIn(settings.timeZone, clock.now()));
	return billing.volumes.of(month, category, (country) => rowOf(prices, country) === row);
}

/** The tier of a charged message that is delivered next. `undefined` without tiers. */
export function nextTier(world: World, kind: Kind): Tier | undefined {
	const { prices } = world.settings;
	const tiers = prices ? tiersOf(prices, kind.market, kind.category) : [];
	if (tiers.length === 0) return undefined;
	const message = volumeOf(world, prices!, kind) + 1;
	return tiers.findLast(({ from }) => from <= message);
}

/**
 * Counts charged messages of the portfolio that are delivered now, and announces each tier that they reach: with its first
 * message. Tiers are those of a calendar month in the account's time zone (docs/interface.md, Prices).
 */
export function countVolume(world: World, kind: Kind, messages: number): void {
	const { market, category } = kind;
	const { prices, timeZone } = world.settings;
	const month = monthOf(dayIn(timeZone, world.clock.now()));
	world.billing.volumes.add(month, category, market, messages);
	const tiers = prices ? tiersOf(prices, market, category) : [];
	if (tiers.length === 0) return;
	const volume = volumeOf(world, prices!, kind);
	for (const { name, from } of tiers) {
		if (from > volume - messages && from <= volume) announce(world, kind, name, month);
	}
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function announce(world: World, { market, category }: Kind, tier: string, month: string): void {
	const row = rowOf(world.settings.prices!, market);
	emitAccountEvent(world, 'pricingTier', {
		volume_tier_info: {
			tier_update_time: world.clock.seconds(),
			pricing_category: category.replaceAll('-', '_').toUpperCase(),
			tier,
			effective_month: month,
			region: row === OTHER ? 'Other' : countryNames.of(row),
		},
	});
}
