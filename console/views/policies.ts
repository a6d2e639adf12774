import { isDeepStrictEqual } from 'node:util';
import type { PolicyDocument, PolicyRule, Store } from '../../engine';
import {
	listPolicies,
	sentencesOfRules,
	settingsOf,
	shippedPolicy,
	testInWords,
	testsOfPolicy,
} from '../../engine';
import type { Desk } from '../desk';
import { NotFound, numbersShown, titleOfNumber } from '../desk';
import type { PoliciesRecord, PolicyRecord } from '../records';

/** So many campaigns, the newest, are looked at. */
const CAMPAIGNS = 200;

/** The policies that come with the package, then the newest version of each saved one. */
export const readPolicies = async ({ store }: Desk): Promise<PoliciesRecord> => ({
	policies: await listPolicies(store),
});

interface Version {
	document: PolicyDocument;
	/** Absent of those that come with the package. Epoch ms */
	savedAt?: number;
}

/** A version of a policy, the newest unless one is given; undefined if it isn't there. */
export async function findVersion(
	store: Store,
	name: string,
	version?: number,
): Promise<Version | undefined> {
	const shipped = shippedPolicy(name, version);
	if (shipped !== undefined || shippedPolicy(name) !== undefined) return shipped && { document: shipped };
	return store.policies.find(name, version);
}

/** A policy that was asked without being saved, such as one of a program: the log of decisions has it. */
async function findLogged(store: Store, name: string, version?: number): Promise<Version | undefined> {
	const logged = [...(await store.decisions.policies()).values()].map(({ document }) => document);
	const document = logged.findLast(
		(one) => one.name === name && (version === undefined || one.version === version),
	);
	return document && { document };
}

/** A rule in two versions of its policy. */
interface Pair {
	was: PolicyRule;
	is: PolicyRule;
}

const isOn = ({ enabled = true }: PolicyRule) => enabled;

const CHANGES: ReadonlyArray<readonly [what: string, isMeant: (pair: Pair) => boolean]> = [
	[
		'changed',
		({ was, is }) => !isDeepStrictEqual({ ...was, enabled: isOn(is) }, { ...is, enabled: isOn(is) }),
	],
	['turned on', ({ was, is }) => isOn(is) && !isOn(was)],
	['turned off', ({ was, is }) => !isOn(is) && isOn(was)],
];

const byName = ({ rules }: PolicyDocument) => new Map(rules.map((rule) => [rule.name, rule]));

/** What a version changed about the rules of the one before; undefined if that is none of them. */
function changesOf(before: PolicyDocument, after: PolicyDocument): string | undefined {
	const was = byName(before);
	const is = byName(after);
	const kept = [...is].flatMap(([name, rule]) =>
		was.has(name) ? [{ name, was: was.get(name)!, is: rule }] : [],
	);
	const parts = [
		...CHANGES.map(([what, isMeant]) => [what, kept.filter(isMeant).map(({ name }) => name)] as const),
		['new', [...is.keys()].filter((name) => !was.has(name))],
		['removed', [...was.keys()].filter((name) => !is.has(name))],
	] as const;
	const said = parts.flatMap(([what, names]) =>
		names.length > 0 ? [`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${what}`] : [],
	);
	return said.length > 0 ? said.join('; ') : undefined;
}

/** The numbers whose messages it decides about unless a node names another one. */
async function numbersWith(desk: Desk, name: string): Promise<string[]> {
	const numbers = await numbersShown(desk);
	const found: string[] = [];
	for (const channel of numbers) {
		const { policy } = await settingsOf(desk.store, channel);
		if ((policy || 'strict') === name) found.push(await titleOfNumber(desk, channel));
	}
	return found;
}

/** A version of a policy with its rules in sentences, and what uses it. @throws NotFound */
export async function readPolicy(
	desk: Desk,
	{ name, version }: { name: string; version?: number | undefined },
): Promise<PolicyRecord> {
	const { store } = desk;
	const newest = await findVersion(store, name);
	const found = (await findVersion(store, name, version)) ?? (await findLogged(store, name, version));
	if (found === undefined) {
		const what = version === undefined ? 'policy' : `version ${version} of the policy`;
		throw new NotFound(`No ${what} ${name} is in this store.`);
	}
	const { document, savedAt } = found;
	const before =
		newest && document.version > 1 ? await findVersion(store, name, document.version - 1) : undefined;
	const changes = before && changesOf(before.document, document);
	const campaigns = await store.campaigns.page({ channels: desk.only, limit: CAMPAIGNS });
	return {
		name,
		version: document.version,
		builtIn: shippedPolicy(name) !== undefined,
		...(newest && { newest: newest.document.version }),
		...(savedAt !== undefined && { savedAt }),
		...(document.description !== undefined && { description: document.description }),
		...(changes !== undefined && { changes }),
		rules: sentencesOfRules(document),
		facts: Object.entries(document.facts ?? {}).map(([fact, { label = fact, description, missing }]) => ({
			name: fact,
			label,
			...(description !== undefined && { description }),
			...(missing !== undefined && { missing: String(missing) }),
		})),
		tests: (await testsOfPolicy(store, name)).map(testInWords),
		reactions: (document.reactions ?? []).map((reaction) => reaction.name),
		numbers: await numbersWith(desk, name),
		campaigns: campaigns
			.filter(({ policy, kept }) => !kept && policy.name === name && policy.version === document.version)
			.map(({ channel, id }) => ({ channel, id })),
	};
}
