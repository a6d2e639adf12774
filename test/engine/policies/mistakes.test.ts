import { definePolicy, lintPolicy, policies } from '../../../engine';

type Rule = Record<string, unknown>;

const single = { fact: 'window', operator: 'equal', value: 'open' };
const rule: Rule = {
	name: 'one',
	conditions: { all: [single] },
	event: { type: 'hold', params: { reason: 'Because.', retryAt: 'windowClosesAt' } },
};
const withRule = (more: Rule) => ({ name: 'mine', version: 1, rules: [{ ...rule, ...more }] });
const withCondition = (condition: unknown) => withRule({ conditions: { all: [condition] } });
const withParams = (params: object) => withRule({ event: { type: 'hold', params } });

const errorsOf = (document: unknown) => lintPolicy(document).filter(({ severity }) => severity === 'error');

const AT = 'rules[0].conditions.all[0]';

it('a policy without a version is the first, as saving counts them', () => {
	const written = { name: 'mine', rules: [rule] };
	expect(definePolicy(written)).toEqual({ ...written, version: 1 });
	const third = { ...written, version: 3 };
	expect(definePolicy(third)).toBe(third);
});

describe('a mistake in a policy is named with its path', () => {
	it.each<[string, unknown, path: string, message: RegExp]>([
		['no document', undefined, '', /./],
		['a text', 'strict', '', /./],
		['no name', { version: 1, rules: [rule] }, 'name', /./],
		['an empty name', { name: '', version: 1, rules: [rule] }, 'name', /./],
		['the version 0', { name: 'mine', version: 0, rules: [rule] }, 'version', /./],
		['a version that is no whole number', { name: 'mine', version: 1.5, rules: [rule] }, 'version', /./],
		['no rules', { name: 'mine', version: 1 }, 'rules', /./],
		[
			'an empty list of rules',
			{ name: 'mine', version: 1, rules: [] },
			'rules',
			/^It is empty. A policy needs at least one rule/,
		],
		['an unknown field', { ...withRule({}), more: 1 }, '', /more/],
		['a rule that is none', { name: 'mine', version: 1, rules: [7] }, 'rules[0]', /./],
		['a rule without a name', withRule({ name: undefined }), 'rules[0].name', /./],
		[
			'an unknown action',
			withRule({ event: { type: 'send', params: { reason: 'x' } } }),
			'rules[0].event.type',
			/freeform/,
		],
		['no reason', withParams({}), 'rules[0].event.params.reason', /./],
		[
			'a reason that names no fact',
			withParams({ reason: 'At {windowCloses}.' }),
			'rules[0].event.params.reason',
			/{windowCloses}/,
		],
		[
			'a retryAt that is no fact',
			withParams({ reason: 'x', retryAt: 'later' }),
			'rules[0].event.params.retryAt',
			/windowClosesAt/,
		],
		[
			'a retryAt that is no time',
			withParams({ reason: 'x', retryAt: 'holder' }),
			'rules[0].event.params.retryAt',
			/isn't in a condition of this rule that ends as time passes\. Choose one of these: Window closes at \(windowClosesAt\)/,
		],
		['no conditions', withRule({ conditions: undefined }), 'rules[0].conditions', /A condition has the form/],
		[
			'conditions that are a list',
			withRule({ conditions: [single] }),
			'rules[0].conditions',
			/A condition has the form/,
		],
		['an empty all', withRule({ conditions: { all: [] } }), 'rules[0].conditions', /can't be empty/],
		[
			'all and any side by side',
			withRule({ conditions: { all: [single], any: [single] } }),
			'rules[0].conditions',
			/Remove any/,
		],
		[
			'another operator of logic',
			withRule({ conditions: { none: [single] } }),
			'rules[0].conditions',
			/A condition has the form/,
		],
		['a field too many', withCondition({ ...single, path: '$.x' }), AT, /Remove path/],
		[
			'a misspelt fact',
			withCondition({ ...single, fact: 'windw' }),
			`${AT}.fact`,
			/"windw" doesn't exist.*window/,
		],
		[
			'a fact of JavaScript’s own',
			withCondition({ ...single, fact: 'constructor' }),
			`${AT}.fact`,
			/doesn't exist/,
		],
		[
			'an unknown operator',
			withCondition({ ...single, operator: 'contains' }),
			`${AT}.operator`,
			/Conversation window \(window\).*"is" \(equal\)/,
		],
		[
			'no operator',
			withCondition({ fact: 'window', value: 'open' }),
			`${AT}.operator`,
			/supports these operators/,
		],
		[
			'an operator of another type',
			withCondition({ ...single, operator: 'lessThan' }),
			`${AT}.operator`,
			/"is" \(equal\)/,
		],
		['a value of another type', withCondition({ ...single, value: 1 }), `${AT}.value`, /string, not 1/],
		['no value', withCondition({ fact: 'window', operator: 'equal' }), `${AT}.value`, /string, not nothing/],
		[
			'a time as a text',
			withCondition({ fact: 'windowClosesAt', operator: 'lessThan', value: '2026-01-01' }),
			`${AT}.value`,
			/number/,
		],
		[
			'a truth as a text',
			withCondition({ fact: 'optedOut', operator: 'equal', value: 'true' }),
			`${AT}.value`,
			/yes or no \(in JSON: true or false\)/,
		],
		['in without a list', withCondition({ ...single, operator: 'in' }), `${AT}.value`, /list/],
		[
			'a list with another type in it',
			withCondition({ ...single, operator: 'in', value: ['open', 1] }),
			`${AT}.value`,
			/string, not 1/,
		],
		[
			'deep inside',
			withCondition({ not: { any: [single, { ...single, fact: 'x' }] } }),
			`${AT}.not.any[1].fact`,
			/"x"/,
		],
	])('%s', (_, document, path, message) => {
		const problems = errorsOf(document);
		expect(problems).toContainEqual(
			expect.objectContaining({ path, message: expect.stringMatching(message) as string }),
		);
		expect(() => definePolicy(document)).toThrow(path || 'the document');
	});

	it('two rules of one name', () => {
		const document = { name: 'mine', version: 1, rules: [rule, rule] };
		expect(errorsOf(document)).toMatchObject([
			{ path: 'rules[1].name', message: expect.stringMatching(/"one"/) as string },
		]);
	});

	it('all at once, mistakes of form beside mistakes of sense', () => {
		const document = {
			version: 0,
			rules: [
				withCondition({ ...single, fact: 'x' }).rules[0],
				7,
				{
					...withParams({ reason: 'x', retryAt: 'y' }).rules[0],
					conditions: { all: [{ ...single, value: 1 }, 'z'] },
				},
			],
		};
		const paths = errorsOf(document).map(({ path }) => path);
		expect(paths.sort()).toEqual([
			'name',
			'rules[0].conditions.all[0].fact',
			'rules[1]',
			'rules[2].conditions.all[0].value',
			'rules[2].conditions.all[1]',
			'rules[2].event.params.retryAt',
			'rules[2].name',
			'version',
		]);
		for (const path of paths) expect(() => definePolicy(document)).toThrow(`- ${path}: `);
	});

	it.each(Object.entries(policies))('%s has none', (_, policy) => {
		expect(lintPolicy(policy)).toEqual([]);
		expect(definePolicy(policy)).toBe(policy);
	});
});

describe('a rule that sends before the one about opt-outs', () => {
	const vips = (condition: object, type = 'template') => ({
		name: 'vips',
		conditions: { all: [{ fact: 'templateState', operator: 'equal', value: 'sendable' }, condition] },
		event: { type, params: { reason: 'VIPs get messages at any time.' } },
	});
	const anyone = { fact: 'window', operator: 'in', value: ['open', 'closed'] };
	const notOptedOut = { fact: 'optedOut', operator: 'equal', value: false };
	const [optedOut, ...rest] = policies.strict.rules;
	const warningsOf = (...rules: unknown[]) =>
		lintPolicy({ name: 'mine', version: 1, rules }).filter(({ message }) => message.includes('opted out'));

	it.each(['template', 'freeform'])('is warned about, if it sends %s', (type) => {
		expect(warningsOf(vips(anyone, type), optedOut, ...rest)).toEqual([
			expect.objectContaining({
				path: 'rules[0]',
				severity: 'warning',
				message:
					'"vips" comes before "opted-out": customers who opted out get this message, too. Move it after "opted-out".',
			}),
		]);
	});

	it.each<[string, unknown[]]>([
		['comes after it', [optedOut, vips(anyone), ...rest]],
		['asks for it itself', [vips(notOptedOut), optedOut, ...rest]],
		['holds', [vips(anyone, 'hold'), optedOut, ...rest]],
		['is turned off', [{ ...vips(anyone), enabled: false }, optedOut, ...rest]],
		['comes before one that is turned off', [vips(anyone), { ...optedOut, enabled: false }, ...rest]],
		['has a lower priority', [vips(anyone), { ...optedOut, priority: 2 }, ...rest]],
	])("isn't, if it %s", (_, rules) => {
		expect(warningsOf(...rules)).toEqual([]);
	});
});

describe('a rule that sends templates before a limit', () => {
	const vips = (type = 'template') => ({
		name: 'vips',
		conditions: { all: [{ fact: 'templateState', operator: 'equal', value: 'sendable' }] },
		event: { type, params: { reason: 'VIPs get messages at any time.' } },
	});
	const cap = (fact: string, more: object = {}) => ({
		name: 'cap',
		conditions: { all: [{ fact, operator: 'greaterThan', value: 100 }] },
		event: { type: 'hold', params: { reason: 'That is enough.' } },
		...more,
	});
	const warningsOf = (...rules: unknown[]) =>
		lintPolicy({ name: 'mine', version: 1, rules: [...rules, ...policies.strict.rules] })
			.map(({ message }) => message)
			.filter((message) => message.includes('"cap"') && message.includes('comes before'));

	it.each([
		'spentToday',
		'spentThisMonth',
		'spentTodayTogether',
		'spentThisMonthTogether',
		'spentByCampaign',
	])('is warned about, if the limit is one of %s', (fact) => {
		expect(warningsOf(vips(), cap(fact))).toEqual([
			'"vips" comes before "cap": it sends templates also after this limit is reached. If the limit should hold for them, too, move it after "cap".',
		]);
	});

	it.each(['messagesSent', 'templatesSent', 'marketingSent'])(
		'is warned about once, if %s are limited, too',
		(fact) => {
			const often = {
				name: 'often',
				conditions: { all: [{ fact, operator: 'reaches', value: '2 per 24 h' }] },
				event: { type: 'hold', params: { reason: 'That is often enough.' } },
			};
			expect(warningsOf(vips(), often, cap('spentToday'))).toEqual([
				'"vips" comes before "often" and "cap": it sends templates also after these limits are reached. If the limits should hold for them, too, move it after "cap".',
			]);
		},
	);

	it("isn't, if no message is limited that it sends", () => {
		const { conditions, ...utility } = vips();
		const of = (value: string) => ({ fact: 'category', operator: 'equal', value });
		const ofUtility = { ...utility, conditions: { all: [...conditions.all, of('UTILITY')] } };
		const ofMarketing = cap('spentToday');
		ofMarketing.conditions.all.push(of('MARKETING') as never);
		expect(warningsOf(ofUtility, ofMarketing)).toEqual([]);
	});

	it.each<[string, unknown[]]>([
		['comes after it', [cap('spentToday'), vips()]],
		['sends freeform messages', [vips('freeform'), cap('spentToday')]],
		['is turned off', [{ ...vips(), enabled: false }, cap('spentToday')]],
		['comes before one that is turned off', [vips(), cap('spentToday', { enabled: false })]],
		['comes before a rule of something else', [vips(), cap('windowClosesIn')]],
	])("isn't, if it %s", (_, rules) => {
		expect(warningsOf(...rules)).toEqual([]);
	});
});

describe('a reason that names the time to ask again', () => {
	const found = (params: object) =>
		lintPolicy({
			name: 'mine',
			version: 1,
			rules: [
				{
					name: 'night',
					conditions: { all: [{ fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' }] },
					event: { type: 'hold', params },
				},
				...policies.strict.rules,
			],
		}).filter(({ message }) => message.includes('{retryAt}'));

	it('is warned about, if the rule has none', () => {
		expect(found({ reason: 'It goes out at {retryAt}.' })).toEqual([
			{
				path: 'rules[0].event.params.reason',
				severity: 'warning',
				message:
					'It names {retryAt}, but Try Again At (retryAt) is empty. Choose a time there, or leave {retryAt} out.',
			},
		]);
	});

	it("isn't, if the rule has one, or the reason names none", () => {
		expect(found({ reason: 'It goes out at {retryAt}.', retryAt: 'localTime' })).toEqual([]);
		expect(found({ reason: 'It is night.' })).toEqual([]);
	});
});
