import type { Store } from '../../../engine';
import { accountOfNumber, dayNamed, isDay } from '../../../engine';
import type { Credential } from '../../shared/credential';
import { text } from '../../shared/read/values';

/** The account that the number of a credential belongs to; empty if it isn't known yet. */
export const accountOf = async (store: Store, { account, channel }: Credential): Promise<string> =>
	account ?? (await accountOfNumber(store, channel)) ?? '';

/**
 * A day of the form; a date with a time is cut.
 * @param today `2026-10-01`, what `today` and `yesterday` go by
 * @returns `undefined` if the field is empty
 * @throws Error that names the field
 */
export function readDay(given: unknown, label: string, today: string): string | undefined {
	const day = dayNamed(text(given), today).slice(0, today.length);
	if (day === '') return undefined;
	if (!isDay(day)) {
		throw new Error(`${label} isn't a day: ${day}. Enter one such as 2026-10-01, today, or yesterday.`);
	}
	return day;
}
