import { randomUUID } from 'node:crypto';
import { groupConversation } from '../messages/recipient';
import { numberFields } from '../webhooks/event';
import type { World } from '../world';
import type { Group } from './group';

export type GroupField =
	'group_lifecycle_update' | 'group_participants_update' | 'group_settings_update' | 'group_status_update';

/**
 * Emits one change of a group (docs/interface.md, Groups): `groups[]`, each with `timestamp`, `group_id` and `type`.
 */
export function emitGroup(
	world: World,
	field: GroupField,
	{ id }: Group,
	type: string,
	content: object = {},
): void {
	const entry = {
		timestamp: String(world.clock.seconds()),
		group_id: id,
		type,
		request_id: randomUUID(),
		...content,
	};
	world.webhooks.emit({
		field,
		conversation: groupConversation(id),
		value: { ...numberFields(world), groups: [entry] },
	});
}
