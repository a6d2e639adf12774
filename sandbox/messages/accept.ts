import { newMessageId } from '../identity';
import { json, type Answer } from '../http/route';
import { findTemplate } from '../templates/template';
import { takeOver } from '../thread-control/routing';
import type { World } from '../world';
import type { SentMessage } from './ledger';
import type { OutgoingMessage } from './read-message';
import type { Recipient } from './recipient';
import { reportProgress } from './progress';

/** Accepts a message: answers its id, and reports its progress once the answer is sent. */
export function accept(world: World, message: OutgoingMessage, recipient: Recipient): Answer {
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
