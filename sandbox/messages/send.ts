import { giveToBusiness } from '../agent';
import { newMessageId } from '../identity';
import { json, type Answer } from '../http/route';
import { platformRefusal } from '../refusal';
import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { SentMessage } from './ledger';
import { checkMedia } from './media-rules';
import { checkPairRate } from './pair-rate';
import { read, readMessage, type OutgoingMessage } from './read-message';
import { recipientOf, type Recipient } from './recipient';
import { checkRules } from './rules';
import { readShape } from './shapes';
import { reportProgress } from './statuses';

/** `POST /messages`: sends a message, or marks one as read. */
export function postMessage(world: World, body: unknown): Answer {
	if (typeof body === 'object' && body !== null && 'status' in body) {
		read(readShape, body);
		return json({ success: true });
	}
	const message = readMessage(body);
	if (world.bucket !== undefined && !world.bucket.take()) {
		throw platformRefusal(130429, `more than ${world.settings.throughput} messages a second`);
	}
	const recipient = recipientOf(world, message);
	strikeError(world, recipient);
	checkPairRate(world, recipient);
	checkMedia(world, message);
	checkRules(world, message, recipient);
	return accept(world, message, recipient);
}

function accept(world: World, message: OutgoingMessage, recipient: Recipient): Answer {
	const { type, recipientType, body, callbackData, template } = message;
	const sent: SentMessage = {
		id: newMessageId(),
		at: world.clock.now(),
		to: recipient.id,
		type,
		recipientType,
		body,
		status: 'accepted',
		...(template === undefined
			? {}
			: { template: { name: template.name, language: template.language.code } }),
		...(callbackData === undefined ? {} : { callbackData }),
	};
	world.ledger.accept(sent);
	const held = template && findTemplate(world.templates, template.name, template.language.code)?.held;
	held?.push(sent);
	const settled = world.webhooks.expect();
	const after = () => {
		giveToBusiness(world, recipient);
		if (held === undefined) reportProgress(world, sent, settled);
		else settled();
	};
	const status = held === undefined ? 'accepted' : 'held_for_quality_assessment';
	return {
		...json({
			messaging_product: 'whatsapp',
			contacts: [{ input: message.to, wa_id: recipient.id }],
			messages: [{ id: sent.id, ...(template === undefined ? {} : { message_status: status }) }],
		}),
		after,
	};
}

function strikeError({ faults }: World, { id }: Recipient): void {
	const { error } = faults.active;
	if (error === undefined || (error.to !== undefined && error.to !== id)) return;
	if (faults.strikes('error', error.times)) throw platformRefusal(error.code, error.details ?? 'fault');
}
