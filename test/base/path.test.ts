import { asPath, dottedPath, isWithin, stepsOf, writtenPath } from '../../base';

const PATH = ['rules', 2, 'conditions', 'all', 0];

it('a path is written with its places in lists in brackets, and with dots as the gateway does', () => {
	expect(writtenPath(PATH)).toBe('rules[2].conditions.all[0]');
	expect(dottedPath(PATH)).toBe('rules.2.conditions.all.0');
});

it('the path of the whole is empty', () => {
	expect([writtenPath([]), dottedPath([])]).toEqual(['', '']);
});

it('a path is within one that it begins with, itself included, and not within a longer or another one', () => {
	expect([[], ['rules'], ['rules', 2], PATH].map((path) => isWithin(PATH, ...path))).toEqual(
		Array(4).fill(true),
	);
	expect(
		[
			['rules', 1],
			[...PATH, 'fact'],
			['rules', '2'],
		].map((path) => isWithin(PATH, ...path)),
	).toEqual(Array(3).fill(false));
});

it('names of fields that are digits stay names', () => {
	expect(writtenPath(asPath(['facts', '7', 7]))).toBe('facts.7[7]');
});

it('a path that the gateway wrote has its steps again', () => {
	expect(stepsOf('rules.2.conditions.all.0')).toEqual(PATH);
	expect(stepsOf('the request')).toEqual(['the request']);
});
