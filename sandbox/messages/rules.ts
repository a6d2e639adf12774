import { platformRefusal, type Refusal } from '../refusal';
import { checkParameters } from '../templates/parameters';
import { findTemplate, type Template } from '../templates/template';
import type { World } from '../world';
import type { ViolationRule } from './ledger';
import type { OutgoingMessage } from './read-message';
import type { Recipient } from './recipient';

/** Throws the refusal of a message that the gateway's rules forbid now, and notes it as a violation. */
export function checkRules(world: World, message: OutgoingMessage, recipient: Recipient): void {
	const refuse = (rule: ViolationRule, refusal: Refusal): never => {
		world.ledger.violate(rule, recipient.id, refusal.message);
		throw refusal;
	};
	if (message.template === undefined) {
		if (!world.conversations.isActive(recipient.conversation)) {
			refuse('freeform-outside-window', outsideWindow(world, recipient));
		}
		return;
	}
	const { name, language } = message.template;
	const template = findTemplate(world.templates, name, language.code);
	const unsendable = whyNotSendable(template, name, language.code);
	if (unsendable !== undefined) return refuse('template-not-sendable', unsendable);
	if (template === undefined) return;
	checkParameters(template, message.template.components ?? []);
	if (template.category === 'MARKETING' && world.optedOut.has(recipient.id)) {
		refuse('opted-out', platformRefusal(131050, `${recipient.id} has opted out of marketing messages`));
	}
	if (world.settings.policy === 'strict' && world.conversations.isActive(recipient.conversation)) {
		refuse('template-in-active-conversation', inActiveConversation(world, recipient));
	}
}

function outsideWindow({ conversations }: World, { id, conversation }: Recipient): Refusal {
	const closed = conversations.closesAt(conversation);
	const since = closed === undefined ? 'never wrote' : `window closed at ${new Date(closed).toISOString()}`;
	return platformRefusal(131047, `More than 24 hours have passed since ${id} last wrote (${since})`);
}

/**
 * The interface's business rule names no error. The code is chosen here; that the details speak of an
 * "active conversation" is the contract.
 */
function inActiveConversation({ conversations }: World, { id, conversation }: Recipient): Refusal {
	const closes = new Date(conversations.closesAt(conversation) ?? 0).toISOString();
	return platformRefusal(
		132018,
		`A template cannot be sent while there is an active conversation: ${id} wrote within the last 24 hours; it closes at ${closes}`,
	);
}

/** Only templates with an Active status can be sent. Interface, "Template status"; codes: facts, §6. */
function whyNotSendable(template: Template | undefined, name: string, language: string): Refusal | undefined {
	const which = `template ${name} in ${language}`;
	switch (template?.status) {
		case 'APPROVED':
			return undefined;
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
