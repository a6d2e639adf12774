import type { Customer } from '../customers/customer';
import { contactOf, idsOf } from '../customers/wire';
import type { Announcement } from '../webhooks/announcement';
import type { World } from '../world';

export type HandoverType = 'control_passed' | 'control_taken';

/**
 * Emits `messaging_handovers`. It has no `value.metadata`: `recipient` names the number. A customer whose phone number
 * is hidden is in `contacts`, and `sender` is missing. Facts, §9; facts 2026, §3.
 */
export function emitHandover(
	world: World,
	customer: Customer,
	type: HandoverType,
	details: Readonly<Record<string, unknown>>,
): Announcement {
	const { wa_id: phone } = idsOf(world, customer);
	return world.webhooks.emit({
		field: 'messaging_handovers',
		conversation: customer.key,
		value: {
			messaging_product: 'whatsapp',
			recipient: {
				display_phone_number: world.account.displayPhoneNumber,
				phone_number_id: world.account.phoneNumberId,
			},
			...(phone === undefined
				? { contacts: [contactOf(world, customer)] }
				: { sender: { phone_number: phone } }),
			timestamp: String(world.clock.seconds()),
			type,
			[type]: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
		},
	});
}
