const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const two = (value: number) => String(value).padStart(2, '0');

/** A span as `23:59:07`. */
export function asCountdown(ms: number): string {
	const left = Math.max(0, ms);
	const hours = Math.floor(left / HOUR);
	return [hours, Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)].map(two).join(':');
}

/** A time of day, such as `14:05`. */
export function asTime(at: number): string {
	return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** A time of day with seconds. */
export function asExactTime(at: number): string {
	return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** A day and a time, such as `Sat, Nov 22, 14:05`. */
export function asDayAndTime(at: number): string {
	const day = new Date(at).toLocaleDateString([], { weekday: 'short', month: 'short', day: 'numeric' });
	return `${day}, ${asTime(at)}`;
}

/** A day, such as `Saturday, November 22`. */
export function asDay(at: number): string {
	return new Date(at).toLocaleDateString([], { weekday: 'long', month: 'long', day: 'numeric' });
}
