import { plainRefusal } from '../refusal';
import type { World } from '../world';
import type { Group } from './group';
import { memberFields } from './member';

/** The fields of a group's information, and what each holds. Interface, "Group information". */
const FIELDS: Readonly<Record<string, (group: Group, world: World) => unknown>> = {
	id: ({ id }) => id,
	subject: ({ subject }) => subject,
	description: ({ description }) => description,
	join_approval_mode: ({ joinApprovalMode }) => joinApprovalMode,
	messaging_product: () => 'whatsapp',
	creation_timestamp: ({ createdAt }) => createdAt,
	suspended: ({ suspended }) => suspended,
	total_participant_count: ({ participants }) => participants.size,
	participants: ({ participants }, world) =>
		[...participants].map((customer) => memberFields(world, customer)),
};

/** Without `fields`, the platform shows only these. Facts, §3. */
const ALWAYS = ['id', 'messaging_product'];

/** The information about a group that `fields`, a comma-separated list, asks for. */
export function informationOf(world: World, group: Group, fields: string | null): object {
	const asked = (fields ?? '').split(',').map((name) => name.trim());
	const wanted = asked.filter((name) => name !== '');
	const unknown = wanted.filter((name) => FIELDS[name] === undefined);
	if (unknown.length > 0) throw plainRefusal(400, `fields: a group has no ${unknown.join(', ')}`);
	const names = [...new Set([...ALWAYS, ...wanted])];
	return Object.fromEntries(names.map((name) => [name, FIELDS[name]?.(group, world)]));
}
