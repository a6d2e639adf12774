import type { PolicyDocument, PolicyTest, Store } from '../../../engine';
import {
	addPolicyTest,
	checkPolicy,
	findPolicy,
	lintPolicy,
	policies,
	savePolicy,
	testsOfPolicy,
} from '../../../engine';
import { openStore } from '../../../store';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';

const NIGHT: PolicyTest = {
	name: 'at night',
	facts: {
		hasTemplate: true,
		templateState: 'sendable',
		category: 'MARKETING',
		timeZones: 'Europe/Berlin',
		localTime: '23:00',
	},
	action: 'hold',
	rule: 'quiet-hours',
	at: Date.UTC(2026, 10, 24),
};

const named = (name: string, change: Partial<PolicyDocument> = {}): PolicyDocument => ({
	...policies.strict,
	name,
	...change,
});

const quiet = (name: string) =>
	named(name, {
		rules: policies.strict.rules.map((rule) =>
			rule.name === 'quiet-hours' ? { ...rule, enabled: true } : rule,
		),
	});

describe.each(Object.keys(policies) as Array<keyof typeof policies>)('the shipped policy %s', (name) => {
	it('does what its tests say, which reach each of its rules, in every situation', async () => {
		const store = await openStore('sqlite::memory:');
		const tests = await testsOfPolicy(store, name);
		const { usable, problems, tests: results, sentence } = await checkPolicy(policies[name], [...tests]);
		await store.close();
		expect(results.filter(({ holds }) => holds !== true)).toEqual([]);
		expect([usable, problems]).toEqual([true, []]);
		expect(sentence).toBe(`The policy can be used. All of its tests hold: ${tests.length}.`);
	});
});

describe('a check', () => {
	it('says which test a policy fails: what was expected, and what it says', async () => {
		const { usable, tests, sentence } = await checkPolicy(policies.strict, [NIGHT]);
		expect(usable).toBe(false);
		expect(tests).toEqual([
			{
				name: 'at night',
				holds: false,
				sentence: 'at night: expected hold by quiet-hours, got template by template.',
			},
		]);
		expect(sentence).toMatch(
			/^1 of 1 test doesn't hold\. at night: expected hold by quiet-hours, got template/,
		);
		expect((await checkPolicy(quiet('mine'), [NIGHT])).usable).toBe(true);
	});

	it('calls statements by their name, if there is nothing else', async () => {
		const { result } = await checkPolicy(policies.strict, [
			'never freeform when window is closed',
			'always hold when holder is agent',
		]);
		expect(result).toBe("1 of 2 statements doesn't hold.");
		const { result: good } = await checkPolicy(policies.strict, ['never freeform when window is closed']);
		expect(good).toBe('The policy can be used. All of the statements hold: 1.');
	});

	it('takes any rule, if a test names only the action', async () => {
		const anyRule = { ...NIGHT, rule: undefined };
		expect((await checkPolicy(quiet('mine'), [anyRule])).usable).toBe(true);
		expect((await checkPolicy(policies.strict, [anyRule])).tests[0]!.sentence).toContain(
			'expected hold, got',
		);
	});

	it('asks about the time at which a test was added, if its facts have none', async () => {
		const beforeNoon = { fact: 'now', operator: 'before', value: '2026-11-24T12:00Z' };
		const [first] = policies.strict.rules;
		const event = { type: 'skip' as const, params: { reason: 'Too early.' } };
		const policy = named('mine', { rules: [{ name: 'early', conditions: beforeNoon, event }, first!] });
		const at = (hour: number): PolicyTest => ({
			name: 'x',
			facts: {},
			action: 'skip',
			at: Date.UTC(2026, 10, 24, hour),
		});
		expect((await checkPolicy(policy, [at(11)])).tests[0]!.holds).toBe(true);
		expect((await checkPolicy(policy, [at(12)])).tests[0]!.holds).toBe(false);
	});

	it('proves statements, or says in which situation they break', async () => {
		const { tests } = await checkPolicy(policies.strict, [
			'never freeform when window is closed',
			'always hold when holder is agent',
		]);
		expect(tests[0]).toMatchObject({ holds: true, situations: 448 });
		expect(tests[1]).toMatchObject({ holds: false });
		expect(tests[1]!.counterexamples!.map(({ says }) => says[0]!.rule)).toContain('opted-out');
	});

	it('proves a statement once that is kept and asked for, too', async () => {
		const statement = 'never freeform when window is closed';
		const kept = { name: 'kept', statement };
		const { tests } = await checkPolicy(policies.strict, [kept, statement, 'never skip when window is open']);
		expect(tests.map(({ name }) => name)).toEqual(['kept', 'never skip when window is open']);
	});

	it('compares with another policy', async () => {
		const { tests } = await checkPolicy(policies.strict, ['same as strict', 'same as platform']);
		expect(tests.map(({ holds }) => holds)).toEqual([true, false]);
		expect(tests[1]!.sentence).toMatch(/^same as platform: doesn't hold\. If /);
	});

	it('says that the other policy does not exist, and proves the other statements', async () => {
		const { usable, tests } = await checkPolicy(policies.strict, ['same as strct', 'same as strict']);
		expect(usable).toBe(false);
		expect(tests).toMatchObject([
			{ holds: false, sentence: 'same as strct: The policy "strct" isn\'t known.' },
			{ holds: true },
		]);
	});

	it('never calls a statement proved if there was not enough time', async () => {
		let now = 0;
		const runtime = { monotonic: () => now++, turn: async () => undefined };
		const { usable, tests } = await checkPolicy(policies.strict, ['never freeform when window is closed'], {
			withinMs: 10,
			runtime,
		});
		expect(usable).toBe(false);
		expect(tests).toMatchObject([
			{ holds: undefined, sentence: expect.stringContaining('not proved') as string },
		]);
	});

	it('names the rules that no example reaches, if there are examples', async () => {
		const [one, two] = policies.strict.rules;
		const policy = named('mine', { rules: [one!, two!] });
		const warnings = async (...tests: PolicyTest[]) => {
			const known = lintPolicy(policy);
			const { problems } = await checkPolicy(policy, tests);
			return problems.slice(known.length).map(({ message }) => message);
		};
		const optedOut: PolicyTest = { name: 'x', facts: { optedOut: true }, action: 'skip', at: 0 };
		expect(await warnings()).toEqual([]);
		expect(await warnings(optedOut)).toEqual(['No test reaches these rules: agent-holds.']);
		const held: PolicyTest = { name: 'y', facts: { window: 'open', holder: 'agent' }, action: 'hold', at: 0 };
		expect(await warnings(optedOut, held)).toEqual([]);
	});

	it('runs no test of a policy that has errors', async () => {
		const { usable, tests, sentence } = await checkPolicy({ name: 'mine' }, [NIGHT]);
		expect([usable, tests]).toEqual([false, []]);
		expect(sentence).toBe("The policy can't be used: it has 1 error.");
	});

	it('tells statements that cannot be read and those that are not proved from those that break', async () => {
		const statements = [
			'never template',
			'hold when moon is full',
			'hold when sun is up',
			'same as strct',
			'never hold',
		];
		const { usable, result, tests } = await checkPolicy(policies.strict, statements);
		expect(usable).toBe(false);
		expect(tests.map(({ holds, unreadable = false }) => [holds, unreadable])).toEqual([
			[false, false],
			[false, true],
			[false, true],
			[false, true],
			[false, false],
		]);
		expect(result).toBe("2 of 5 statements don't hold. 3 of 5 statements can't be read.");
		const [, moon, sun] = tests.map(({ sentence }) => sentence.includes('The facts are: '));
		expect([moon, sun]).toEqual([false, true]);
		let now = 0;
		const runtime = { monotonic: () => now++, turn: async () => undefined };
		const late = await checkPolicy(policies.strict, ['never freeform when window is closed'], {
			withinMs: 10,
			runtime,
		});
		expect(late.result).toBe("1 of 1 statement isn't proved.");
	});

	it('counts a test of a fact that is gone as one that cannot be read, and says why', async () => {
		const gone = { ...NIGHT, facts: { moon: 'full' } };
		const { tests } = await checkPolicy(policies.strict, [gone]);
		expect(tests[0]).toMatchObject({
			holds: false,
			unreadable: true,
			sentence: expect.stringContaining('The fact "moon" doesn\'t exist') as string,
		});
	});
});

describe.each(DATABASES)('the tests beside a policy in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	it('make no new version, and the last one of a name counts', async () => {
		await savePolicy(store, quiet('mine'), 1);
		await addPolicyTest(store, 'mine', NIGHT, 2);
		await addPolicyTest(store, 'mine', { name: 'a', statement: 'never freeform when window is closed' }, 3);
		await addPolicyTest(store, 'mine', { ...NIGHT, rule: undefined }, 4);
		expect(await store.policies.tests('mine')).toEqual([
			{ name: 'a', statement: 'never freeform when window is closed' },
			{ name: 'at night', facts: NIGHT.facts, action: 'hold', at: NIGHT.at },
		]);
		expect((await findPolicy(store, 'mine')).version).toBe(1);
		expect(await testsOfPolicy(store, 'other')).toEqual([]);
	});

	it('keep a version from being saved that breaks one, and let it be saved once it does not', async () => {
		await savePolicy(store, quiet('mine'), 1);
		await addPolicyTest(store, 'mine', NIGHT, 2);
		await addPolicyTest(store, 'mine', { name: 'b', statement: 'never freeform when window is closed' }, 2);
		await expect(savePolicy(store, named('mine'), 3)).rejects.toThrow(
			'The policy "mine" wasn\'t saved, because a test doesn\'t hold:\n- at night: expected hold by quiet-hours, got template by template. This change breaks it: the test held in version 1.\nChange the policy, or delete the test if it no longer applies with Policy: Delete Test in n8n.',
		);
		expect((await findPolicy(store, 'mine')).version).toBe(1);
		expect(await store.policies.dropTest('mine', 'at night')).toBe(true);
		expect(await store.policies.dropTest('mine', 'at night')).toBe(false);
		expect((await savePolicy(store, named('mine'), 3)).version).toBe(2);
	});

	it('that broke before are told apart from those that a change breaks, which come first', async () => {
		await savePolicy(store, quiet('mine'), 1);
		await addPolicyTest(store, 'mine', { name: 'a', statement: 'never hold' }, 2);
		await addPolicyTest(store, 'mine', NIGHT, 2);
		await addPolicyTest(store, 'mine', { name: 'b', statement: 'never freeform when window is closed' }, 2);
		const refused = savePolicy(store, named('mine'), 3).catch((error: Error) => error);
		expect(await refused).toMatchObject({
			results: [
				{ name: 'at night', heldBefore: true },
				{
					name: 'a',
					heldBefore: false,
					sentence: expect.stringMatching(/ The test didn't hold in version 1 either\.$/),
				},
			],
			message: expect.stringMatching(
				/because tests don't hold:\n- at night: [^]*\nChange the policy, or delete the tests that no longer apply with Policy: Delete Test in n8n\.$/,
			),
		});
	});

	it('can compare with another policy of the store', async () => {
		await savePolicy(store, quiet('mine'), 1);
		await savePolicy(store, quiet('model'), 1);
		await addPolicyTest(store, 'mine', { name: 'as the model', statement: 'same as model' }, 2);
		expect((await savePolicy(store, { ...quiet('mine'), description: 'the same' }, 3)).version).toBe(2);
		await expect(savePolicy(store, named('mine'), 4)).rejects.toThrow("same as model: doesn't hold. If ");
	});

	it('are refused for a shipped policy, one that is not saved, and if nothing can be asked', async () => {
		await expect(addPolicyTest(store, 'strict', NIGHT, 1)).rejects.toThrow('comes with the package');
		await expect(addPolicyTest(store, 'gone', NIGHT, 1)).rejects.toThrow('The policy "gone" doesn\'t exist');
		await savePolicy(store, named('mine'), 1);
		const wrong = [
			{ ...NIGHT, facts: { window: 'ajar' } },
			{ ...NIGHT, action: 'fly' as 'hold' },
			{ name: '', statement: '' },
			{ name: 'x', statement: 'hold when moon is full' },
		];
		for (const test of wrong) {
			await expect(addPolicyTest(store, 'mine', test, 1)).rejects.toThrow("This test can't be used:\n- ");
		}
		expect(await store.policies.tests('mine')).toEqual([]);
	});
});
