import { backoffAfter, errorText } from '../../base';

it.each([
	[1, 250],
	[2, 500],
	[6, 8_000],
	[7, 10_000],
	[2_000, 10_000],
])('after %i failures in a row the wait is %i ms', (failures, ms) => {
	expect(backoffAfter({ first: 250, most: 10_000 }, failures)).toBe(ms);
});

it.each([
	[new TypeError('no such thing'), 'no such thing'],
	['a text', 'a text'],
	[undefined, 'undefined'],
])('the text of %p is %p', (error, text) => {
	expect(errorText(error)).toBe(text);
});
