import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { Customer } from './customer';
import { contactOf, idsOf } from './wire';

const DETAILS = {
	stop: 'User requested to stop marketing messages',
	resume: 'User requested to resume marketing messages',
} as const;

/**
 * A customer stops or resumes marketing messages, with the event `user_preferences`. It applies to the customer's
 * user ID, never to the parent one. Facts, §8; facts 2026, §1.
 */
export function setPreference(world: World, customer: Customer, value: 'stop' | 'resume'): void {
	const timestamp = String(world.clock.seconds());
	const announced = world.webhooks.emit({
		field: 'user_preferences',
		conversation: customer.key,
		value: {
			...numberFields(world),
			contacts: [contactOf(world, customer)],
			user_preferences: [
				{
					...idsOf(world, customer),
					category: 'marketing_messages',
					detail: DETAILS[value],
					value,
					timestamp,
				},
			],
		},
	});
	world.chats.note(customer.key, value === 'stop' ? 'opted-out' : 'opted-in');
	if (value === 'stop') world.optedOut.set(customer.key, announced);
	else world.optedOut.delete(customer.key);
}
