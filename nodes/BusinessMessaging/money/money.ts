import { DAY } from '../../../base';
import type { Store } from '../../../engine';
import { accountOfNumber } from '../../../engine';
import type { Credential } from '../../shared/credential';
import { text } from '../../shared/read/values';

/** The account that the number of a credential belongs to; empty if it isn't known yet. */
export const accountOf = async (store: Store, { account, channel }: Credential): Promise<string> =>
	account ?? (await accountOfNumber(store, channel)) ?? '';

/** The day before another one: `2026-09-30`. */
export const dayBefore = (day: string): string =>
	new Date(Date.parse(day) - DAY).toISOString().slice(0, day.length);

/** Whether a text is a day that calendars have: `2026-11-31` isn't. */
const isDay = (text: string): boolean =>
	/^\d{4}-\d\d-\d\d$/.test(text) &&
	!Number.isNaN(Date.parse(text)) &&
	new Date(text).toISOString().startsWith(text);

/**
 * A day of the form; a date with a time is cut.
 * @param today `2026-10-01`, what `today` and `yesterday` go by
 * @returns `undefined` if the field is empty
 * @throws Error that names the field
 */
export function readDay(given: unknown, label: string, today: string): string | undefined {
	const said = text(given);
	if (said.toLowerCase() === 'today') return today;
	if (said.toLowerCase() === 'yesterday') return dayBefore(today);
	const day = said.slice(0, today.length);
	if (day === '') return undefined;
	if (!isDay(day)) {
		throw new Error(`${label} isn't a day: ${day}. Enter one such as 2026-10-01, today, or yesterday.`);
	}
	return day;
}
