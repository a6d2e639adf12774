import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { getTimeline } from '../../nodes/BusinessMessaging/conversation/get-timeline.operation';
import { check } from '../../nodes/BusinessMessaging/policy/check.operation';
import { get } from '../../nodes/BusinessMessaging/policy/get.operations';
import { save } from '../../nodes/BusinessMessaging/policy/save.operation';
import { test as tryFacts } from '../../nodes/BusinessMessaging/policy/test.operation';
import {
	addStatement,
	addTest,
	deleteTest,
	searchTests,
} from '../../nodes/BusinessMessaging/policy/tests.operations';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { failureOf, requestHelpers, runOperation } from './support/run-operation';

let sandbox: Sandbox;
let policies = 0;
let policyName: string;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** The form that saves the policy: strict, with these rules turned on. */
const form = (...switches: string[]) => ({ policyName, startFrom: 'strict', switches });

beforeEach(async () => {
	policies += 1;
	policyName = `mine-${policies}`;
	await runOperation(sandbox, save, form());
});

const only = async (operation: Operation, fields: object) => {
	const { items, hints } = await runOperation(sandbox, operation, { policyName, ...fields });
	expect(hints).toEqual([items[0]!.sentence]);
	return items[0]!;
};

const OPTED_OUT = { factRows: { fact: [{ fact: 'optedOut', value: 'yes' }] } };

describe('Policy: Add Test', () => {
	it('keeps what the policy decides now, and names it by its facts', async () => {
		expect(await only(addTest, OPTED_OUT)).toMatchObject({
			sentence: 'Added. The policy does this now. Expected: skip by opted-out.',
			tests: [{ name: 'skip by opted-out when optedOut is true', holds: true }],
		});
		const { items } = await runOperation(sandbox, get, { policyName });
		expect(items[0]).toMatchObject({
			version: 1,
			tests: [{ facts: { optedOut: true }, action: 'skip', rule: 'opted-out' }],
		});
	});

	it('says what the policy decides now, and which facts matter that were not given', async () => {
		await runOperation(sandbox, save, form('on:quiet-hours'));
		const facts = { window: 'closed', hasTemplate: 'yes', templateState: 'sendable', localTime: '23:00' };
		const fact = Object.entries(facts).map(([name, value]) => ({ fact: name, value }));
		const night = { factRows: { fact } };
		const { sentence } = await only(addTest, night);
		expect(sentence).toMatch(
			/^Added\. The policy does this now\. Expected: hold by quiet-hours\. You didn't give facts that matter here: .*Time zones/,
		);
		const given = await only(addTest, { ...night, testName: 'held', expected: 'hold by quiet-hours' });
		expect(given.sentence).toBe('Added. The policy does this now.');
	});

	it('keeps what is expected, also if the policy does not do it yet', async () => {
		const item = await only(addTest, { ...OPTED_OUT, testName: 'held', expected: 'hold' });
		expect(item).toMatchObject({
			sentence:
				"Added. ✗ The policy doesn't do this yet, so only a version that does can be saved. held: expected hold, got skip by opted-out.",
			tests: [{ name: 'held', holds: false }],
		});
	});

	it('names each item’s test by itself, and refuses one name for several items', async () => {
		const open = { policyName, factRows: { fact: [{ fact: 'window', value: 'open' }] } };
		const both = await runOperation(sandbox, addTest, { policyName, ...OPTED_OUT }, open);
		expect(both.items).toHaveLength(2);
		const failure = failureOf(
			runOperation(
				sandbox,
				addTest,
				{ policyName, ...OPTED_OUT, testName: 'mine' },
				{ ...open, testName: 'mine' },
			),
		);
		expect((await failure).message).toBe(
			'The test "mine" was added for an item before, and this one would replace it. Leave Test Name empty, or make it different for each item.',
		);
	});

	it('refuses what is no action', async () => {
		const failure = failureOf(
			runOperation(sandbox, addTest, { policyName, ...OPTED_OUT, expected: 'fly by night' }),
		);
		expect((await failure).message).toContain('Expected must be like "hold" or "hold by agent-holds"');
	});

	it('refuses the policies that come with the package', async () => {
		const failure = failureOf(runOperation(sandbox, addTest, { policyName: 'strict', ...OPTED_OUT }));
		expect((await failure).message).toContain('comes with the package, so it takes no tests of yours');
	});
});

describe('a decision of the timeline', () => {
	const decision = async (): Promise<IDataObject> => {
		const customer = `49170444${policies.toString().padStart(4, '0')}`;
		sandbox.control.customerWrites({ from: customer, text: 'Hello' });
		await runOperation(sandbox, sendAuto, { to: customer, text: 'Hello', freeformType: 'text' });
		const { items } = await runOperation(sandbox, getTimeline, { customer });
		return items.find(({ kind }) => kind === 'decision')!;
	};

	it('becomes a test as it is: what was decided is expected of its facts', async () => {
		const frozen = await decision();
		expect(await only(addTest, { facts: JSON.stringify(frozen) })).toMatchObject({
			tests: [{ name: `skip by no-template at ${String(frozen.at)}`, holds: true }],
		});
	});

	it('can be tried with another policy', async () => {
		const { items } = await runOperation(sandbox, tryFacts, {
			policyName,
			facts: JSON.stringify(await decision()),
		});
		expect(items).toMatchObject([{ action: 'skip', rule: 'no-template' }]);
	});
});

describe('Policy: Add Statement', () => {
	it('proves each of them at once', async () => {
		const statements = 'never freeform when window is closed\nhold when window is open and holder is agent';
		const { sentence, tests } = await only(addStatement, { statements });
		expect(sentence).toMatch(/^Added 2\. ✗ The policy doesn't do this yet, .+ If .+Opted out is yes/);
		expect(tests).toMatchObject([
			{ name: 'never freeform when window is closed', holds: true, situations: 448 },
			{ holds: false, counterexamples: [{ says: [{ action: 'skip', rule: 'opted-out' }] }] },
		]);
	});

	it('counts what is new, and names what the policy had already', async () => {
		const sentenceOf = async (...lines: string[]) =>
			(await only(addStatement, { statements: lines.join('\n') })).sentence;
		const closed = 'never freeform when window is closed';
		const optedOut = 'never send while optedOut';
		expect(await sentenceOf(closed)).toBe('Added. The policy does this now.');
		expect(await sentenceOf(closed, optedOut)).toBe(
			`Added 1. The policy had this one already: "${closed}". The policy does this now.`,
		);
		expect(await sentenceOf(optedOut, closed)).toBe(
			`The policy had these already: "${optedOut}", "${closed}". The policy does this now.`,
		);
	});

	it('says what it cannot read, and that there is nothing to read', async () => {
		const message = async (statements: string) =>
			(await failureOf(runOperation(sandbox, addStatement, { policyName, statements }))).message;
		expect(await message('hold when moon is full')).toContain("doesn't begin with a fact");
		expect(await message(' ')).toContain('Statements is empty.');
		const several = runOperation(sandbox, addStatement, { policyName, statements: 'fly\n\njump' });
		const { message: title, description } = await failureOf(several);
		expect(title).toMatch(
			/^These statements can't be read\. Write a statement like "never .+"\. 2 things to fix$/,
		);
		expect(description).toMatch(/^1\. Line 1: "fly" isn't something .+<br>\n2\. Line 3: "jump" isn't/);
	});
});

describe('Policy: Save', () => {
	it('refuses a version that breaks a test, and says which, what was expected, and what it got', async () => {
		await only(addTest, { ...OPTED_OUT, testName: 'opted out' });
		await only(addStatement, { statements: 'never send while optedOut' });
		const rule = {
			name: 'opted-out',
			decision: 'freeform',
			reason: 'Anyway.',
			conditions: { condition: [{ fact: 'optedOut', operator: 'equal', value: 'yes' }] },
		};
		const { message, description } = await failureOf(
			runOperation(sandbox, save, { ...form(), rules: { rule: [rule] } }),
		);
		expect(message).toBe(
			"The policy wasn't saved, because tests don't hold. Change the policy, or delete the tests that no longer apply with Policy: Delete Test in n8n. 2 things to fix",
		);
		expect(description).toContain(
			'opted out: expected skip by opted-out, got freeform by opted-out. This change breaks it: the test held in version 1.',
		);
		expect(description).toContain("never send while optedOut: doesn't hold. If Opted out is yes");
	});

	it('warns about a copied rule by its name, in a sentence', async () => {
		const rule = {
			name: 'vips',
			decision: 'freeform',
			reason: 'Anyway.',
			conditions: { condition: [{ fact: 'window', operator: 'in', value: 'open, closed' }] },
		};
		const { items, hints } = await runOperation(sandbox, save, {
			...form(),
			rules: { rule: [rule] },
			place: 'last',
		});
		expect(items[0]!.warnings).toMatchObject([{ where: 'Rule 1 (vips)' }]);
		expect(hints[0]).toMatch(/^<b>Saved, with a warning\. Rule 1 \(vips\): The rule "vips" can never fire/);
		const again = { ...form(), rules: { rule: [rule] }, place: 'last' };
		const twice = await runOperation(sandbox, save, again, again);
		expect(twice.hints[0]).toMatch(
			/^<b>Nothing changed, with a warning\. Rule 1 \(vips\): [^]* and choose mine-\d+ there\. /,
		);
		const first = await runOperation(sandbox, save, { ...form(), rules: { rule: [rule] }, place: 'first' });
		expect((first.items[0]!.warnings as IDataObject[]).map(({ where }) => where)).toContain(
			'Start From, rule no-template',
		);
		expect(first.hints[0]).toMatch(
			/<br>- The rule "no-template" can never fire: whenever its conditions hold,/,
		);
	});

	it('keeps the description of a policy that starts from itself, and of no other', async () => {
		const descriptionOf = async (given: object) =>
			(await runOperation(sandbox, save, { ...form(), ...given })).items[0]!.description;
		expect(await descriptionOf({ policyDescription: 'Not at night' })).toBe('Not at night');
		expect(await descriptionOf({ startFrom: policyName, switches: ['on:quiet-hours'] })).toBe('Not at night');
		expect(await descriptionOf({ startFrom: policyName, policyName: 'other' })).toBeNull();
	});

	it('saves once the test is deleted', async () => {
		await only(addTest, { ...OPTED_OUT, testName: 'held', expected: 'hold' });
		await failureOf(runOperation(sandbox, save, form('on:quiet-hours')));
		expect(await only(deleteTest, { testName: 'held' })).toMatchObject({ name: 'held' });
		const { items } = await runOperation(sandbox, save, form('on:quiet-hours'));
		expect(items).toMatchObject([{ version: 2 }]);
	});
});

it('Policy: Delete Test names the tests that are there, if there is none of that name', async () => {
	await only(addTest, { ...OPTED_OUT, testName: 'opted out' });
	const { message } = await failureOf(
		runOperation(sandbox, deleteTest, { policyName, testName: 'optd out' }),
	);
	expect(message).toBe(
		`The policy "${policyName}" has no test "optd out". The tests of ${policyName} are: "opted out".`,
	);
	const empty = await failureOf(runOperation(sandbox, deleteTest, { policyName, testName: '' }));
	expect(empty.message).toBe(`Say which test to delete. The tests of ${policyName} are: "opted out".`);
	const shipped = await failureOf(runOperation(sandbox, deleteTest, { policyName: 'strict', testName: 'x' }));
	expect(shipped.message).toBe(
		'The policy "strict" comes with the package, and so do its tests. Choose a policy that you saved.',
	);
});

describe('the list of Policy: Delete Test', () => {
	/** The form in the editor, with the credential of the sandbox. */
	const formWith = (policy: string) =>
		({
			getNode: () => ({
				name: 'Messaging',
				parameters: {},
				credentials: { businessMessagingApi: { id: 'of the sandbox', name: 'x' } },
			}),
			getCredentials: () => Promise.resolve({ ...sandboxCredential(sandbox).data, store: 'sqlite::memory:' }),
			getCurrentNodeParameter: () => policy,
			helpers: requestHelpers,
		}) as unknown as ILoadOptionsFunctions;
	const listed = async (policy: string, filter?: string) =>
		(await searchTests.call(formWith(policy), filter)).results.map(({ value }) => value);

	it('has the tests and statements of the policy, or those that contain a text', async () => {
		await only(addTest, { ...OPTED_OUT, testName: 'Opted out' });
		await only(addStatement, { statements: 'never send while optedOut' });
		expect(await listed(policyName)).toEqual(['Opted out', 'never send while optedOut']);
		expect(await listed(policyName, 'opted OUT')).toEqual(['Opted out']);
		expect(await listed('strict')).toEqual([]);
	});

	it('deletes what was chosen from it, as a name does that was typed or that an earlier version stored', async () => {
		const chosen = { __rl: true, mode: 'list', value: 'held' };
		for (const testName of [chosen, { ...chosen, mode: 'name' }, 'held']) {
			await only(addTest, { ...OPTED_OUT, testName: 'held' });
			expect(await only(deleteTest, { testName })).toMatchObject({ name: 'held' });
			expect(await listed(policyName)).toEqual([]);
		}
	});

	it('leaves a name that Add Test understands, if the operation of the node is switched', async () => {
		const testName = { __rl: true, mode: 'list', value: 'held' };
		expect(await only(addTest, { ...OPTED_OUT, testName })).toMatchObject({ tests: [{ name: 'held' }] });
	});
});

describe('Policy: Check', () => {
	it('runs the tests beside the policy and proves statements of the form, without keeping them', async () => {
		await only(addTest, { ...OPTED_OUT, testName: 'opted out' });
		const { items, hints } = await runOperation(sandbox, check, {
			...form(),
			statements: 'always hold when holder is agent',
		});
		expect(items).toMatchObject([
			{
				usable: false,
				tests: [
					{ name: 'opted out', holds: true },
					{ name: 'always hold when holder is agent', holds: false },
				],
			},
		]);
		const [result, ...lines] = hints[0]!.split('<br>');
		expect(result).toBe("<b>1 of 2 tests doesn't hold.</b>");
		expect(lines.map((line) => line.split(':')[0])).toEqual([
			'✓ opted out',
			'✗ always hold when holder is agent',
			...Array<string>(3).fill("It doesn't hold here either"),
			'No test reaches these rules',
			'Checked',
		]);
		const again = await runOperation(sandbox, check, form());
		expect(again.items).toMatchObject([{ usable: true, tests: [{ name: 'opted out' }] }]);
	});

	it('checks a saved policy by its name, without a form', async () => {
		await runOperation(sandbox, save, form());
		const { items } = await runOperation(sandbox, check, {
			definitionInput: 'saved',
			policyToCheck: policyName,
		});
		expect(items).toMatchObject([
			{
				usable: true,
				sentence: expect.stringMatching(new RegExp(`Checked: ${policyName} \\(version \\d+\\)\\.$`)),
			},
		]);
	});

	it('needs no name, as it saves nothing, and says what is wrong above the output', async () => {
		const unnamed = { ...form(), policyName: '' };
		expect((await runOperation(sandbox, check, unnamed)).items).toMatchObject([{ usable: true }]);
		const rule = { name: '', decision: 'freeform', reason: 'Anyway.', conditions: {} };
		const { hints } = await runOperation(sandbox, check, { ...unnamed, rules: { rule: [rule] } });
		expect(hints[0]).toMatch(
			/^<b>The policy can't be used: it has 1 error\.<\/b><br>Rule 1, Name: It is empty\.<br>Checked: what this form has, starting from strict\.$/,
		);
	});

	it('names what it checked, and the saved policy of that name, whose rules can be others', async () => {
		const sentenceOf = async (given: Record<string, unknown>) =>
			(await runOperation(sandbox, check, given)).items[0]!.sentence;
		const fresh = { ...form(), policyName: 'fresh' };
		expect(await sentenceOf(fresh)).toMatch(/ Checked: fresh, as this form has it, starting from strict\.$/);
		await runOperation(sandbox, save, fresh);
		expect(await sentenceOf(fresh)).toMatch(
			/ starting from strict\. The saved policy fresh \(version 1\) can have other rules\. To check that one, set Define to A Saved Policy\.$/,
		);
		expect(await sentenceOf({ ...fresh, startFrom: 'fresh' })).toMatch(
			/ Checked: fresh, as this form has it, starting from fresh\.$/,
		);
	});
});
