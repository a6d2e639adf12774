import { tryToParseDateTime } from 'n8n-workflow';

function parse(value: unknown, timeZone: string): number | undefined {
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return undefined;
	}
}

/**
 * A time of the form or of an item, usually ISO 8601; one without an offset is in the workflow's time zone.
 *
 * @param field what the error calls it
 * @returns epoch ms; undefined if the field is empty
 * @throws Error for what isn't a time
 */
export function readTime(value: unknown, field: string, timeZone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parse(value, timeZone);
	if (time === undefined) throw new Error(`${field} isn't a valid time: ${String(value)}`);
	return time;
}
