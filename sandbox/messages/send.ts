import { noteAccepted } from '../billing/charge';
import { json, type Answer } from '../http/route';
import { isUserId, newMessageId } from '../identity';
import { inDetailForm, platformRefusal, Refusal } from '../refusal';
import { findTemplate } from '../templates/template';
import { checkOwner, takeOver } from '../thread-control/handover';
import type { World } from '../world';
import type { SentMessage } from './ledger';
import { reportProgress } from './progress';
import { read, readMessage, readShape, type OutgoingMessage } from './read-message';
import { recipientOf, type Recipient } from './recipient';
import { checkMedia, checkRules } from './rules';
import { TokenBucket } from './token-bucket';

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

const PAIR_PER_SECOND = 1 / 6;
const PAIR_BURST = 45;

/**
 * Refuses with 131056 after a burst of 45 messages to one recipient, then allows one every 6 s (docs/interface.md,
 * Limits).
 */
function checkPairRate({ clock, faults, pairBuckets }: World, { name, conversation }: Recipient): void {
	if (!faults.active.pairRate) return;
	const bucket =
		pairBuckets.get(conversation) ?? new TokenBucket(PAIR_PER_SECOND, () => clock.now(), PAIR_BURST);
	pairBuckets.set(conversation, bucket);
	if (!bucket.take()) throw platformRefusal(131056, `too many messages to ${name} in a short time`);
}

/** Whether the client put a BSUID where a phone number belongs. */
function isLost({ to, recipientType }: OutgoingMessage): boolean {
	return recipientType === 'individual' && to !== undefined && isUserId(to);
}

/**
 * A BSUID in `to` is answered with 200 and a message id, and the message is lost without a status: the platform
 * strips the prefix and reads the rest as a phone number (docs/interface.md, User IDs).
 */
function loseMessage(world: World, { to = '' }: OutgoingMessage): Answer {
	const id = newMessageId();
	const details = 'a user ID belongs in recipient; in to, the message is accepted and lost';
	world.ledger.violate({ rule: 'user-id-in-to', to, messageId: id, details }, world.clock.now());
	return json({
		messaging_product: 'whatsapp',
		contacts: [{ input: to, wa_id: to.replace(/\D/g, '') }],
		messages: [{ id }],
	});
}

/** Accepts a message: answers its id, and reports its progress once the answer is sent. */
function accept(world: World, message: OutgoingMessage, recipient: Recipient): Answer {
	const { template } = message;
	const sent = record(world, message, recipient);
	const held = template && findTemplate(world.templates, template.name, template.language.code)?.held;
	held?.push(sent);
	const settled = world.webhooks.expect();
	const after = () => {
		takeOver(world, message, recipient);
		if (held === undefined) reportProgress(world, sent, settled);
		else settled();
	};
	const status = held === undefined ? 'accepted' : 'held_for_quality_assessment';
	return {
		...json({
			messaging_product: 'whatsapp',
			contacts: [recipient.contact],
			messages: [{ id: sent.id, ...(template === undefined ? {} : { message_status: status }) }],
		}),
		after,
	};
}

function record(
	world: World,
	message: OutgoingMessage,
	{ name, customer, conversation }: Recipient,
): SentMessage {
	const { type, recipientType, body, callbackData, template } = message;
	const sent: SentMessage = {
		id: newMessageId(),
		at: world.clock.now(),
		to: name,
		...(customer === undefined ? {} : { userId: customer.userId }),
		type,
		recipientType,
		body,
		status: 'accepted',
		...(template === undefined
			? {}
			: { template: { name: template.name, language: template.language.code } }),
		...(callbackData === undefined ? {} : { callbackData }),
	};
	world.ledger.accept(sent, customer);
	noteAccepted(world, sent, customer);
	noteChat(world, sent, conversation);
	return sent;
}

function noteChat({ chats, templates }: World, sent: SentMessage, conversation: string): void {
	const { id, type, body, template } = sent;
	const { context } = body as { context?: { message_id?: string } };
	const definition = template && findTemplate(templates, template.name, template.language)?.components;
	const replyTo = context?.message_id;
	chats.add({ id, conversation, by: 'business', type, content: body, replyTo, sent, definition });
}
