const ISO_TIME = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
	formats.set(timeZone, format);
	return format;
}

/**
 * A sentence whose times, which the libraries write as ISO 8601, are local: `Jan 7, 2026, 4:00 PM (Europe/Berlin)`.
 * @param timeZone the workflow's time zone
 */
export function withLocalTimes(sentence: string, timeZone: string): string {
	return sentence.replace(ISO_TIME, (time) => {
		const local = formatIn(timeZone).format(new Date(time));
		return `${local.replace(/\s+(?=[AP]M$)/, ' ')} (${timeZone})`;
	});
}
