const DECIMALS = 6;
const MILLION = 10 ** DECIMALS;

/** An amount that a person wrote with a decimal point, or why it isn't one. */
export function millionthsIn(text: string): number | string {
	const [, whole = '', decimals = ''] = /^(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole + decimals === '') return `"${text}" isn't an amount such as 0.1131.`;
	const exact = decimals.replace(/0+$/, '');
	if (exact.length > DECIMALS) return `${text} has more than ${DECIMALS} decimals.`;
	const millionths = Number(whole) * MILLION + Number(exact.padEnd(DECIMALS, '0'));
	return Number.isSafeInteger(millionths) ? millionths : `${text} is too large.`;
}

/** Whole millionths as an exact decimal number, such as `0.1131`. */
export function amountText(millionths: number): string {
	const decimals = String(millionths % MILLION)
		.padStart(DECIMALS, '0')
		.replace(/0+$/, '');
	const whole = String(Math.floor(millionths / MILLION));
	return decimals === '' ? whole : `${whole}.${decimals}`;
}
