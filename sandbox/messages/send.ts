import { inDetailForm } from '../gateway-errors';
import { json, type Answer } from '../http/route';
import { platformRefusal, Refusal } from '../refusal';
import { checkOwner } from '../thread-control/routing';
import type { World } from '../world';
import { accept } from './accept';
import { isLost, loseMessage } from './lost-message';
import { checkMedia } from './media-rules';
import { checkPairRate } from './pair-rate';
import { read, readMessage, type OutgoingMessage } from './read-message';
import { recipientOf, type Recipient } from './recipient';
import { checkRules } from './rules';
import { readShape } from './shapes';

/** `POST /messages`: sends a message, or marks one as read. */
export function postMessage(world: World, body: unknown): Answer {
	if (typeof body === 'object' && body !== null && 'status' in body) {
		const { message_id: id, typing_indicator: typing } = read(readShape, body);
		world.chats.markRead(id, typing !== undefined);
		return json({ success: true });
	}
	const message = readMessage(body);
	if (world.bucket !== undefined && !world.bucket.take()) {
		throw platformRefusal(130429, `more than ${world.settings.throughput} messages a second`);
	}
	if (isLost(message)) return loseMessage(world, message);
	const recipient = recipientOf(world, message);
	try {
		check(world, message, recipient);
	} catch (error) {
		if (error instanceof Refusal) noteRefusal(world, message, recipient, error);
		throw error;
	}
	return accept(world, message, recipient);
}

function check(world: World, message: OutgoingMessage, recipient: Recipient): void {
	strikeError(world, recipient);
	checkPairRate(world, recipient);
	checkMedia(world, message);
	checkRules(world, message, recipient);
	checkOwner(world, message, recipient);
}

/** Whoever watches the chat sees what the business tried to send, and why the gateway refused it. */
function noteRefusal(
	{ chats }: World,
	{ type, template }: OutgoingMessage,
	{ conversation }: Recipient,
	{ message }: Refusal,
): void {
	chats.note(conversation, 'refused', { type, template: template?.name, why: message });
}

function strikeError({ customers, faults }: World, { name, customer }: Recipient): void {
	const { error } = faults.active;
	if (error === undefined) return;
	const isHit = error.to === undefined || error.to === name || matches(customers.find(error.to), customer);
	if (!isHit || !faults.strikes('error', error.times)) return;
	const refusal = platformRefusal(error.code, error.details ?? 'fault');
	throw error.form === 'detail' ? inDetailForm(refusal) : refusal;
}

function matches<Item>(one: Item | undefined, other: Item | undefined): boolean {
	return one !== undefined && one === other;
}
