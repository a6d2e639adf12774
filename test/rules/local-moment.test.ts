import { localMoment } from '../../rules';

const BERLIN = ['Europe/Berlin'];
/** A Wednesday in Berlin, at 13:00. */
const FROM = Date.UTC(2026, 0, 7, 12);

describe('the next moment of made-up local facts', () => {
	it.each([
		['a local time is today', { localTime: '23:00' }, '2026-01-07T22:00:00.000Z'],
		['a local time that has passed is tomorrow', { localTime: '12:59' }, '2026-01-08T11:59:00.000Z'],
		['a day of the week is its first minute', { localDay: 'Sunday' }, '2026-01-10T23:00:00.000Z'],
		['a day and a time', { localDay: 'Tuesday', localTime: '23:00' }, '2026-01-13T22:00:00.000Z'],
		['today goes on', { localDay: 'Wednesday' }, '2026-01-07T12:00:00.000Z'],
		['a date in summer', { localDate: '2026-07-01', localTime: '08:00' }, '2026-07-01T06:00:00.000Z'],
		['a date that has passed', { localDate: '2025-12-24' }, '2025-12-23T23:00:00.000Z'],
	])('%s', (_, facts, moment) => {
		expect(new Date(localMoment(facts, BERLIN, FROM)!).toISOString()).toBe(moment);
	});

	it('is the one at which all zones show what is asked', () => {
		const zones = ['America/New_York', 'America/Chicago'];
		expect(localMoment({ localTime: '08:00, 09:00' }, zones, FROM)).toBe(Date.UTC(2026, 0, 7, 14));
	});

	it.each([
		['without zones', { localTime: '23:00' }, []],
		['without local facts', {}, BERLIN],
		['for a date that is another day of the week', { localDate: '2026-01-07', localDay: 'Sunday' }, BERLIN],
	])('is not known %s', (_, facts, zones) => {
		expect(localMoment(facts, zones, FROM)).toBeUndefined();
	});
});
