import { platformRefusal, type Refusal } from '../refusal';
import { checkParameters } from '../templates/parameters';
import { findTemplate, type Template } from '../templates/template';
import type { World } from '../world';
import { checkGroup } from './group-rules';
import type { ViolationRule } from './ledger';
import type { OutgoingMessage } from './read-message';
import type { Recipient } from './recipient';

/** Why a message may not go out now, and since when (epoch ms) the client could know. */
interface Forbidden {
	readonly rule: ViolationRule;
	readonly refusal: Refusal;
	readonly knownAt?: number | undefined;
}

/** Throws the refusal of a message that the gateway's rules forbid now, and notes it as a violation. */
export function checkRules(world: World, message: OutgoingMessage, recipient: Recipient): void {
	if (message.recipientType === 'group') checkGroup(world, message);
	const forbidden =
		message.template === undefined
			? whyNoFreeform(world, recipient)
			: whyNoTemplate(world, message, message.template, recipient);
	if (forbidden === undefined) return;
	const { rule, refusal, knownAt } = forbidden;
	world.ledger.violate({ rule, to: recipient.name, details: refusal.message }, knownAt);
	throw refusal;
}

function whyNoFreeform({ conversations }: World, { name, conversation }: Recipient): Forbidden | undefined {
	if (conversations.isActive(conversation)) return undefined;
	const knownAt = conversations.closesAt(conversation);
	const since = knownAt === undefined ? 'never wrote' : `window closed at ${new Date(knownAt).toISOString()}`;
	const refusal = platformRefusal(
		131047,
		`More than 24 hours have passed since ${name} last wrote (${since})`,
	);
	return { rule: 'freeform-outside-window', refusal, knownAt };
}

function whyNoTemplate(
	world: World,
	message: OutgoingMessage,
	{ name, language, components = [] }: NonNullable<OutgoingMessage['template']>,
	recipient: Recipient,
): Forbidden | undefined {
	const template = findTemplate(world.templates, name, language.code);
	if (template?.status !== 'APPROVED') {
		const refusal = notSendable(template, `template ${name} in ${language.code}`);
		return { rule: 'template-not-sendable', refusal, knownAt: template?.announced?.deliveredAt };
	}
	if (template.category === 'AUTHENTICATION' && message.to === undefined) {
		throw platformRefusal(131062, 'authentication templates need a phone number');
	}
	checkParameters(template, components);
	return whyNotToThem(world, template, recipient);
}

function whyNotToThem(world: World, { category }: Template, recipient: Recipient): Forbidden | undefined {
	const { conversations, optedOut, settings } = world;
	const optOut = optedOut.get(recipient.conversation);
	if (category === 'MARKETING' && optOut !== undefined) {
		const refusal = platformRefusal(131050, `${recipient.name} has opted out of marketing messages`);
		return { rule: 'opted-out', refusal, knownAt: optOut.deliveredAt };
	}
	if (settings.policy === 'platform' || !conversations.isActive(recipient.conversation)) return undefined;
	return {
		rule: 'template-in-active-conversation',
		refusal: inActiveConversation(world, recipient),
		knownAt: conversations.opening(recipient.conversation)?.deliveredAt,
	};
}

/**
 * The interface's business rule names no error. The code is chosen here; that the details speak of an
 * "active conversation" is the contract.
 */
function inActiveConversation({ conversations }: World, { name, conversation }: Recipient): Refusal {
	const closes = new Date(conversations.closesAt(conversation) ?? 0).toISOString();
	return platformRefusal(
		132018,
		`A template cannot be sent while there is an active conversation: ${name} wrote within the last 24 hours; it closes at ${closes}`,
	);
}

/** Only templates with an Active status can be sent. Interface, "Template status"; codes: facts, §6. */
function notSendable(template: Template | undefined, which: string): Refusal {
	switch (template?.status) {
		case 'PAUSED':
			return platformRefusal(132015, `${which} is paused due to low quality`);
		case 'DISABLED':
			return platformRefusal(132016, `${which} is disabled`);
		case undefined:
			return platformRefusal(132001, `${which} does not exist`);
		default:
			return platformRefusal(132001, `${which} is not approved: its status is ${template?.status}`);
	}
}
