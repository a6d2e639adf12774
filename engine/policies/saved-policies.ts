import { listOf, rulesInOrder } from '../../rules';
import type { Store } from '../store/store';
import type { PolicyDocument, PolicyTest } from './policy';
import type { PolicyTestResult } from './policy-tests';
import { problemsOfTest, runTests } from './policy-tests';
import { policies, shippedPolicy } from './shipped-policies';
import { SHIPPED_TESTS } from './shipped-tests';

/**
 * A policy by name: a shipped one (`strict`, `platform`), otherwise one kept in the store.
 * @throws Error that names the policies that exist
 */
export async function findPolicy(store: Store, name: string): Promise<PolicyDocument> {
	const policy = shippedPolicy(name) ?? (await store.policies.find(name))?.document;
	if (policy) return policy;
	const stored = await store.policies.list();
	const names = [...Object.keys(policies), ...stored.map(({ document }) => document.name)];
	throw new Error(`The policy "${name}" doesn't exist. The available policies are: ${names.join(', ')}.`);
}

/** The tests beside a policy, by name: those of a shipped one, otherwise those kept in the store. */
export const testsOfPolicy = async (store: Store, name: string): Promise<readonly PolicyTest[]> =>
	shippedPolicy(name) ? SHIPPED_TESTS[name]! : store.policies.tests(name);

/** A policy in a list. */
export interface ListedPolicy {
	name: string;
	version: number;
	description?: string;
	builtIn: boolean;
	/** Epoch ms */
	savedAt?: number;
	/** How many are turned on. */
	rules: number;
	tests: number;
}

/** The policies that come with the package, then the newest version of each saved one. */
export async function listPolicies(store: Store): Promise<ListedPolicy[]> {
	const shipped = Object.values(policies).map((document) => ({ document }));
	const all = [...shipped, ...(await store.policies.list())];
	return Promise.all(
		all.map(async ({ document, ...saved }) => ({
			name: document.name,
			version: document.version,
			...(document.description !== undefined && { description: document.description }),
			builtIn: !('savedAt' in saved),
			...saved,
			rules: rulesInOrder(document.rules).length,
			tests: (await testsOfPolicy(store, document.name)).length,
		})),
	);
}

/** A policy that wasn't saved, because it breaks what was said of it. */
export class BrokenTests extends Error {
	override readonly name = 'BrokenTests';

	/** What to do about it. */
	readonly wayOut: string;

	/** @param results of the tests that don't hold. Their sentences say whether the version before kept them */
	constructor(
		policy: string,
		readonly results: readonly BrokenTest[],
	) {
		const broken = results.map(({ sentence }) => `- ${sentence}`).join('\n');
		const one = results.length === 1;
		const wayOut = `Change the policy, or delete ${one ? 'the test if it no longer applies' : 'the tests that no longer apply'} with Policy: Delete Test in n8n.`;
		super(
			`The policy "${policy}" wasn't saved, because ${one ? "a test doesn't" : "tests don't"} hold:\n${broken}\n${wayOut}`,
		);
		this.wayOut = wayOut;
	}
}

/** A test that a policy breaks. */
export interface BrokenTest extends PolicyTestResult {
	/** Whether the newest saved version keeps it; `undefined` if there was no time to find out. */
	heldBefore: boolean | undefined;
}

/** Which tests the newest saved version broke already. Those that it kept come first. */
function sinceWhen(
	version: number,
	broken: readonly PolicyTestResult[],
	before: readonly PolicyTestResult[],
): BrokenTest[] {
	const told = broken.map(({ sentence, ...result }, index): BrokenTest => {
		const heldBefore = before[index]!.holds;
		const since = {
			true: `This change breaks it: the test held in version ${version}.`,
			false: `The test didn't hold in version ${version} either.`,
			undefined: `There wasn't enough time to find out whether the test held in version ${version}.`,
		}[`${heldBefore}`];
		return { ...result, heldBefore, sentence: `${sentence} ${since}` };
	});
	return [true, false, undefined].flatMap((held) => told.filter(({ heldBefore }) => heldBefore === held));
}

/**
 * What a version of a policy has that the next one doesn't, in words, such as "rules that this one doesn't have: sundays";
 * undefined if nothing is missing. Rules that were off before don't count.
 */
export function lostSince(before: PolicyDocument, { rules, facts = {} }: PolicyDocument): string | undefined {
	const asked = before.rules.filter(({ enabled }) => enabled !== false).map(({ name }) => name);
	const now = new Map(rules.map((rule) => [rule.name, rule]));
	const lost = {
		"rules that this one doesn't have": asked.filter((name) => !now.has(name)),
		'rules that this one has turned off': asked.filter((name) => now.get(name)?.enabled === false),
		"facts that this one doesn't have": Object.keys(before.facts ?? {}).filter((name) => !(name in facts)),
	};
	const words = Object.entries(lost).flatMap(([what, names]) =>
		names.length > 0 ? [`${what}: ${names.join(', ')}`] : [],
	);
	return words.length > 0 ? `Version ${before.version} had ${words.join('; and ')}.` : undefined;
}

/** @throws Error if a policy comes with the package. `what`: why that doesn't do, and what to do instead */
const refuseShipped = (name: string, what: string) => {
	if (shippedPolicy(name)) throw new Error(`The policy "${name}" comes with the package${what}`);
};

/**
 * Saves a policy under its name, as the next version, unless the newest one is the same.
 * @throws Error if a shipped policy has the name: those never change. BrokenTests if a test beside it doesn't hold
 */
export async function savePolicy(store: Store, policy: PolicyDocument, now: number): Promise<PolicyDocument> {
	refuseShipped(policy.name, " and can't be changed. Save yours under a different name.");
	const tests = await store.policies.tests(policy.name);
	const options = { runtime: store.runtime, find: (name: string) => findPolicy(store, name) };
	const results = await runTests(policy, tests, options);
	const isBroken = (_: unknown, index: number) => results[index]!.holds !== true;
	const broken = results.filter(isBroken);
	if (broken.length > 0) {
		const { document } = (await store.policies.find(policy.name))!;
		const before = await runTests(document, tests.filter(isBroken), options);
		throw new BrokenTests(policy.name, sinceWhen(document.version, broken, before));
	}
	return (await store.policies.save(policy, now)).document;
}

/**
 * Forgets a test or a statement of a saved policy.
 * @throws Error that names the tests that are there, if there is none of that name, and for a policy of the package
 */
export async function dropPolicyTest(store: Store, policy: string, name: string): Promise<void> {
	refuseShipped(policy, ', and so do its tests. Choose a policy that you saved.');
	if (name !== '' && (await store.policies.dropTest(policy, name))) return;
	const names = (await store.policies.tests(policy)).map((test) => `"${test.name}"`);
	const what = name === '' ? 'Say which test to delete.' : `The policy "${policy}" has no test "${name}".`;
	const others =
		names.length === 0 ? `${policy} has no tests.` : `The tests of ${policy} are: ${names.join(', ')}.`;
	throw new Error(`${what} ${others}`);
}

/**
 * Keeps a test beside a saved policy, instead of the one of its name. The policy need not pass it yet.
 * @param now epoch ms
 * @throws Error that says what is wrong with the test, and for a policy that isn't saved
 */
export async function addPolicyTest(
	store: Store,
	policy: string,
	test: PolicyTest,
	now: number,
): Promise<void> {
	const saved = (await store.policies.list()).map(({ document }) => document.name);
	const choose =
		saved.length === 0 ? 'Save a policy of your own first' : `Choose one that you saved: ${saved.join(', ')}`;
	refuseShipped(policy, `, so it takes no tests of yours. ${choose}.`);
	const problems = problemsOfTest(test, await findPolicy(store, policy));
	if (problems.length > 0) throw new Error(`This test can't be used:\n${listOf(problems)}`);
	await store.policies.keepTest(policy, test, now);
}
