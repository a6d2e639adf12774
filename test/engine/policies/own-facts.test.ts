import type { OwnFact, PolicyDocument } from '../../../engine';
import {
	catalogueOf,
	checkPolicy,
	comparePolicies,
	createEngine,
	definePolicy,
	lintPolicy,
	policies,
	provePolicy,
	readStatement,
	tryPolicy,
} from '../../../engine';
import { compilePolicy } from '../../../engine/policies/compile-policy';
import { NOTHING_KNOWN } from '../../../engine/policies/facts';
import { anyConditions } from '../../rules/support/arbitrary-rules';
import fc from '../../support/properties';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { vipPolicy } from '../../support/vip-policy';
import { CHANNEL } from '../../support/wire';

/** A template at night, outside of the conversation window. */
const NIGHT = {
	hasTemplate: true,
	templateState: 'sendable',
	category: 'MARKETING',
	timeZones: 'Europe/Berlin',
	localTime: '23:00',
};

const MISSING_VIP =
	"The rule quiet-hours asks for VIP (vip), which this message doesn't say. Add it to the facts of the message, or choose in the policy what it is if it's missing.";

describe('a rule asks for a fact of one’s own like for any other', () => {
	const policy = definePolicy(vipPolicy());

	it('a VIP gets the template at night, everybody else in the morning', async () => {
		expect(await tryPolicy(policy, { ...NIGHT, vip: true })).toMatchObject({ action: 'template' });
		expect(await tryPolicy(policy, { ...NIGHT, vip: false })).toMatchObject({
			action: 'hold',
			rule: 'quiet-hours',
		});
	});

	it('and the trace says what it was', async () => {
		const { trace } = await tryPolicy(policy, { ...NIGHT, vip: true });
		expect(trace!.find(({ rule }) => rule === 'quiet-hours')).toEqual({
			rule: 'quiet-hours',
			fact: 'vip',
			operator: 'equal',
			expected: false,
			actual: true,
		});
		expect(trace!.map(({ rule }) => rule)).toEqual(
			policy.rules
				.filter(({ enabled }) => enabled !== false)
				.flatMap(({ name }) => (name === 'template' ? [] : name)),
		);
	});

	it('and a reason can name it', async () => {
		const [night, ...others] = [...policy.rules].reverse();
		const named = {
			...policy,
			rules: [
				...others.reverse(),
				{ ...night!, event: { type: 'hold' as const, params: { reason: 'VIP: {vip}.' } } },
			],
		};
		expect(await tryPolicy(definePolicy(named), { ...NIGHT, vip: true })).toMatchObject({
			reason: 'VIP: true.',
		});
	});
});

describe('a message that does not say it', () => {
	it('is held if its decision depends on it, and told which fact is missing', async () => {
		const held = await tryPolicy(vipPolicy(), NIGHT);
		expect(held).toMatchObject({ action: 'hold', rule: 'fact-missing', reason: MISSING_VIP });
		expect(held.trace!.map(({ rule }) => rule)).not.toContain('fact-missing');
	});

	it('is decided if nothing depends on it', async () => {
		expect(await tryPolicy(vipPolicy(), { ...NIGHT, localTime: '12:00' })).toMatchObject({
			action: 'template',
		});
	});

	it('has what the policy says it is then', async () => {
		expect(await tryPolicy(vipPolicy({ missing: false }), NIGHT)).toMatchObject({ rule: 'quiet-hours' });
		expect(await tryPolicy(vipPolicy({ missing: true }), NIGHT)).toMatchObject({ action: 'template' });
	});

	it.each<[string, PolicyDocument['rules'][number]['conditions']]>([
		['not', { not: { fact: 'vip', operator: 'equal', value: true } }],
		['is not', { fact: 'vip', operator: 'notEqual', value: true }],
	])('is never let through by "%s"', async (_, conditions) => {
		const [last] = policies.strict.rules.slice(-1);
		const rule = { ...last!, name: 'plain', conditions };
		const policy = definePolicy({ ...vipPolicy(), rules: [rule, last!] });
		expect(await tryPolicy(policy, { ...NIGHT, vip: false })).toMatchObject({ rule: 'plain' });
		expect(await tryPolicy(policy, NIGHT)).toMatchObject({ rule: 'fact-missing' });
	});
});

it('what is decided about a message without some facts is decided whatever they are', async () => {
	const facts = {
		vip: { type: 'boolean' as const },
		tier: { type: 'text' as const, values: ['gold', 'tin'] },
	};
	const { window, vip, tier } = catalogueOf({ facts });
	const conditions = anyConditions({ window: window!, vip: vip!, tier: tier! });
	const event = { type: 'skip' as const, params: { reason: 'Because.' } };
	await fc.assert(
		fc.asyncProperty(
			fc.array(conditions, { minLength: 1, maxLength: 3 }),
			fc.constantFrom('open', 'closed'),
			fc.constantFrom(null, true, false),
			fc.constantFrom(null, 'gold', 'tin'),
			async (list, isOpen, isVip, itsTier) => {
				const rules = list.map((each, index) => ({ name: `rule ${index}`, conditions: each, event }));
				const policy = compilePolicy({ facts, rules });
				const ruleFor = async (own: object) =>
					(await policy.ask({ ...NOTHING_KNOWN, window: isOpen, ...own }, false)).rule;
				const said = await ruleFor({ vip: isVip, tier: itsTier });
				const isComplete = isVip !== null && itsTier !== null;
				if (isComplete) expect(said).not.toBe('fact-missing');
				if (said === 'fact-missing') return;
				for (const value of isVip === null ? [true, false] : [isVip]) {
					for (const name of itsTier === null ? ['gold', 'tin'] : [itsTier]) {
						expect(await ruleFor({ vip: value, tier: name })).toBe(said);
					}
				}
			},
		),
		{ numRuns: 300 },
	);
});

describe.each<[OwnFact['type'], value: unknown, given: unknown[], wrong: unknown[], message: RegExp]>([
	['boolean', true, [true, 'true', 'yes', ' Yes '], ['maybe', 1], /must be yes or no/],
	['number', 12, [12, '12', ' 12.0'], ['twelve', Infinity, true], /must be a number/],
	['text', 'gold', ['gold', ' gold '], [['gold'], { tier: 'gold' }], /must be a string/],
	[
		'time',
		Date.UTC(2026, 0, 2),
		[Date.UTC(2026, 0, 2), '2026-01-02T01:00:00+01:00', new Date(Date.UTC(2026, 0, 2))],
		['2026-01-02', 'tomorrow'],
		/must be a time with its zone/,
	],
])('a fact of the type %s', (type, value, given, wrong, message) => {
	const [last] = policies.strict.rules.slice(-1);
	const policy = definePolicy({
		name: 'mine',
		version: 1,
		facts: { own: { type } },
		rules: [{ ...last!, conditions: { fact: 'own', operator: 'equal', value } }],
	});

	it.each(given)('is read from %p', async (each) => {
		expect(await tryPolicy(policy, { own: each })).toMatchObject({ action: 'template' });
	});

	it.each(wrong)('is refused as %p', async (each) => {
		await expect(tryPolicy(policy, { own: each })).rejects.toThrow(message);
	});

	it.each([null, undefined, '', '  '])('is missing as %p', async (each) => {
		expect(await tryPolicy(policy, { own: each })).toMatchObject({ rule: 'fact-missing' });
	});
});

describe.each(DATABASES)('a message with facts of its own in %s', (_, placeOf) => {
	let place: StorePlace;
	beforeEach(() => {
		place = placeOf();
	});
	afterEach(() => place.remove());

	const message = { channel: CHANNEL, to: '491701234567', freeform: false };
	const open = async (policy: PolicyDocument) => createEngine({ store: await place.open(), policy });

	it('is decided with them', async () => {
		const engine = await open({
			...vipPolicy(),
			rules: [
				{
					name: 'vips',
					conditions: { fact: 'vip', operator: 'equal', value: true },
					event: { type: 'skip', params: { reason: 'A VIP.' } },
				},
			],
		});
		expect(await engine.decide({ ...message, facts: { vip: 'yes' } })).toMatchObject({
			rule: 'vips',
			facts: { vip: true },
		});
		const all = [true, false, undefined].map((vip) => ({ ...message, facts: { vip } }));
		expect((await engine.decideAll(all)).map(({ rule }) => rule)).toEqual([
			'vips',
			'no-rule-fired',
			'fact-missing',
		]);
	});

	it('is refused with all that is wrong with them', async () => {
		const engine = await open(vipPolicy({ type: 'boolean' }));
		const facts = { vip: 'often', vipp: true };
		await expect(engine.decide({ ...message, facts })).rejects.toThrow(
			/VIP \(vip\) must be yes or no[^]*has no fact of its own with the name "vipp"\. It declares: vip\./,
		);
	});

	it('is refused if a value is too long, and taken at the limit', async () => {
		const engine = await open({
			...vipPolicy(),
			facts: { vip: { type: 'boolean' }, tier: { type: 'text' } },
		});
		const facts = (length: number) => ({ facts: { vip: true, tier: 'x'.repeat(length) } });
		expect(await engine.decide({ ...message, ...facts(200) })).toMatchObject({ action: 'skip' });
		await expect(engine.decide({ ...message, ...facts(201) })).rejects.toThrow(
			'tier (tier) has 201 characters',
		);
	});
});

describe('what a policy declares wrongly is named with its path', () => {
	const problemsOf = (facts: object) =>
		lintPolicy({ ...policies.strict, name: 'mine', facts }).map(({ path, message }) => [path, message]);
	const facts = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`own${index}`, { type: 'text' }]));

	it.each<[string, object, path: string, message: RegExp]>([
		[
			'a name of a shipped fact',
			{ window: { type: 'text' } },
			'facts.window',
			/Conversation window \(window\)/,
		],
		[
			'a label of one',
			{ open: { type: 'text', label: 'local time' } },
			'facts.open',
			/Local time \(localTime\)/,
		],
		['what reasons name', { retryAt: { type: 'time' } }, 'facts.retryAt', /Retry at/],
		['a name with a space', { 'is vip': { type: 'boolean' } }, 'facts.is vip', /can't be the name/],
		['a name of every object', { constructor: { type: 'text' } }, 'facts.constructor', /can't be the name/],
		[
			'one label twice',
			{ vip: { type: 'boolean' }, important: { type: 'boolean', label: 'VIP' } },
			'facts.important',
			/"vip" and "important" have the same name or label/,
		],
		['an unknown type', { vip: { type: 'list' } }, 'facts.vip.type', /boolean/],
		['values of a number', { age: { type: 'number', values: ['1'] } }, 'facts.age.values', /Only a text/],
		[
			'a missing one of another type',
			{ vip: { type: 'boolean', missing: 'no?' } },
			'facts.vip.missing',
			/yes or no/,
		],
		[
			'a missing one that it never is',
			{ tier: { type: 'text', values: ['gold'], missing: 'tin' } },
			'facts.tier.missing',
			/never "tin"/,
		],
		['too many', facts(21), 'facts', /declares 21 facts/],
	])('%s', (_, given, path, message) => {
		expect(problemsOf(given)).toContainEqual([path, expect.stringMatching(message)]);
	});

	it('and nothing is if all is well', () => {
		expect(problemsOf({ ...facts(19), vip: { type: 'boolean', label: 'VIP', missing: false } })).toEqual([]);
	});

	it('a rule that asks for what nobody declares, or compares it wrongly', () => {
		const vip = vipPolicy();
		expect(lintPolicy({ ...vip, facts: {} })[0]!.message).toMatch(/The fact "vip" doesn't exist/);
		expect(lintPolicy({ ...vip, facts: { vip: { type: 'number' } } })[0]!.message).toMatch(
			/vip \(vip\) must be a number/,
		);
	});
});

describe('a proof looks at every value of a fact of one’s own that makes a difference', () => {
	const says = (text: string, policy: PolicyDocument) => {
		const statement = readStatement(text, policy);
		if ('sameAs' in statement) throw new Error('No statement.');
		return provePolicy(policy, statement);
	};

	it('and finds what somebody gets at night', () => {
		const text = 'never send marketing when localTime is 21:00-08:00 and window is closed';
		expect(says(text, vipPolicy()).counterexamples[0]).toMatchObject({ facts: { vip: true } });
		expect(says(`${text} and VIP is no`, vipPolicy()).holds).toBe(true);
		expect(says(`${text} and not vip`, vipPolicy()).holds).toBe(true);
	});

	it('and what a message without it gets', () => {
		const always = {
			name: 'templates go out',
			when: {
				all: [
					{ fact: 'templateState', operator: 'equal', value: 'sendable' },
					{ fact: 'optedOut', operator: 'equal', value: false },
					{ fact: 'window', operator: 'equal', value: 'closed' },
					{ fact: 'hasTemplate', operator: 'equal', value: true },
					{ fact: 'category', operator: 'equal', value: 'UTILITY' },
					{ not: { fact: 'vip', operator: 'equal', value: false } },
				],
			},
			always: ['template' as const],
		};
		const { counterexamples } = provePolicy(vipPolicy(), always);
		expect(counterexamples.map(({ says: [said] }) => said!.rule)).toEqual(['fact-missing']);
		expect(counterexamples[0]!.sentence).toContain('VIP is missing');
		expect(provePolicy(vipPolicy({ missing: true }), always).holds).toBe(true);
	});

	it('numbers below 0 too', () => {
		const [last] = policies.strict.rules.slice(-1);
		const rule = { ...last!, conditions: { fact: 'score', operator: 'lessThan', value: 0 } };
		const policy = {
			...vipPolicy(),
			facts: { score: { type: 'number' as const } },
			rules: [rule, { ...last!, name: 'rest' }],
		};
		expect(lintPolicy(policy).map(({ message }) => message)).not.toContainEqual(
			expect.stringContaining('never fire'),
		);
	});

	it('policies that declare a fact differently are not the same', () => {
		expect(comparePolicies(vipPolicy(), vipPolicy()).holds).toBe(true);
		expect(comparePolicies(vipPolicy(), vipPolicy({ missing: true }))).toMatchObject({
			holds: false,
			sentence: expect.stringContaining('They declare the fact vip differently') as string,
		});
		expect(comparePolicies(vipPolicy(), policies.strict).holds).toBe(false);
	});

	it('and a test names them as the policy does', async () => {
		const test = {
			name: 'VIPs any time',
			facts: { ...NIGHT, vip: true },
			action: 'template' as const,
			at: 0,
		};
		expect(
			(
				await checkPolicy(vipPolicy(), [
					test,
					'never template when vip is no and localTime is 21:00-08:00 and category is marketing',
				])
			).tests,
		).toMatchObject([{ holds: true }, { holds: true }]);
		expect((await checkPolicy(policies.strict, [test])).tests[0]!.sentence).toContain(
			'The fact "vip" doesn\'t exist',
		);
	});
});
