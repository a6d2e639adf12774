import { DAY, MINUTE } from '../base';
import { localDateIn, localDayIn } from './local-day';
import { localTimeIn } from './local-time';

/** Every local time and day of the week comes again within a week, unless clocks are changed. ms */
const LOOKED_THROUGH = 8 * DAY;
/** A date begins so long before it does in UTC, at most. ms */
const EARLIEST_ZONE = 14 * 3_600_000;

/** Local facts that somebody made up. */
interface LocalFacts {
	localTime?: string;
	localDay?: string;
	localDate?: string;
}

/**
 * The first minute at which all of some local facts hold in some zones.
 * @param from where to begin; a date says that better. Epoch ms
 * @returns epoch ms; `undefined` without zones or local facts, and if there is no such minute
 */
export function localMoment(
	{ localTime, localDay, localDate }: LocalFacts,
	zones: readonly string[],
	from: number,
): number | undefined {
	const isAny = localTime === undefined && localDay === undefined && localDate === undefined;
	if (isAny || zones.length === 0) return undefined;
	const date = localDate === undefined ? NaN : Date.parse(localDate);
	const first = Number.isNaN(date) ? from : date - EARLIEST_ZONE;
	for (let time = first; time < first + LOOKED_THROUGH; time += MINUTE) {
		const holds =
			(localTime === undefined || localTimeIn(zones, time) === localTime) &&
			(localDay === undefined || localDayIn(zones, time) === localDay) &&
			(localDate === undefined || localDateIn(zones, time) === localDate);
		if (holds) return time;
	}
	return undefined;
}
