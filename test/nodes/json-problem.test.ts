import fc from '../support/properties';
import { jsonProblem } from '../../nodes/shared/read/json-problem';
import { readJson } from '../../nodes/shared/read/values';

describe('a text that isn’t JSON', () => {
	it.each([
		['{"a": 1,}', 'line 1, column 8 (at ,}): Remove the comma before }.'],
		['[1, 2, ]', 'line 1, column 6 (at , ]): Remove the comma before ].'],
		['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3 (at "b": 2): A comma or } is missing before this.'],
		['{a: 1}', 'line 1, column 2 (at a: 1}): Put the name of the field in double quotes: "name".'],
		['{"a" 1}', 'line 1, column 6 (at 1}): A colon is missing after the name of the field.'],
		['{"a": \'b\'}', 'line 1, column 7 (at \'b\'}): Put texts in straight double quotes: "text".'],
		[
			'{"a": Ada}',
			'line 1, column 7 (at Ada}): Put texts in double quotes: "text". Only true, false, and null have none.',
		],
		['[1, , 2]', 'line 1, column 5 (at , 2]): A value is missing before the comma.'],
		['[{"a": [1', 'line 1, column 10: The text ends too early. Close it with ] } ].'],
		['{"name": "tea", ', 'line 1, column 17: The text ends too early. Close it with }.'],
		[
			'["a\nb"]',
			'line 1, column 2 (at "a): A text doesn\'t end, or has a line break in it. Close it with ", and write a line break as \\n.',
		],
		[
			'{} {}',
			'line 1, column 4 (at {}): There is more after the end of the JSON. Remove it, or put all of it in [ … ].',
		],
		[
			'[01]',
			'line 1, column 2 (at 01]): A value is missing: a text in double quotes, a number, true, false, null, { … }, or [ … ].',
		],
	])('says where it breaks, and what to do: %j', (text, said) => {
		expect(() => readJson(text, 'Cards (JSON)')).toThrow(new Error(`Cards (JSON) isn't valid JSON: ${said}`));
	});

	it('may be empty, which is said', () => {
		expect(() => readJson(' ', 'Cards (JSON)')).toThrow('Cards (JSON) is empty. Enter JSON.');
	});

	it('is not shown if it has secrets', () => {
		expect(jsonProblem('{"apiKey": abc}', { isSecret: true })).toBe(
			'line 1, column 12: Put texts in double quotes: "text". Only true, false, and null have none.',
		);
	});

	it('is found wherever a JSON breaks, and never where it doesn’t', () => {
		fc.assert(
			fc.property(fc.json(), fc.nat(), (json, at) => {
				expect(readJson(json, 'It')).toEqual(JSON.parse(json));
				const cut = json.slice(0, at % json.length);
				const isJson = (() => {
					try {
						JSON.parse(cut);
						return true;
					} catch {
						return false;
					}
				})();
				if (!isJson && cut.trim() !== '') expect(jsonProblem(cut)).toMatch(/^line 1, column \d+/);
			}),
		);
	});
});
