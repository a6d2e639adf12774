import type { Customer } from '../customers/customer';
import { idsOf } from '../customers/wire';
import type { World } from '../world';

/** A participant or somebody who asks to join: `wa_id?`, `user_id`, `parent_user_id?`, `username?`. Facts 2026, §1. */
export function memberFields(world: World, customer: Customer): object {
	const { username } = customer;
	return { ...idsOf(world, customer), ...(username === undefined ? {} : { username }) };
}
