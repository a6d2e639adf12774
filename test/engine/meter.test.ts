import { METER_PERIOD, rateOfMeter } from '../../engine';

const [AT, SECOND] = [1_000_000, 1_000];
const meter = (before: number, since: number) => ({ at: AT, before, since });

describe('messages a second, by the meter of a campaign', () => {
	it.each([
		['of the last full period and what came since', meter(30, 10), AT + METER_PERIOD / 2, 40 / 15],
		['of what came since, if nothing was before', meter(0, 10), AT + 5 * SECOND, 2],
		['of a whole second at least, as two at once are no rate', meter(0, 2), AT + 600, 2],
		['of a whole second at the very beginning', meter(0, 1), AT, 1],
		['of what came since, once that is a full period', meter(30, 10), AT + METER_PERIOD, 1],
		['0 after two periods without a message', meter(30, 10), AT + 2 * METER_PERIOD, 0],
	])('are those %s', (_, counted, now, rate) => {
		expect(rateOfMeter(counted, now)).toBeCloseTo(rate, 10);
	});
});
