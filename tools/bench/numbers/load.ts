/** So many phone numbers, and what each may send. */
export interface NumbersLoad {
	numbers: number;
	/** Messages a second, for each number. */
	rate: number;
}

/** What the gateway has seen of one number. */
export interface NumberSeen {
	accepted: number;
	/** Customers who got a message. */
	reached: number;
	/** The first and the last message. Epoch ms */
	first: number;
	last: number;
	/** The most messages within any second. */
	most: number;
}

/** Each number's customers have numbers of their own, from which the gateway tells which number sends. */
const CUSTOMERS = 1_000_000;
const FIRST = 49_100_000_000_000;

export const customerOf = (number: number, index: number): string =>
	String(FIRST + number * CUSTOMERS + index);

export const numberOf = (customer: string): number => Math.floor((Number(customer) - FIRST) / CUSTOMERS);
