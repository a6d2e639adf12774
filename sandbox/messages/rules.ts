import { platformRefusal, type Refusal } from '../refusal';
import { checkParameters } from '../templates/parameters';
import { findTemplate, type Template } from '../templates/template';
import type { World } from '../world';
import type { ViolationRule } from './ledger';
import { RETRIED_MS, STRUCTURE_UNAVAILABLE } from './progress';
import type { OutgoingMessage, MessageType } from './read-message';
import type { Recipient } from './recipient';
import { parametersIn } from './template-shape';

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
	const why =
		knownAt === undefined
			? `${name} hasn't written within the last 24 hours, and never did`
			: `More than 24 hours have passed since ${name} last wrote (window closed at ${new Date(knownAt).toISOString()})`;
	const refusal = platformRefusal(131047, why);
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
		const which = `template ${name} in ${language.code}`;
		const refusal = isLongDeleted(world, name) ? withoutStructure(which) : notSendable(template, which);
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

/** Whether a name was approved and deleted 30 days ago or earlier, and isn't used again. */
function isLongDeleted({ clock, deletedNames, templates }: World, name: string): boolean {
	const deleted = deletedNames.get(name);
	const isUsed = templates.some((template) => template.name === name);
	return deleted !== undefined && !isUsed && clock.now() >= deleted + RETRIED_MS;
}

/** 30 days after the deletion of an approved template, its structure is unavailable (docs/interface.md, Template deletion). */
function withoutStructure(which: string): Refusal {
	const { code, title } = STRUCTURE_UNAVAILABLE;
	return platformRefusal(code, `${which} was deleted 30 days ago or earlier`, { title });
}

/** Only templates with an Active status can be sent (docs/interface.md, Template status; Error codes). */
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

/** What can be sent to a group (docs/interface.md, Groups): text, media, text and media templates, pin. */
const GROUP_TYPES = new Set<MessageType>([
	'text',
	'image',
	'video',
	'audio',
	'document',
	'sticker',
	'template',
	'pin',
]);

/** Refuses what can't be sent to a group: 131020 if it doesn't exist, 131207 if it is suspended, 131051 for other types. */
function checkGroup(world: World, { to = '', type, template }: OutgoingMessage): void {
	const group = world.groups.find(to);
	if (group === undefined) throw platformRefusal(131020, `the group ${to} does not exist`);
	if (group.suspended) throw platformRefusal(131207, `the group ${to} is suspended`);
	if (!GROUP_TYPES.has(type)) throw platformRefusal(131051, `${type} messages cannot be sent to a group`);
	const known = template && findTemplate(world.templates, template.name, template.language.code);
	if (known?.category !== 'AUTHENTICATION') return;
	throw platformRefusal(131051, 'authentication templates cannot be sent to a group');
}

const MEDIA_TYPES = new Set(['image', 'video', 'audio', 'document', 'sticker']);
const LINK = /^https?:\/\/[^\s/]+/i;

interface Medium {
	readonly where: string;
	readonly id?: unknown;
	readonly link?: unknown;
}

/**
 * Refuses a media id that the number doesn't have and a link that isn't one, in the content or in the parameters of a
 * template: 100, with the platform's texts.
 */
export function checkMedia({ media }: World, { type, body, template }: OutgoingMessage): void {
	const own = MEDIA_TYPES.has(type) ? [mediumOf(type, body[type])] : [];
	const parameters = parametersIn(template?.components ?? []).filter(({ parameter }) =>
		MEDIA_TYPES.has(parameter.type),
	);
	const inTemplate = parameters.map(({ where, parameter }) =>
		mediumOf(`${where}['${parameter.type}']`, Reflect.get(parameter, parameter.type)),
	);
	for (const { where, id, link } of [...own, ...inTemplate]) {
		if (typeof id === 'string' && media.find(id) === undefined) {
			throw invalid(`${where}['id'] is not a valid whatsapp business account media attachment ID`);
		}
		if (typeof link === 'string' && !LINK.test(link)) {
			throw invalid(`${where}['link'] is not a valid URI.`);
		}
	}
}

function mediumOf(where: string, content: unknown): Medium {
	return typeof content === 'object' && content !== null ? { where, ...content } : { where };
}

function invalid(what: string) {
	const title = `Param ${what}`;
	return platformRefusal(100, title, { title });
}
