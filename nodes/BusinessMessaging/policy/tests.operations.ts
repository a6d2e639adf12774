import { isDeepStrictEqual } from 'node:util';
import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { isObject } from '../../../base';
import type {
	Action,
	PolicyDocument,
	PolicyExample,
	PolicyTest,
	PolicyTestResult,
	Store,
} from '../../../engine';
import {
	addPolicyTest,
	checkPolicy,
	dropPolicyTest,
	findPolicy,
	policies,
	readStatements,
	tryPolicy,
	UnreadableStatements,
} from '../../../engine';
import type { Connected } from '../../shared/connect';
import { connectStore } from '../../shared/connect';
import { ProblemList } from '../../shared/errors/item-errors';
import type { ItemCall, Operation, Output } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { storeInForm } from '../../shared/policies';
import { text } from '../../shared/read/values';
import { factsNotGiven } from './facts-not-given';
import { existingPolicyField, factRowsField, factsField } from './fields';
import type { GivenFacts } from './read-facts';
import { readFacts } from './read-facts';
import { notGivenSentences } from './test-sentence';

const ACTIONS: Readonly<Record<Action, string>> = {
	freeform: 'Freeform',
	template: 'Template',
	hold: 'Hold',
	skip: 'Skip',
};

/** What a policy has to do in every situation. */
export const statementsField: INodeProperties = {
	displayName: 'Statements',
	name: 'statements',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'never send marketing templates when localTime is 21:00-08:00',
	description:
		'What the policy does in every situation, one statement a line: "never send marketing while optedOut", "hold when window is open, holder is agent and not optedOut", "same as strict". Each is proved, or a situation that breaks it is found.',
};

const testNameField: INodeProperties = {
	displayName: 'Test Name',
	name: 'testName',
	type: 'string',
	default: '',
	placeholder: 'nobody writes to customers who opted out',
	description: 'Another test of this name is replaced. If empty, the name tells what is expected, and when.',
};

/** A test that is kept beside the policy. Workflows of earlier versions store its name alone. */
const keptTestField: INodeProperties = {
	displayName: 'Test',
	name: testNameField.name,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTests', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: testNameField.placeholder! },
	],
	description: 'The test or the statement to delete. The policies strict and platform have none of yours.',
};

const expectedField: INodeProperties = {
	// "Name or ID" says nothing here: what is expected has no IDs that people know.
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Expected',
	name: 'expected',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getExpectations', loadOptionsDependsOn: ['policyName'] },
	default: '',
	description:
		'What the policy has to decide: an action, or an action by a rule, such as "hold by agent-holds". Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** What a policy can decide: as it does now, each action by any rule, and each of its rules. */
export async function getExpectations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const name = String(this.getCurrentNodeParameter('policyName') ?? '');
	const builtIn = Object.values(policies).find((policy) => policy.name === name);
	const store = builtIn ? undefined : await storeInForm(this);
	const policy = builtIn ?? (store && (await findPolicy(store, name)));
	return [
		{
			name: 'What the Policy Decides Now',
			value: '',
			description: 'Or what it decided, for a decision of Get Timeline',
		},
		...Object.entries(ACTIONS).map(([value, action]) => ({ name: `${action} by Any Rule`, value })),
		...(policy?.rules ?? []).map((rule) => ({
			name: `${ACTIONS[rule.event.type]} by ${rule.name}`,
			value: `${rule.event.type} by ${rule.name}`,
		})),
	];
}

/** The tests of the chosen policy whose name contains the filter, without those that come with the package. */
export async function searchTests(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const store = await storeInForm(this);
	const tests = (await store?.policies.tests(String(this.getCurrentNodeParameter('policyName') ?? ''))) ?? [];
	const found = tests.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: found.map(({ name }) => ({ name, value: name })) };
}

/** The name of a test in the form: typed, or chosen from the list. */
function testNamed({ get }: ItemCall): string {
	const given = get<unknown>('testName', '', { extractValue: true });
	// Add Test finds what was chosen in Delete Test, if the operation of the node was switched.
	return text(isObject(given) ? given.value : given);
}

type Expected = Pick<PolicyExample, 'action' | 'rule'>;

const EXPECTED = /^(\w+)(?: by (.+))?$/;

/** What is expected; `undefined` if it's what the policy decides. @throws Error for what isn't an action */
function readExpected(given: string): Expected | undefined {
	if (given === '') return undefined;
	const [, action = '', rule] = EXPECTED.exec(given) ?? [];
	if (!Object.hasOwn(ACTIONS, action)) {
		throw new Error(
			`Expected must be like "hold" or "hold by agent-holds", not "${given}". The actions are: ${Object.keys(ACTIONS).join(', ')}.`,
		);
	}
	return { action: action as Action, ...(rule !== undefined && { rule }) };
}

const expectedText = ({ action, rule }: Expected) => (rule === undefined ? action : `${action} by ${rule}`);

/** The name of a test that has none of its own: what is expected, and when. */
function nameOf({ facts, decided }: GivenFacts, of: Expected): string {
	const expected = expectedText(of);
	if (decided) return `${expected} at ${decided.at}`;
	const given = Object.entries(facts).map(([fact, value]) => `${fact} is ${[value].flat().join(', ')}`);
	return given.length === 0 ? expected : `${expected} when ${given.join(' and ')}`;
}

/** How tests came out, as an item carries it. */
export const resultsJson = (results: readonly PolicyTestResult[]): IDataObject[] =>
	results.map(({ name, holds, sentence, situations, counterexamples = [] }) => ({
		name,
		holds: holds ?? null,
		sentence,
		situations: situations ?? null,
		counterexamples: counterexamples as unknown as IDataObject[],
	}));

/** What became of tests that somebody adds: a policy can have some of them already. */
function addedInWords(tests: readonly PolicyTest[], before: readonly PolicyTest[]): string {
	const known = tests.filter((test) => before.some((one) => isDeepStrictEqual(one, test)));
	const added = tests.length - known.length;
	const was = `The policy had ${known.length === 1 ? 'this one' : 'these'} already: ${known.map(({ name }) => `"${name}"`).join(', ')}.`;
	const all = tests.length === 1 ? 'Added.' : `Added ${added}.`;
	if (known.length === 0) return all;
	return added === 0 ? was : `${all} ${was}`;
}

/**
 * Keeps tests, and says how the policy does on each of them now.
 * @param expected what is expected, as sentences, if the user didn't say it
 */
async function keep(
	store: Store,
	policy: PolicyDocument,
	tests: PolicyTest[],
	now: number,
	expected: readonly string[] = [],
): Promise<Output> {
	const added = addedInWords(tests, await store.policies.tests(policy.name));
	for (const test of tests) await addPolicyTest(store, policy.name, test, now);
	const find = (name: string) => findPolicy(store, name);
	const checked = await checkPolicy(policy, tests, { runtime: store.runtime, find });
	const broken = checked.tests.filter(({ holds }) => holds !== true);
	const outcome =
		broken.length === 0
			? 'The policy does this now.'
			: `✗ The policy doesn't do this yet, so only a version that does can be saved. ${broken.map(({ sentence }) => sentence).join(' ')}`;
	return {
		json: {
			sentence: [added, outcome, ...expected].join(' '),
			policy: policy.name,
			tests: resultsJson(checked.tests),
		},
	};
}

const sentenceOfOne = ([one, ...others]: IDataObject[]) =>
	one?.sentence === undefined || others.length > 0 ? undefined : String(one.sentence);

const onPolicy = {
	open: (context: IExecuteFunctions) => connectStore(context),
	fields: async ({ store, get }: ItemCall & Connected) => ({
		policy: await findPolicy(store, get<string>('policyName')),
	}),
};

/** The same, with the tests that items before were added under a name of the form: by the policy and the name. */
const addingTo = {
	...onPolicy,
	open: async (context: IExecuteFunctions) => ({
		...(await connectStore(context)),
		added: new Set<string>(),
	}),
};

/** Keeps an example of what a policy has to decide. */
export const addTest: Operation = {
	value: 'addTest',
	name: 'Add Test',
	description: 'Keep an example of what a policy has to decide. Save refuses versions that decide otherwise.',
	action: 'Add a test to a policy',
	hint: sentenceOfOne,
	fields: [existingPolicyField, testNameField, factRowsField, factsField, expectedField],
	numbers: 'any',
	forEachItem: perItem<Awaited<ReturnType<typeof addingTo.open>>, { policy: PolicyDocument }>(
		addingTo,
		async (call) => {
			const { context, itemIndex, get, store, engine, policy, added } = call;
			const given = readFacts(context, itemIndex, policy);
			const at = engine.runtime.now();
			const chosen = readExpected(text(get('expected', ''))) ?? given.decided;
			const decided = chosen
				? undefined
				: await tryPolicy(policy, given.facts, { runtime: { now: () => at } });
			const expected = chosen ?? decided!;
			const { action, rule } = expected;
			const named = testNamed(call);
			const place = JSON.stringify([policy.name, named]);
			if (named !== '' && added.has(place)) {
				throw new Error(
					`The test "${named}" was added for an item before, and this one would replace it. Leave Test Name empty, or make it different for each item.`,
				);
			}
			added.add(place);
			const name = named || nameOf(given, expected);
			const test = { name, facts: given.facts, action, rule, at };
			const assumed = decided && [
				`Expected: ${expectedText(decided)}.`,
				...notGivenSentences(factsNotGiven(policy, decided, given.facts)),
			];
			return keep(store, policy, [test], at, assumed);
		},
	),
};

/** @throws ProblemList that names every line that can't be read, and why */
function refuseUnreadable(error: unknown): never {
	if (!(error instanceof UnreadableStatements)) throw error;
	throw new ProblemList(["These statements can't be read.", error.hint].filter(Boolean).join(' '), [
		...error.lines,
	]);
}

/** The statements of the form. @throws ProblemList */
export const statementsIn = (given: string, policy: Pick<PolicyDocument, 'facts'>) =>
	Promise.resolve()
		.then(() => readStatements(given, policy))
		.catch(refuseUnreadable);

/** Keeps what a policy has to do in every situation. */
export const addStatement: Operation = {
	value: 'addStatement',
	name: 'Add Statement',
	description: 'Keep what a policy has to do in every situation. Save refuses versions that break it.',
	action: 'Add a statement to a policy',
	hint: sentenceOfOne,
	fields: [existingPolicyField, statementsField],
	numbers: 'any',
	forEachItem: perItem(onPolicy, async ({ get, store, engine, policy }) => {
		const statements = await statementsIn(text(get('statements')), policy);
		if (statements.length === 0) {
			throw new Error(
				'Statements is empty. Write one a line, such as "never freeform when window is closed".',
			);
		}
		const tests = statements.map(({ name }) => ({ name, statement: name }));
		return keep(store, policy, tests, engine.runtime.now());
	}),
};

/** Forgets a test or a statement. */
export const deleteTest: Operation = {
	value: 'deleteTest',
	name: 'Delete Test',
	description: 'Delete a test or a statement of a policy',
	action: 'Delete a test of a policy',
	hint: sentenceOfOne,
	fields: [existingPolicyField, keptTestField],
	numbers: 'any',
	forEachItem: perItem(onPolicy, async (call) => {
		const { store, policy } = call;
		const name = testNamed(call);
		await dropPolicyTest(store, policy.name, name);
		return { json: { sentence: `Deleted the test "${name}" of ${policy.name}.`, policy: policy.name, name } };
	}),
};
