import { monthOf } from './calendar';

/** The types of the free part of service messages. */
export const FREE_SERVICE = ['free_customer_service', 'free_group_customer_service'] as const;

export type PricingType = 'regular' | 'free_entry_point' | (typeof FREE_SERVICE)[number];

/**
 * What a message is charged as. `subtype: 'paid_exempt'`: it would be charged, but the account belongs to a government
 * or a non-profit (docs/interface.md, Prices).
 */
export interface Charge {
	readonly type: PricingType;
	/** `service`, `utility`, `marketing`, `authentication`, `authentication-international`, `referral_conversion`, `group_…`. */
	readonly category: string;
	readonly subtype?: 'paid_exempt';
}

/**
 * One message on the bill, or in a group one of its recipients. `to` is as in `SentMessage`, `userId` the recipient's.
 * `at` (epoch ms) is when it was delivered, `day` the day of that in the account's time zone. `market` is the country
 * of the phone number, or else of the user ID (ISO 3166 alpha-2). `price` is the list price of the market and the
 * category on that day, and `cost` what is charged: 0 if it is free or exempt, and the price of the `tier` if there are
 * tiers. Both are in whole millionths of `currency`, and null if there is no price. `tier` is written as
 * `25001:100000` or `100001:MAX`: the first and the last message of a month that are in it.
 */
export interface BilledUnit extends Charge {
	readonly messageId: string;
	readonly to: string;
	readonly userId: string;
	readonly at: number;
	readonly day: string;
	readonly market: string;
	readonly currency: string | null;
	readonly price: number | null;
	readonly cost: number | null;
	readonly tier?: string;
}

/** How many `units` were charged alike, and their `cost` together. */
export interface BillLine extends Omit<BilledUnit, 'messageId' | 'to' | 'userId' | 'at' | 'day'> {
	readonly units: number;
}

/** What was charged alike on a day. */
export interface DayLine extends BillLine {
	readonly day: string;
}

/** The units of the bill so far. */
export class BilledUnits {
	readonly all: BilledUnit[] = [];
	/** By day. */
	readonly #lines = new Map<string, Map<string, BillLine>>();
	readonly #ofType = new Map<string, number>();

	/** Puts a unit on the bill. */
	add(unit: BilledUnit): void {
		this.all.push(unit);
		const lines = this.#lines.get(unit.day) ?? new Map<string, BillLine>();
		this.#lines.set(unit.day, lines);
		addTo(lines, lineOf(unit));
		const name = `${monthOf(unit.day)} ${unit.type}`;
		this.#ofType.set(name, (this.#ofType.get(name) ?? 0) + 1);
	}

	/** How many units of a month (`2026-10`) have one of these types. */
	count(month: string, types: readonly PricingType[]): number {
		return types.reduce((sum, type) => sum + (this.#ofType.get(`${month} ${type}`) ?? 0), 0);
	}

	/** The lines of a month, or of all months. */
	lines(month?: string): BillLine[] {
		const all = new Map<string, BillLine>();
		for (const { day, ...line } of this.days(month)) addTo(all, line);
		return [...all.values()];
	}

	/** The lines of each day of a month, or of all months. */
	days(month?: string): DayLine[] {
		const days = [...this.#lines].filter(([day]) => month === undefined || monthOf(day) === month);
		return days.flatMap(([day, lines]) => [...lines.values()].map((line) => ({ day, ...line })));
	}

	/** Forgets all units. */
	clear(): void {
		this.all.length = 0;
		this.#lines.clear();
		this.#ofType.clear();
	}
}

function lineOf({ market, category, type, subtype, currency, price, cost, tier }: BilledUnit): BillLine {
	const charge = { category, type, ...(subtype === undefined ? {} : { subtype }) };
	return { market, ...charge, currency, price, cost, ...(tier === undefined ? {} : { tier }), units: 1 };
}

function addTo(lines: Map<string, BillLine>, line: BillLine): void {
	const { cost, units, ...alike } = line;
	const key = JSON.stringify(alike);
	const known = lines.get(key);
	lines.set(key, {
		...alike,
		cost: cost === null ? null : (known?.cost ?? 0) + cost,
		units: (known?.units ?? 0) + units,
	});
}
