import type { IDataObject } from 'n8n-workflow';
import type { PolicyDocument } from '../../../engine';
import { BrokenTests, definePolicy, lostSince, policies, savePolicy } from '../../../engine';
import { connectStore } from '../../shared/connect';
import { ProblemList } from '../../shared/errors/item-errors';
import type { Operation } from '../../shared/operation';
import { strictWith } from '../../shared/policies';
import { policyFields } from './fields';
import { policyJson } from './policy-json';
import type { PlacedProblem } from './problems';
import { lineOf, problemsOf, refuseErrors } from './problems';
import { readPolicy } from './read-policy';

type Rules = PolicyDocument['rules'];

/** What became of a policy, and which of its rules `strict` doesn't ask. */
function saidOf(became: string, rules: Rules): string {
	const more = strictWith(rules);
	return more === undefined ? `${became}.` : `${became}: ${more}.`;
}

const STRICT: ReadonlySet<string> = new Set(policies.strict.rules.map(({ name }) => name));

/** Says where the user's own rules come among those of `strict`. */
function orderOf(rules: Rules): string[] {
	const asked = rules.filter(({ enabled }) => enabled !== false).map(({ name }) => name);
	const groups: Array<{ own: string[]; before: string | undefined }> = [];
	for (const [index, name] of asked.entries()) {
		if (STRICT.has(name)) continue;
		const before = asked.slice(index).find((each) => STRICT.has(each));
		const last = groups.at(-1);
		if (last && last.before === before) last.own.push(name);
		else groups.push({ own: [name], before });
	}
	const isAmongOthers = asked.some((name) => STRICT.has(name));
	if (!isAmongOthers || groups.length === 0) return [];
	const places = groups.map(({ own, before }) => `${own.join(', ')} ${before ? `before ${before}` : 'last'}`);
	return [`Order of your rules: ${places.join('; ')}. The first rule that applies decides.`];
}

type Warning = Pick<PlacedProblem, 'path' | 'where' | 'message'>;

/** What the version before had that this one doesn't, and that version, if anything is missing. */
function lostFrom(
	before: PolicyDocument | undefined,
	policy: PolicyDocument,
): { before: PolicyDocument; problem: PlacedProblem } | undefined {
	const lost = before && lostSince(before, policy);
	if (!before || lost === undefined) return undefined;
	const message = `${lost} To go back, set Define to Using JSON, and save what the field "before" of the output has.`;
	return { before, problem: { path: 'rules', where: 'Rules', severity: 'warning', message } };
}

/** What became of a policy, and every warning about it. */
function warnedOf(became: string, warnings: readonly Warning[]): string {
	const words = warnings.map(lineOf);
	if (words.length === 1) return `${became}, with a warning. ${words[0]!}`;
	return [`${became}, with ${words.length} warnings:`, ...words.map((each) => `- ${each}`)].join('\n');
}

/** What was saved with which warnings, and what comes next; undefined if nothing was. */
function describeSaved(output: IDataObject[]): string | undefined {
	const named = output.filter(({ name }) => typeof name === 'string');
	const [saved, ...others] = new Map(named.map((each) => [each.name, each])).values();
	if (!saved) return undefined;
	const isOne = others.length === 0;
	const name = isOne ? String(saved.name) : 'each of them';
	const isChanged = named.some(({ changed }) => changed);
	const became = isChanged ? 'Saved' : 'Nothing changed';
	const isNext = isOne && isChanged && Number(saved.version) > 1;
	const warnings = isOne ? (saved.warnings as Warning[]) : [];
	const rules = isOne ? (saved.rules as unknown as Rules) : [];
	return [
		warnings.length > 0 ? warnedOf(became, warnings) : saidOf(became, rules),
		...orderOf(rules),
		...(isNext
			? [
					`This is version ${String(saved.version)} of ${name}. Workflows that use ${name} decide by it from now on. Campaigns that are planned keep their version.`,
				]
			: []),
		`Try it with Policy: Test, or with messages of the past in Policy: Replay, and choose ${name} there. To use it, choose ${name} as Policy in the options of a node that sends.`,
	].join('\n');
}

/** @throws ProblemList that names every test that doesn't hold */
function refuseBroken(error: unknown): never {
	if (!(error instanceof BrokenTests)) throw error;
	const tests = error.results.length === 1 ? "a test doesn't hold" : "tests don't hold";
	throw new ProblemList(
		`The policy wasn't saved, because ${tests}. ${error.wayOut}`,
		error.results.map(({ sentence }) => sentence),
	);
}

/** Saves a policy under its name, as the next version unless nothing changed, and returns it with its warnings. */
export const save: Operation = {
	value: 'save',
	name: 'Save',
	description:
		'Create or change a policy. Saved as the next version of its name, unless nothing changed or a test breaks.',
	action: 'Create or change a policy',
	fields: policyFields,
	hint: describeSaved,
	numbers: 'any',
	async forEachItem(context) {
		const { store, engine } = await connectStore(context);
		return async (itemIndex) => {
			const given = await readPolicy(context, itemIndex, async () => store);
			const problems = problemsOf(given);
			refuseErrors(problems);
			const policy = definePolicy(given.document);
			const known = (await store.policies.find(policy.name))?.document;
			const lost = lostFrom(known, policy);
			if (lost) problems.push(lost.problem);
			const { name, version } = await savePolicy(store, policy, engine.runtime.now()).catch(refuseBroken);
			const saved = (await store.policies.find(name, version))!;
			const warnings = problems.map(({ path, where, message }) => ({ path, where, message }));
			const before = lost && { before: lost.before as unknown as IDataObject };
			const changed = known?.version !== version;
			return [{ json: { ...policyJson(saved.document, saved), changed, warnings, ...before } }];
		};
	},
};
