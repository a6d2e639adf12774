import { tryToParseDateTime } from 'n8n-workflow';

function parsed(value: unknown, timeZone: string): number | undefined {
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return undefined;
	}
}

/**
 * A time of the form or of an item, ISO 8601 most of the time; one without an offset is of the workflow's time zone.
 *
 * @param field what the error calls it
 * @returns epoch ms; undefined where the field is empty
 * @throws Error for what is no time
 */
export function readTime(value: unknown, field: string, timeZone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parsed(value, timeZone);
	if (time === undefined) throw new Error(`${field} is not a time: ${String(value)}`);
	return time;
}
