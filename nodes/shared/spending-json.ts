import type { IDataObject } from 'n8n-workflow';
import type { CostRange, MessageCost, Millionths, Spending } from '../../engine';
import { asUnits, inMillionths, spendingSentence } from '../../engine';

/** Amounts as items carry them: in units of their currency. */
export const inUnits = (amounts: Readonly<Record<string, Millionths | undefined>>): IDataObject =>
	Object.fromEntries(
		Object.entries(amounts).map(([name, amount]) => [name, amount === undefined ? null : asUnits(amount)]),
	);

/** What a message costs, as an item carries it. An amount that nobody knows is `null`, never 0. */
export const costJson = ({ amount, currency, estimated }: MessageCost): IDataObject => ({
	...inUnits({ amount }),
	currency,
	estimated,
});

/** What messages would cost, as an item carries it. */
export const costRangeJson = ({ currency, least, most, known, unknown }: CostRange): IDataObject => ({
	currency,
	...inUnits({ least, most }),
	known,
	unknown,
});

/**
 * A sum as an item carries it: amounts in units of the currency. Without prices, no amount is known.
 * @param more what comes after what it is the sum of
 */
export const spendingJson = (sum: Spending, more: IDataObject = {}): IDataObject => ({
	...sum.by,
	...more,
	...(sum.currency === undefined
		? { spent: null, pending: null, estimated: null }
		: inUnits({ spent: sum.spent, pending: sum.pending, estimated: sum.estimated })),
	currency: sum.currency ?? null,
	messages: { ...sum.messages },
	checked: sum.checked,
	free: { ...sum.free },
	unknown: { ...sum.unknown },
	withoutPrice: { ...sum.withoutPrice },
	account: sum.account,
	sentence: spendingSentence(sum),
});

/** What the message of an item costs, if it's told. */
export function costOf({ cost }: IDataObject): MessageCost[] {
	if (!cost) return [];
	const { amount, currency, estimated } = cost as { amount: number | null } & Omit<MessageCost, 'amount'>;
	return [{ ...(amount !== null && { amount: amountOf(amount) }), currency, estimated }];
}

/** What an item has of an amount; 0 of one that nobody knows. */
const amountOf = (units: unknown): Millionths => (typeof units === 'number' ? inMillionths(units) : 0);

/** The sum that an item carries. */
export const spendingOf = (json: IDataObject): Spending => ({
	...(json as unknown as Spending),
	by: {},
	...(json.currency === null && { currency: undefined }),
	spent: amountOf(json.spent),
	pending: amountOf(json.pending),
	estimated: amountOf(json.estimated),
});
