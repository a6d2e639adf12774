import { isObject } from '../../base';

it.each([[{}], [{ a: 1 }], [Object.create(null)]])('%p has fields', (value) => {
	expect(isObject(value)).toBe(true);
});

it.each([[null], [undefined], [[]], ['text'], [7], [() => {}]])('%p has none', (value) => {
	expect(isObject(value)).toBe(false);
});
