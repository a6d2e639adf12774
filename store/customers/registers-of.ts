import { numberSubject } from '../../engine/state/identity';
import { keptOptOuts } from '../tables/erased/opt-outs';
import { readSecret } from '../tables/erased/secret';
import type { RegisterRow } from '../tables/register-row';
import { OF_SUBJECTS } from '../tables/register-row';
import type { Work } from '../work';
import { each } from '../work';

/** What is known about a customer's conversation under any of their names, and whose their phone numbers are. */
export function* registersOf(channel: string, names: readonly string[]): Work<RegisterRow[]> {
	const own = new Set(names);
	const found = yield* each<RegisterRow>(
		OF_SUBJECTS,
		names.flatMap((name) => [
			[channel, name],
			[channel, numberSubject(name)],
		]),
	);
	return found.filter(({ subject, value }) => own.has(subject) || own.has(JSON.parse(value) as string));
}

/** What is kept of the customer's opt-outs from before an erasure. */
export function* optOutsFromBefore(channel: string, names: readonly string[]): Work<RegisterRow[]> {
	const secret = yield* readSecret();
	if (secret === undefined) return [];
	return yield* keptOptOuts(
		secret,
		names.map((name) => [channel, name]),
	);
}
