/** A time as items carry it: ISO 8601; null if there is none. */
export const isoTime = (time: number | undefined): string | null =>
	time === undefined ? null : new Date(time).toISOString();
