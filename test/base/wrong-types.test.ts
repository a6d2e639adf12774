import type { Kinds } from '../../base';
import {
	FILLED_TEXT,
	FLAG,
	HEADER_NAME,
	OBJECT,
	optional,
	PORT,
	refuseOptions,
	secret,
	sentencesOfTypes,
	TEXTS,
	WEB_URL,
	wrongTypes,
} from '../../base';

const said = (given: unknown, kinds: Kinds) => sentencesOfTypes(wrongTypes(given, kinds));

it('names everything that is wrong at once, with what it has to be and what it is', () => {
	const kinds = { to: FILLED_TEXT, port: PORT, isOn: FLAG, url: optional(WEB_URL) };
	expect(() => refuseOptions('start', { to: ' ', port: 65_536, url: null }, kinds)).toThrow(
		new TypeError(
			"start: to must be a text that isn't empty, not an empty text; port must be a number from 0 (any free port) to 65535, not 65536; isOn must be true or false, but is missing; url must be a URL such as https://gateway.example.com, not null.",
		),
	);
	expect(said({ to: 'a', port: 65_535, isOn: false }, kinds)).toEqual([]);
});

it.each([[undefined], [null], ['text'], [[]]])('options that are %j are none', (given) => {
	expect(said(given, {})).toHaveLength(1);
});

it.each([
	[Promise.resolve(), 'a promise: put await before it'],
	[['', 5], 'another list'],
	[{}, 'an object'],
	[() => undefined, 'a function'],
	['x'.repeat(100), 'another text'],
])('says what a value is if it is no value to show', (given, is) => {
	expect(said({ given }, { given: TEXTS })).toEqual([`given must be a list of texts, not ${is}`]);
});

it('never repeats a secret, nor the user and password of a URL', () => {
	expect(said({ key: 12_345 }, { key: secret(FILLED_TEXT) })[0]).toMatch(/, not a number$/);
	expect(said({ key: 'abc' }, { key: secret(OBJECT) })[0]).toMatch(/, not a text$/);
	expect(said({ url: 'ftp://me:pass@host' }, { url: WEB_URL })[0]).toMatch(/, not "ftp:\/\/…@host"$/);
});

it.each(['x-signature', 'X_Key!'])('%s is the name of a header', (name) => {
	expect(HEADER_NAME.fits(name)).toBe(true);
});

it.each(['bad header', '', 'x:', 'ü', 5])('%j is none', (name) => {
	expect(HEADER_NAME.fits(name)).toBe(false);
});
