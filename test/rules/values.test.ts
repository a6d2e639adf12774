import { readCap } from '../../rules';
import { readDuration, readHours } from '../../rules/values';
import { DAY, HOUR, MINUTE } from '../../base';

describe('a number of times within a period is read as people say it', () => {
	const week = 7 * DAY;
	it.each([
		['2 per 24 h', 2, DAY],
		['2 per 24 hours', 2, DAY],
		['2 a week', 2, week],
		['2 per week', 2, week],
		['2 per 2 weeks', 2, 2 * week],
		['twice a day', 2, DAY],
		['Once an hour', 1, HOUR],
		['3 times in 7 days', 3, week],
		['1 every 30 min', 1, 30 * MINUTE],
		['1 within 1 d', 1, DAY],
	])('%s', (written, count, within) => {
		expect(readCap(written)).toEqual({ count, within });
	});

	it.each([
		'2',
		'2 per',
		'2 per month',
		'0 per day',
		'thrice a day',
		'a day',
		'2 per 0 h',
		'twice 3 a day',
		2,
	])('but not %s', (written) => {
		expect(readCap(written)).toBeUndefined();
	});
});

describe('hours of a day are read with and without minutes', () => {
	it.each([
		['21:00-08:00', 21 * 60, 8 * 60],
		['21–08', 21 * 60, 8 * 60],
		['9-17:30', 9 * 60, 17.5 * 60],
	])('%s', (written, from, to) => {
		expect(readHours(written)).toEqual({ from, to });
	});

	it.each(['21', '21-', '25-8', '8-8', '21:0-08:00', '24-8'])('but not %s', (written) => {
		expect(readHours(written)).toBeUndefined();
	});
});

it('a duration is read with its unit as a letter or a word', () => {
	expect(['90 s', '5 minutes', '24 Hours', '1 week'].map(readDuration)).toEqual([
		90_000,
		5 * MINUTE,
		DAY,
		7 * DAY,
	]);
	expect(['90', '5 m', '1 month'].map(readDuration)).toEqual([undefined, undefined, undefined]);
});
