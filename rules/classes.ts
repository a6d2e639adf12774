import { DAY, MINUTE } from '../base';
import { dateOf, datesAround, isAmong, WEEKDAYS, weekdayOf } from './days';
import { conditionHolds } from './evaluate';
import type { FactDefinition, FactType, FactValues } from './fact-catalogue';
import { clock, isWithin, localDateIn, localDayIn, localTimeIn } from './local-moment';
import type { Level, Possible } from './possible';
import { occurrencesAt } from './possible';
import type { Condition } from './rule';
import { dayAt, isTimeZone, minuteAt, offsetAt, UNKNOWN, writeZones } from './time-zones';
import type { Hours } from './values';
import { DAY_IN_MINUTES, readCap, readHours } from './values';

/** Values of some facts that stand for all values of which the conditions say the same. */
export interface Class {
	facts: FactValues;
	/** Of occurrences. */
	levels?: readonly Level[];
}

/** Facts that are looked at together, and every way in which conditions on them can come out. */
export interface Group {
	facts: readonly string[];
	classes: readonly Class[];
}

/** Just below, at, and just above each number that is compared with, and 0. */
function numbersAround(compared: unknown[], { signed = false }: FactDefinition): number[] {
	const numbers = [0, ...(compared as number[]).flatMap((value) => [value, value - 1, value + 1])];
	return signed ? numbers : numbers.filter((value) => value >= 0);
}

/** The first and the last minute of some hours, and the minutes beside them, after midnight. */
function minutesAround(hours: readonly Hours[]): number[] {
	const edges = hours.flatMap(({ from, to }) => [from, to]);
	const before = (edge: number) => (edge + DAY_IN_MINUTES - 1) % DAY_IN_MINUTES;
	return edges.flatMap((edge) => [before(edge), edge % DAY_IN_MINUTES]);
}

/** The values of a fact that can make a difference to conditions with these values. */
const AROUND: Readonly<
	Record<Exclude<FactType, 'occurrences'>, (compared: unknown[], fact: FactDefinition) => unknown[]>
> = {
	boolean: () => [false, true],
	text: (compared, { values = ['anything else'] }) => [...values, ...compared],
	number: numbersAround,
	time: numbersAround,
	duration: numbersAround,
	// Of values that come out the same, the first one is told: what people meet, rather than what is unknown.
	localTime: (hours) => [...minutesAround(hours.map((value) => readHours(value)!)).map(clock), UNKNOWN],
	weekday: () => [...WEEKDAYS, UNKNOWN],
	date: (lists) => [...datesAround(lists as string[]), UNKNOWN],
};

/** The facts that follow from time zones and a time. */
const LOCAL: ReadonlySet<FactType> = new Set<FactType>(['localTime', 'weekday', 'date']);

/** One class for each way in which the conditions and the claims come out. */
function distinct(
	candidates: Iterable<Class>,
	conditions: readonly Condition[],
	{ implications = [] }: Possible,
	asked: ReadonlySet<string>,
): Class[] {
	const different = new Map<string, Class>();
	for (const candidate of candidates) {
		const claims = implications
			.filter(({ when, then }) => asked.has(when.fact) && asked.has(then.fact))
			.flatMap(({ when, then }) => [when, then])
			.filter(({ fact }) => fact in candidate.facts);
		const answers = [
			...conditions.map((condition) => conditionHolds(condition, candidate.facts)),
			...claims.map((claim) => claim.is(candidate.facts[claim.fact])),
		];
		const key = answers.map(Number).join('');
		if (!different.has(key)) different.set(key, candidate);
	}
	return [...different.values()];
}

/** Every satisfiable combination of caps on one fact. */
function classesOfCaps(fact: string, conditions: readonly Condition[], most: number): Class[] {
	const caps = conditions.map(({ value }) => readCap(value)!);
	const periods = [...new Set(caps.map(({ within }) => within))].sort((a, b) => a - b);
	let combinations: Level[][] = [[]];
	for (const within of periods) {
		const counts = [...new Set(caps.filter((cap) => cap.within === within).map(({ count }) => count))];
		counts.sort((a, b) => a - b);
		const levels = [0, ...counts].map((least, place) => ({
			within,
			least,
			most: (counts[place] ?? Infinity) - 1,
		}));
		combinations = combinations.flatMap((before) => levels.map((level) => [...before, level]));
	}
	return combinations.flatMap((levels): Class[] => {
		const found = occurrencesAt([{ levels, most }]);
		return found ? [{ facts: { [fact]: found[0] }, levels }] : [];
	});
}

/** The weeks in which clocks are as far apart as they ever are, around the changes to and from daylight saving. */
const WEEKS = ['01-12', '03-15', '04-12', '07-12', '10-11', '10-28', '11-08'];
/** Years in which each date falls on each day of the week, and one of them has a leap day. */
const YEARS = { from: 2024, to: 2034 };

/** The days (since 1970-01-01) on which local facts can make a difference. */
function daysToLookAt(conditions: readonly Condition[], { catalogue }: Possible): number[] {
	const dates = conditions.flatMap(({ fact, value }) =>
		catalogue[fact]!.type === 'date' ? (value as string).split(', ') : [],
	);
	const years = Array.from({ length: YEARS.to - YEARS.from }, (_, index) => YEARS.from + index);
	const written = [
		...WEEKS.map((date) => `${YEARS.from + 2}-${date}`),
		...dates.flatMap((date) => (date.length > 5 ? date : years.map((year) => `${year}-${date}`))),
	];
	const days = written.map((date) => Date.parse(date) / DAY).filter((day) => !Number.isNaN(day));
	const asksDays = conditions.some(({ fact }) => ['weekday', 'date'].includes(catalogue[fact]!.type));
	if (!asksDays) return days;
	return [...new Set(days.flatMap((day) => Array.from({ length: 9 }, (_, index) => day - 4 + index)))];
}

/** Moments at which zones show different times and days, as far as conditions can tell: one of each kind. Epoch ms */
function* momentsToTell(
	zones: readonly string[],
	days: readonly number[],
	hours: readonly Hours[],
	lists: readonly string[],
): Generator<number> {
	const edges = new Set([0, DAY_IN_MINUTES - 1, ...minutesAround(hours)]);
	const ofMinutes = Array.from({ length: DAY_IN_MINUTES }, (_, minute) =>
		hours.map((each) => Number(isWithin(minute, each))).join(''),
	);
	const ofDays = new Map<number, string>();
	function ofDay(day: number): string {
		const known = ofDays.get(day);
		if (known !== undefined) return known;
		const [weekday, date] = [weekdayOf(day), dateOf(day)];
		const answers = lists.map((list) => Number(isAmong(weekday, list) || isAmong(date, list))).join('');
		ofDays.set(day, answers);
		return answers;
	}
	const seen = { days: new Set<string>(), moments: new Set<string>() };
	for (const day of days) {
		const offsets = zones.flatMap((zone) => [offsetAt(zone, day * DAY), offsetAt(zone, (day + 1) * DAY)]);
		// Somewhere it's still the day before, or already the next.
		const kind = `${offsets.join()} ${[day - 1, day, day + 1].map(ofDay).join()}`;
		if (seen.days.has(kind)) continue;
		seen.days.add(kind);
		for (const zone of zones) {
			for (const minute of edges) {
				const wall = day * DAY + minute * MINUTE;
				const time = wall - offsetAt(zone, wall - offsetAt(zone, wall));
				const shown = zones.map((each) => ofMinutes[minuteAt(each, time)]! + ofDay(dayAt(each, time)));
				const all = [...new Set(shown)].sort().join();
				if (seen.moments.has(all)) continue;
				seen.moments.add(all);
				yield time;
			}
		}
	}
}

/** Local facts of real time zones, at each minute at which one of them can change. */
function* localClasses(
	facts: readonly string[],
	conditions: readonly Condition[],
	possible: Possible,
): Generator<Class> {
	const ofType = (...types: FactType[]) =>
		facts.filter((fact) => types.includes(possible.catalogue[fact]!.type));
	const valuesOf = (...types: FactType[]) =>
		conditions.filter(({ fact }) => ofType(...types).includes(fact)).flatMap(({ value }) => value as string);
	const named = valuesOf('text')
		.map((text) => text.split(', '))
		.filter((zones) => zones.every(isTimeZone));
	const hours = valuesOf('localTime').map((value) => readHours(value)!);
	const days = daysToLookAt(conditions, possible);
	function factsIn(zones: readonly string[], time: number): Class {
		const values: Record<string, string> = {};
		for (const fact of ofType('text')) values[fact] = writeZones(zones);
		for (const fact of ofType('localTime')) values[fact] = localTimeIn(zones, time);
		for (const fact of ofType('weekday')) values[fact] = localDayIn(zones, time);
		for (const fact of ofType('date')) values[fact] = localDateIn(zones, time);
		return { facts: values };
	}
	for (const zones of [['Etc/UTC'], ...named, ...possible.zones!()]) {
		for (const time of momentsToTell(zones, days, hours, valuesOf('weekday', 'date')))
			yield factsIn(zones, time);
	}
	yield factsIn([], 0);
}

/** Local values of one fact in any number of zones: each is one in which some of the single ones come together. */
function* mixedClasses(
	fact: string,
	single: readonly unknown[],
	conditions: readonly Condition[],
): Generator<Class> {
	const known = single.filter((value) => value !== UNKNOWN) as string[];
	const seen = new Map<string, string>();
	const keyOf = (value: string) =>
		conditions.map((condition) => Number(conditionHolds(condition, { [fact]: value }))).join('');
	for (let queue = known; queue.length > 0;) {
		const next: string[] = [];
		for (const value of queue) {
			if (seen.has(keyOf(value))) continue;
			seen.set(keyOf(value), value);
			yield { facts: { [fact]: value } };
			next.push(...known.map((other) => `${value}, ${other}`));
		}
		queue = next;
	}
	yield { facts: { [fact]: UNKNOWN } };
}

/**
 * The facts that conditions ask, in groups, with every way in which the conditions can come out.
 * @param conditions with their values prepared
 */
export function groupsOf(conditions: readonly Condition[], possible: Possible): Group[] {
	const { catalogue, zones, most = {} } = possible;
	const asked = new Set(conditions.map(({ fact }) => fact));
	const on = (facts: readonly string[]) => conditions.filter(({ fact }) => facts.includes(fact));
	const isLocal = (fact: string) =>
		LOCAL.has(catalogue[fact]!.type) ||
		(fact === 'timeZones' && [...asked].some((one) => LOCAL.has(catalogue[one]!.type)));
	const local = zones ? [...asked].filter(isLocal) : [];
	const single = [...asked].filter((fact) => !local.includes(fact));

	function classesOf(fact: string): Iterable<Class> {
		const definition = catalogue[fact]!;
		const { type, optional } = definition;
		const ofFact = on([fact]);
		if (type === 'occurrences') return classesOfCaps(fact, ofFact, most[fact] ?? Infinity);
		const compared = ofFact.flatMap(({ value }) => value).filter((value) => value !== null);
		const around = [...AROUND[type](compared, definition), ...(optional ? [null] : [])];
		if (LOCAL.has(type)) return mixedClasses(fact, around, ofFact);
		return around.map((value) => ({ facts: { [fact]: value } }));
	}

	const groups = single.map((fact) => ({
		facts: [fact],
		classes: distinct(classesOf(fact), on([fact]), possible, asked),
	}));
	if (local.length === 0) return groups;
	const together = localClasses(local, on(local), possible);
	return [...groups, { facts: local, classes: distinct(together, on(local), possible, asked) }];
}
