import {
	PHONE_COUNTRIES,
	impossibleAddress,
	impossibleGroupId,
	isGroupId,
	isPlausibleNumber,
	normalizeAddress,
	readAddress,
	readAddressOrText,
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
		['a parent user id', 'US.ENT.11815799212886844830', 'US.ENT.11815799212886844830'],
		['an account id of as many digits as there can be', '12345678901234567890', '12345678901234567890'],
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
		['123456789012345678901'],
	])('is none in %j, which no country has as a number', (given) => {
		expect(readAddress(given)).toBeUndefined();
	});

	it.each([
		['a name', 'abc'],
		['an email address', 'ada@example.com'],
		['two numbers with a comma', '491701234567, 491707654321'],
		['two numbers with a space', '491701234567 491707654321'],
		['a user id in small letters', 'us.13491208655302741918'],
		["a group's id", 'Y2FwaV9ncm91cDoxMjM'],
		['signs without a digit', '+-'],
	])('is none in %s', (_name, given) => {
		expect(readAddress(given)).toBeUndefined();
		expect(readAddress(given, 'DE')).toBeUndefined();
	});
});

describe('an address for nodes that take any text', () => {
	it.each([
		['abc', 'abc'],
		['ada@example.com', 'ada@example.com'],
		['491701234567,491707654321', '491701234567,491707654321'],
		['123456789012345678901', '123456789012345678901'],
		['+49 170 1234567', '491701234567'],
		['', ''],
	])('is read from %j', (given, address) => {
		expect(readAddressOrText(given)).toBe(address);
	});

	it.each(['0170 1234567', '12345', '{{ $json.contact }}'])('is none in %j', (given) => {
		expect(readAddressOrText(given)).toBeUndefined();
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
	for (const short of ['+44 77', '0044 77']) {
		expect(impossibleAddress(short)).toBe(
			`"${short}" is too short for a phone number. Check that all of its digits are there.`,
		);
	}
	expect(impossibleAddress('+44 7700 900105 12345')).toMatch(/ is too long for a phone number\. Check/);
	expect(impossibleAddress('+44 7700 9008')).toBe(
		'"+44 7700 9008" is too short or too long for a phone number of its country. Check its digits.',
	);
	expect(impossibleAddress('+999 1234567')).toContain("isn't a phone number of any country.");
});

describe('the sentence about something else', () => {
	it.each([
		['abc', '"abc" isn\'t a phone number, an account ID, or a user ID. Check that the field has'],
		['abc', "Check that the field has the customer's number"],
		['ada@example.com', '"ada@example.com" is an email address. Enter a phone number'],
		['us.1349', '"us.1349" isn\'t a user ID. A user ID has two capital letters'],
		['491701234567, 491707654321', 'has 2 recipients, but each item can have only one.'],
		['491701234567\n491707654321\n491701111111', 'has 3 recipients'],
		['491701234567;ada', 'has 2 recipients'],
		['+491701234567+491707654321', 'has 2 recipients'],
		['491701234567 491707654321', 'has 2 recipients'],
		['Ada and Bob', 'has 2 recipients'],
		['491701234567,', '"491701234567," isn\'t a phone number, an account ID, or a user ID'],
		['491701234567491707654321', 'has 24 digits, but an account ID has at most 20'],
	])('about %j says what is wrong', (given, sentence) => {
		expect(impossibleAddress(given)).toContain(sentence);
	});
});

describe('the id of a group is one word', () => {
	it.each([
		['Y2FwaV9ncm91cDoxMjM=', true],
		['group-1', true],
		['120363041234567890@g.us', true],
		['x'.repeat(500), true],
		['x'.repeat(501), false],
		['', false],
		['group 1', false],
		['group-1,group-2', false],
		['{{$json.group}}', false],
	])('%j: %s', (text, isOne) => {
		expect(isGroupId(text)).toBe(isOne);
	});

	it.each([
		['group-1,group-2', 'has 2 recipients'],
		['Book club', '"Book club" isn\'t the ID of a group.'],
		['{{ $json.group }}', 'Set it to Expression'],
	])('the sentence about %j says what is wrong', (text, sentence) => {
		expect(impossibleGroupId(text)).toContain(sentence);
	});
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
