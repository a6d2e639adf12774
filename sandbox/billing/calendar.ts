const formats = new Map<string, Intl.DateTimeFormat>();

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** The day in a time zone, such as `2026-10-31`. `at` is epoch ms. */
export function dayIn(timeZone: string, at: number): string {
	let format = formats.get(timeZone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone });
		formats.set(timeZone, format);
	}
	const [month, day, year] = format.format(at).split('/');
	return `${year}-${month}-${day}`;
}

/** The month of a day: `2026-10`. */
export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length);

/** Whether Intl knows the time zone. */
export function isTimeZone(name: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
	} catch {
		return false;
	}
}
