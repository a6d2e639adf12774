import { isDeepStrictEqual } from 'node:util';
import type { PolicyDocument, PolicyTest } from '../../engine/policies/policy';
import type { StoredPolicy } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, lock, one, run } from '../work';

interface PolicyRow {
	name: string;
	version: number;
	document: string;
	saved_at: number;
}

const toPolicy = (row: PolicyRow): StoredPolicy => ({
	document: JSON.parse(row.document) as StoredPolicy['document'],
	savedAt: row.saved_at,
});

const asStored = (document: PolicyDocument): unknown => JSON.parse(JSON.stringify(document));

const NEWEST = 'SELECT * FROM policy WHERE name = ? ORDER BY version DESC LIMIT 1';
const ONE = 'SELECT * FROM policy WHERE name = ? AND version = ?';
const ALL =
	'SELECT * FROM policy AS p WHERE version = (SELECT max(version) FROM policy WHERE name = p.name) ORDER BY name';

/** No version of a policy is ever changed or lost. A document that is the newest version already is none of its own. */
function* savePolicy(document: PolicyDocument, savedAt: number): Work<StoredPolicy> {
	yield* lock('policies');
	const before = yield* one<PolicyRow>(NEWEST, document.name);
	const newest = before && toPolicy(before);
	if (newest && isDeepStrictEqual(newest.document, asStored({ ...document, version: before.version })))
		return newest;
	const saved = { ...document, version: (before?.version ?? 0) + 1 };
	yield* run(
		'INSERT INTO policy (name, version, document, saved_at) VALUES (?, ?, ?, ?)',
		saved.name,
		saved.version,
		JSON.stringify(saved),
		savedAt,
	);
	return { document: saved, savedAt };
}

function* findPolicy(name: string, version?: number): Work<StoredPolicy | undefined> {
	const row =
		version === undefined ? yield* one<PolicyRow>(NEWEST, name) : yield* one<PolicyRow>(ONE, name, version);
	return row && toPolicy(row);
}

function* listPolicies(): Work<StoredPolicy[]> {
	return (yield* all<PolicyRow>(ALL)).map(toPolicy);
}

interface TestRow {
	name: string;
	content: string;
}

function* testsOfPolicy(policy: string): Work<PolicyTest[]> {
	const rows = yield* all<TestRow>(
		'SELECT name, content FROM policy_test WHERE policy_name = ? ORDER BY name',
		policy,
	);
	return rows.map(({ name, content }) => ({ name, ...(JSON.parse(content) as object) }) as PolicyTest);
}

function* keepPolicyTest(policy: string, { name, ...content }: PolicyTest, now: number): Work<void> {
	yield* run(
		`INSERT INTO policy_test (policy_name, name, content, saved_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (policy_name, name) DO UPDATE SET content = excluded.content, saved_at = excluded.saved_at`,
		policy,
		name,
		JSON.stringify(content),
		Math.floor(now),
	);
}

function* dropPolicyTest(policy: string, name: string): Work<boolean> {
	return (yield* run('DELETE FROM policy_test WHERE policy_name = ? AND name = ?', policy, name)) > 0;
}

export const policyWorks = {
	save: writes(savePolicy),
	find: reads(findPolicy),
	list: reads(listPolicies),
	tests: reads(testsOfPolicy),
	keepTest: writes(keepPolicyTest),
	dropTest: writes(dropPolicyTest),
};
