import type { CustomerQuery } from '../../engine/store/customers';
import { resolveName } from '../tables/names';
import type { Work } from '../work';
import { all } from '../work';

/** All names of a customer, the one that the others lead to first. */
export function* namesOf({ channel, name }: CustomerQuery): Work<string[]> {
	const contact = yield* resolveName(channel, name);
	const others = yield* all<{ alias: string }>(
		'SELECT alias FROM alias WHERE scope = ? AND contact = ? ORDER BY alias',
		channel,
		contact,
	);
	return [contact, ...others.map(({ alias }) => alias)];
}
