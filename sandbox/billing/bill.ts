import { countryOf } from '../countries';
import type { Customer } from '../customers/customer';
import type { SentMessage } from '../messages/ledger';
import type { World } from '../world';
import type { BilledUnit, BillLine, Charge } from './billed-units';
import { dayIn, monthOf } from './calendar';
import { priceIn } from './prices';
import { nextTier } from './tiers';
import { totalOf, type Total } from './totals';

/**
 * What the platform charges, for one month or from the beginning. `units` are oldest first. `unpriced`: how many have
 * no price. `costs`: the sum of all others by currency, in whole millionths.
 */
export interface Bill {
	readonly timeZone: string;
	readonly units: readonly BilledUnit[];
	readonly lines: readonly BillLine[];
	readonly total: Total;
}

/** The unit of a message that is delivered to a customer now. */
export function unitOf(world: World, message: SentMessage, customer: Customer, charge: Charge): BilledUnit {
	const { prices, timeZone } = world.settings;
	const at = world.clock.now();
	const market = marketOf(customer);
	const price = prices ? priceIn(prices, market, charge.category) : null;
	const tier = isCharged(charge) ? nextTier(world, { market, category: charge.category }) : undefined;
	return {
		messageId: message.id,
		to: message.to,
		userId: customer.userId,
		at,
		day: dayIn(timeZone, at),
		market,
		...charge,
		currency: prices?.currency ?? null,
		price,
		cost: isCharged(charge) ? (tier?.price ?? price) : 0,
		...(tier === undefined ? {} : { tier: tier.name }),
	};
}

/** The country whose prices count (docs/interface.md, Prices). */
export function marketOf({ phone, userId }: Pick<Customer, 'phone' | 'userId'>): string {
	return (phone === undefined ? undefined : countryOf(phone)) ?? userId.slice(0, 2);
}

/** Whether a message costs something. */
export const isCharged = ({ type, subtype }: Charge) => type === 'regular' && subtype === undefined;

/** The bill of a month (`2026-10`) of the account's time zone, or of all months. */
export function billOf({ billing, settings }: World, month?: string): Bill {
	const { all } = billing.units;
	const units = month === undefined ? [...all] : all.filter(({ day }) => monthOf(day) === month);
	const lines = billing.units.lines(month);
	return { timeZone: settings.timeZone, units, lines, total: totalOf(lines) };
}
