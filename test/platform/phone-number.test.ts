import {
	PHONE_COUNTRIES,
	impossibleAddress,
	isPlausibleNumber,
	normalizeAddress,
	readAddress,
} from '../../platform';

describe("a customer's address", () => {
	it.each([
		['a number with a plus sign', '+49 170 1234567', '491701234567'],
		['a leading 00 as a plus sign', '0049 170 1234567', '491701234567'],
		['a number with the zero for calls from inside the country', '+49 (0)170 1234567', '491701234567'],
		['an id of digits', '491701234567', '491701234567'],
		['an old Mexican id, which has one digit more than the number', '5215512345678', '5215512345678'],
		['an account id, which is longer than any number', '106540352242922', '106540352242922'],
		['a user id', 'US.13491208655302741918', 'US.13491208655302741918'],
		["a group's id", 'Y2FwaV9ncm91cDoxMjM', 'Y2FwaV9ncm91cDoxMjM'],
		['nothing', ' ', ''],
	])('is read from %s', (_name, given, address) => {
		expect(readAddress(given)).toBe(address);
		expect(readAddress(given, 'US')).toBe(address);
	});

	it.each([
		['0170 1234567'],
		['0170 123'],
		['12345'],
		['+999 123456'],
		['+1234567890123456789'],
		['0'],
		['00'],
	])('is none in %j, which no country has as a number', (given) => {
		expect(readAddress(given)).toBeUndefined();
	});
});

describe('a default country', () => {
	it('is listed by its English name', () => {
		const names = new Intl.DisplayNames('en', { type: 'region' });
		expect(PHONE_COUNTRIES.map(({ name }) => name)).toEqual(
			PHONE_COUNTRIES.map(({ country }) => names.of(country)),
		);
	});

	it.each([
		['0170 1234567', 'DE', '491701234567'],
		['(415) 555-2671', 'US', '14155552671'],
		['4155552671', 'US', '14155552671'],
		['612 345 678', 'ES', '34612345678'],
		['06 1234 5678', 'IT', '390612345678'],
	])('completes %j in %s', (given, country, address) => {
		expect(readAddress(given, country)).toBe(address);
	});

	it('changes nothing in a number that has its country code, with or without a plus sign', () => {
		expect(readAddress('+43 660 1234567', 'DE')).toBe('436601234567');
		expect(readAddress('49 170 1234567', 'DE')).toBe('491701234567');
		expect(readAddress('436601234567', 'DE')).toBe('436601234567');
	});

	it.each([['12345'], ['0170 123'], ['0000']])("doesn't complete %j, which is no whole number", (given) => {
		expect(readAddress(given, 'DE')).toBeUndefined();
	});
});

it('one number has one spelling, whether it is written with a plus sign, 00, or neither', () => {
	expect(['+49 170 1234567', '0049-170-1234567', '491701234567'].map(normalizeAddress)).toEqual(
		Array(3).fill('491701234567'),
	);
});

it("an expression that came as text isn't an address", () => {
	expect(readAddress('{{ $json.contact }}')).toBeUndefined();
	expect(impossibleAddress('{{ $json.contact }}')).toContain('Set it to Expression');
});

it('the sentence about a number says what is wrong with it, and shows how to write it', () => {
	expect(impossibleAddress('0170 1234567')).toContain('"0170 1234567" has no country code.');
	expect(impossibleAddress('12345')).toContain('"12345" isn\'t a phone number of any country.');
	expect(impossibleAddress('12345')).toContain('for example +49 170 1234567');
});

it.each([
	['491701234567', true],
	['22501020304', true],
	['1234567890123456789', true],
	['123456', false],
	['0170123456', false],
	['9991234567', false],
])('digits like %s are plausible as an address: %s', (digits, isPlausible) => {
	expect(isPlausibleNumber(digits)).toBe(isPlausible);
});
