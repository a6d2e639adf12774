import { isDeepStrictEqual } from 'node:util';
import type { PolicyDocument } from '../../engine/policies/policy';
import type { StoredPolicy } from '../../engine/store/store';
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
export function* savePolicy(document: PolicyDocument, savedAt: number): Work<StoredPolicy> {
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

export function* findPolicy(name: string, version?: number): Work<StoredPolicy | undefined> {
	const row =
		version === undefined ? yield* one<PolicyRow>(NEWEST, name) : yield* one<PolicyRow>(ONE, name, version);
	return row && toPolicy(row);
}

export function* listPolicies(): Work<StoredPolicy[]> {
	return (yield* all<PolicyRow>(ALL)).map(toPolicy);
}
