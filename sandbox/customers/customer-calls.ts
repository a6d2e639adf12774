import { newMessageId } from '../identity';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { Customer } from './customer';
import { contactOf, senderOf } from './wire';

/** A customer calls: `calls`. A call opens or renews the window as a message does. Facts 2026, §6. */
export function customerCalls(world: World, customer: Customer): { id: string } {
	const id = newMessageId().replace('wamid.', 'wacid.');
	const second = world.clock.seconds();
	const contacts = [contactOf(world, customer)];
	const call = {
		...senderOf(world, customer),
		id,
		to: world.account.displayPhoneNumber,
		event: 'connect',
		direction: 'USER_INITIATED',
		timestamp: String(second),
	};
	const announced = world.webhooks.emit({
		field: 'calls',
		conversation: customer.key,
		value: { ...numberFields(world), contacts, calls: [call] },
	});
	world.chats.note(customer.key, 'called');
	world.conversations.noteInbound(customer.key, second, announced);
	return { id };
}
