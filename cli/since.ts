import { DAY, HOUR, MINUTE } from '../base';

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

/**
 * When something is to begin: `30m`, `12h`, or `7d` ago, or a time.
 * @param now epoch ms
 * @returns epoch ms; `undefined` if it can't be read
 */
export function readSince(text: string, now: number): number | undefined {
	const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
	if (count !== undefined) return now - Number(count) * UNITS[unit]!;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : at;
}
