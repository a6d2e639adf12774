import { platformRefusal } from '../refusal';
import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';
import type { MessageType } from './shapes';

/** What a group takes. Facts, §3: text, media, text and media templates, pin. */
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

/** Refuses what a group cannot be sent: 131020 no such group, 131207 a suspended one, 131051 another type. */
export function checkGroup(world: World, { to, type, template }: OutgoingMessage): void {
	const group = world.groups.find(to);
	if (group === undefined) throw platformRefusal(131020, `there is no group ${to}`);
	if (group.suspended) throw platformRefusal(131207, `the group ${to} is suspended`);
	if (!GROUP_TYPES.has(type)) throw platformRefusal(131051, `${type} messages cannot be sent to a group`);
	const known = template && findTemplate(world.templates, template.name, template.language.code);
	if (known?.category !== 'AUTHENTICATION') return;
	throw platformRefusal(131051, 'authentication templates cannot be sent to a group');
}
