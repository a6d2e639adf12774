import { platformRefusal } from '../refusal';
import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';
import type { MessageType } from './shapes';

/** What can be sent to a group. Facts, §3: text, media, text and media templates, pin. */
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
export function checkGroup(world: World, { to = '', type, template }: OutgoingMessage): void {
	const group = world.groups.find(to);
	if (group === undefined) throw platformRefusal(131020, `the group ${to} does not exist`);
	if (group.suspended) throw platformRefusal(131207, `the group ${to} is suspended`);
	if (!GROUP_TYPES.has(type)) throw platformRefusal(131051, `${type} messages cannot be sent to a group`);
	const known = template && findTemplate(world.templates, template.name, template.language.code);
	if (known?.category !== 'AUTHENTICATION') return;
	throw platformRefusal(131051, 'authentication templates cannot be sent to a group');
}
