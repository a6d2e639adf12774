import { asTimeAsOf, asTimeOrDay, HOUR, showTimesIn } from '../../../page/times';

/** Half past midnight in Tokyo, where it is still the day before in UTC. */
const NOW = Date.UTC(2026, 10, 25, 15, 30);

beforeEach(() => showTimesIn('Asia/Tokyo'));

test('a time of the same day has no date', () => {
	expect(asTimeAsOf(NOW - HOUR / 4, NOW)).toMatch(/^\d\d:\d\d/);
	expect(asTimeOrDay(NOW - HOUR / 4, NOW)).toBe(asTimeAsOf(NOW - HOUR / 4, NOW));
});

test('a time on the other side of midnight has its date, in the zone of the page', () => {
	expect(asTimeAsOf(NOW - HOUR, NOW)).toMatch(/\b25\b.*\d\d:\d\d/);
	expect(asTimeOrDay(NOW - HOUR, NOW)).toMatch(/\b25\b/);
	expect(asTimeOrDay(NOW - HOUR, NOW)).not.toMatch(/:/);
});
