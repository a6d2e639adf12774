import { isNewer } from '../../../engine/state/register';
import type { Work } from '../../work';
import { each } from '../../work';
import type { RegisterRow } from '../register-row';
import { keyOf, OF_SUBJECTS, toRegister, toValues, WRITE_REGISTER } from '../register-row';
import { hashOf } from './secret';

/** What a customer opted out of outlives the customer's data: it is kept under a hash of each of the customer's names. */
export function* keepOptOuts(
	secret: string,
	scope: string,
	names: readonly string[],
	optOuts: RegisterRow[],
): Work<void> {
	const kept = names.flatMap((name) =>
		optOuts.map((row) => ({ ...row, subject: hashOf(secret, 'name', scope, name), id: '' })),
	);
	const newest = new Map<string, RegisterRow>();
	for (const row of kept) {
		const key = keyOf(row.subject, row.name);
		const known = newest.get(key);
		if (!known || isNewer(toRegister(row), toRegister(known))) newest.set(key, row);
	}
	yield* each(WRITE_REGISTER, [...newest.values()].map(toValues));
}

/** What is kept of erased customers with these names, as registers of the names. */
export function* keptOptOuts(
	secret: string,
	names: Array<[scope: string, name: string]>,
): Work<RegisterRow[]> {
	const nameOf = new Map(
		names.map(([scope, name]) => [keyOf(scope, hashOf(secret, 'name', scope, name)), name]),
	);
	const rows = yield* each<RegisterRow>(
		OF_SUBJECTS,
		[...nameOf.keys()].map((key) => JSON.parse(key) as string[]),
	);
	return rows.map((row) => ({ ...row, subject: nameOf.get(keyOf(row.scope, row.subject))! }));
}
