/** A whole number of millionths of a currency's unit: 11800 is USD 0.0118. Never a fraction, so that sums are exact. */
export type Millionths = number;

const PER_UNIT = 1_000_000;
const DECIMALS = 6;

/** `1,234.50`, `1.234,50`, and `0,0118` with one separator for thousands and one for decimals. */
function withPoint(text: string): string | undefined {
	const separators = text.replace(/[^.,]/g, '');
	if (separators === '') return text;
	const last = separators.at(-1)!;
	const [whole, decimals] = [text.slice(0, text.lastIndexOf(last)), text.slice(text.lastIndexOf(last) + 1)];
	if (separators.length === 1) {
		// 1,234 is a thousand to some, and a bit more than one to others.
		const isAmbiguous = last === ',' && decimals.length === 3 && !/^-?0*$/.test(whole);
		return isAmbiguous ? undefined : `${whole}.${decimals}`;
	}
	const thousands = last === ',' ? '.' : ',';
	const grouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{3})+$`);
	return grouped.test(whole) ? `${whole.replaceAll(thousands, '')}.${decimals}` : undefined;
}

/**
 * Reads an amount of money: a number, or a text such as `0.0118`, `0,0118`, `USD 0.0118`, or `$0.0118`.
 * @returns `undefined` if it isn't an amount, has more than six decimals, or is too big for whole millionths (from 9,007,199,255 on)
 */
export function readAmount(given: unknown): Millionths | undefined {
	const text = typeof given === 'number' ? asDecimal(given) : typeof given === 'string' ? given : '';
	const bare = text
		.trim()
		.replace(/^(?:[A-Z]{3}|\p{Sc}|[A-Z]{1,2}\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu, '')
		.replace(/[\s\u00a0']/g, '');
	const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(withPoint(bare) ?? 'none') ?? [];
	const kept = decimals.replace(/0+$/, '');
	if (sign === undefined || whole + decimals === '') return undefined;
	if (kept.length > DECIMALS) return undefined;
	const millionths = Number(whole) * PER_UNIT + Number(kept.padEnd(DECIMALS, '0'));
	if (!Number.isSafeInteger(millionths)) return undefined;
	return sign === '-' && millionths > 0 ? -millionths : millionths;
}

/** A number as people write it, without an exponent. A spreadsheet's 0.1 + 0.2 is 0.3. */
function asDecimal(given: number): string {
	if (!Number.isFinite(given)) return '';
	const rounded = given.toFixed(DECIMALS + 3);
	return Math.abs(Number(given.toFixed(DECIMALS)) - given) < 1e-9 ? given.toFixed(DECIMALS) : rounded;
}

const FEWEST_DECIMALS = 2;

/** An amount as a decimal text: `0.0118`, `18.20`. @param atLeast so many decimals, two if left out */
export function writeAmount(amount: Millionths, atLeast = FEWEST_DECIMALS): string {
	const digits = String(Math.abs(amount)).padStart(DECIMALS + 1, '0');
	const decimals = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(atLeast, '0');
	return `${amount < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}.${decimals}`;
}

/** How many decimals the amounts of a column need, so that all have the same. */
export const decimalsOf = (amounts: readonly Millionths[]): number =>
	Math.max(FEWEST_DECIMALS, ...amounts.map((amount) => writeAmount(amount).split('.')[1]!.length));

/** Amounts of one text, all with as many decimals as the longest of them needs: `EUR 0.5000`, `EUR 0.1131`. */
export function inCurrency<Amounts extends readonly Millionths[]>(
	currency: string,
	amounts: Amounts,
): { [Index in keyof Amounts]: string } {
	const decimals = decimalsOf(amounts);
	return amounts.map((amount) => `${currency} ${writeAmount(amount, decimals)}`) as never;
}

/** An amount that is given as a number of the currency's units. */
export const inMillionths = (units: number): Millionths => Math.round(units * PER_UNIT);

/** An amount as a number of the currency's units, for an item's field. */
export const asUnits = (amount: Millionths): number => Number(writeAmount(amount));
