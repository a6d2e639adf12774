import { DAY, HOUR, MINUTE, SECOND } from '../base';
import { readDates, readWeekdays } from './days';
import type { Wording } from './wording';

/** What a condition compares with. */
export type ValueType =
	'boolean' | 'text' | 'number' | 'time' | 'duration' | 'hours' | 'weekday' | 'date' | 'cap';

/** Hours of a day, in minutes after midnight, without `to` itself. They cross midnight if `to` comes first. */
export interface Hours {
	from: number;
	to: number;
}

/** A number of times within a period (ms). */
export interface Cap {
	count: number;
	within: number;
}

/** The units of durations, and how people write them. */
const UNITS: ReadonlyArray<[written: RegExp, duration: number]> = [
	[/^ms$/, 1],
	[/^(?:s|sec|seconds?)$/, SECOND],
	[/^(?:min|minutes?)$/, MINUTE],
	[/^(?:h|hours?)$/, HOUR],
	[/^(?:d|days?)$/, DAY],
	[/^(?:w|weeks?)$/, 7 * DAY],
];

const unitOf = (written: string) => UNITS.find(([unit]) => unit.test(written.toLowerCase()))?.[1];

const DURATION = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const HOURS = /^(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?$/;
/** `2 per 24 h`, and as people say it: `2 a week`, `twice a day`, `3 times in 7 days`. */
const CAP = /^(?:(once|twice)|(\d+)(?:\s+times)?)\s+(?:per|a|an|every|each|in|within)\s+(.+)$/i;
const WORDS: Readonly<Record<string, number>> = { once: 1, twice: 2 };

export const DAY_IN_MINUTES = 24 * 60;
const MOST_TIMES = 1_000_000;

/** A duration as people write it, `90 s`, `5 min`, `24 hours`, `1 week`, or as a number of ms; in ms. */
export function readDuration(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
	const [, count, written] = DURATION.exec(String(value).trim()) ?? [];
	const unit = written === undefined ? undefined : unitOf(written);
	return unit === undefined ? undefined : Number(count) * unit;
}

/** A time as ISO 8601 with its zone, or as a number of epoch ms; in epoch ms. */
function readTime(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string' || !TIME.test(value.trim())) return undefined;
	const time = Date.parse(value.trim());
	return Number.isNaN(time) ? undefined : time;
}

/** Hours as a clock shows them: `21:00-08:00`, however they are written, such as `21-8`. */
export function hoursOnTheClock(value: unknown): string {
	const written = String(value).trim();
	const [, from, fromMinutes = '00', to, toMinutes = '00'] = HOURS.exec(written) ?? [];
	if (from === undefined || to === undefined) return written;
	return `${from.padStart(2, '0')}:${fromMinutes}-${to.padStart(2, '0')}:${toMinutes}`;
}

function minuteOfDay(hours: string, minutes: string): number | undefined {
	const minute = Number(hours) * 60 + Number(minutes);
	return Number(minutes) < 60 && minute <= DAY_IN_MINUTES ? minute : undefined;
}

/** Hours of a day, `21:00-08:00` or `21-8`. */
export function readHours(value: unknown): Hours | undefined {
	if (typeof value !== 'string') return undefined;
	const parts = HOURS.exec(value.trim());
	if (!parts) return undefined;
	const from = minuteOfDay(parts[1]!, parts[2] ?? '00');
	const to = minuteOfDay(parts[3]!, parts[4] ?? '00');
	if (from === undefined || to === undefined) return undefined;
	return (to - from) % DAY_IN_MINUTES === 0 || from === DAY_IN_MINUTES ? undefined : { from, to };
}

/** A number of times within a period: `2 per 24 h`, `2 a week`, `twice a day`. */
export function readCap(value: unknown): Cap | undefined {
	if (typeof value !== 'string') return undefined;
	const [, word = '', digits = '', period = ''] = CAP.exec(value.trim()) ?? [];
	const count = WORDS[word.toLowerCase()] ?? Number(digits);
	const within = unitOf(period.trim()) ?? readDuration(period);
	if (within === undefined || within === 0 || count < 1 || count > MOST_TIMES) return undefined;
	return { count, within };
}

const isOf = (type: string) => (value: unknown) => (typeof value === type ? value : undefined);

/** Every type of value: how it is read (`undefined` if it isn't one), and how a sentence names it. */
const VALUES: Readonly<Record<ValueType, { read: (value: unknown) => unknown; inWords: string | Wording }>> =
	{
		boolean: {
			read: isOf('boolean'),
			inWords: { document: 'yes or no (in JSON: true or false)', form: 'yes or no' },
		},
		text: { read: isOf('string'), inWords: 'a string' },
		number: { read: (value) => (Number.isFinite(value) ? value : undefined), inWords: 'a number' },
		time: {
			read: readTime,
			inWords: 'a time with its zone ("2026-12-24T18:00:00+01:00") or a number of epoch ms',
		},
		duration: {
			read: readDuration,
			inWords: 'a duration ("90 s", "5 min", "24 h", "7 d") or a number of ms',
		},
		hours: { read: readHours, inWords: 'hours of the day ("21:00-08:00")' },
		weekday: { read: readWeekdays, inWords: 'one or more days of the week in English ("Saturday, Sunday")' },
		date: { read: readDates, inWords: 'dates ("2026-12-24"), or days of every year ("12-25, 12-26")' },
		cap: { read: readCap, inWords: 'a count and a period ("2 per 24 h", "twice a week")' },
	};

/** A value as a rule compares it, with times and durations as numbers; `undefined` if it isn't of the type. */
export function readValue(type: ValueType, value: unknown): unknown {
	return VALUES[type].read(value);
}

/** What a value of this type looks like, for a sentence. */
export function valueInWords(type: ValueType): string | Wording {
	return VALUES[type].inWords;
}
