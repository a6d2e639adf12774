import { customerId } from '../identity';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';

/** Who a message goes to: the customer's or group's id, and the key of the conversation. */
export interface Recipient {
	readonly id: string;
	readonly conversation: string;
}

/** The recipient, or a refusal: 131009 when it is malformed, 131021 for the number itself, 131026 by fault. */
export function recipientOf(world: World, { to, recipientType, type }: OutgoingMessage): Recipient {
	if (type === 'pin' && recipientType !== 'group')
		throw platformRefusal(131051, 'only groups can pin messages');
	if (recipientType === 'group') return { id: to, conversation: groupConversation(to) };
	const written = customerId(to);
	const id = written && (world.aliases.get(written) ?? written);
	if (id === undefined)
		throw platformRefusal(131009, `to is neither a phone number nor an account ID: ${to}`);
	if (id === world.account.displayPhoneNumber) throw platformRefusal(131021, 'to is the sender itself');
	if (world.faults.active.notOnPlatform?.includes(id)) {
		throw platformRefusal(131026, `${id} is not on the platform`);
	}
	return { id, conversation: id };
}

/** The key of a group's conversation, whose window is one for all members. Facts, §3. */
export function groupConversation(groupId: string): string {
	return `group:${groupId}`;
}
