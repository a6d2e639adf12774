import type { Choices } from './random';
import { anyJson, anyText, mutated } from './json';
import {
	agentEcho,
	customerMessage,
	delivery,
	handover,
	messageStatus,
	preference,
	templateCategory,
	templateQuality,
	templateStatus,
} from '../../support/wire';

export const NOW = 1_800_000_000_000;
const MOST_BYTES = 3 * 1_024 * 1_024;

const FIELDS = [
	'messages',
	'standby',
	'messaging_handovers',
	'user_preferences',
	'smb_message_echoes',
	'calls',
	'message_template_status_update',
	'group_lifecycle_update',
	'group_participants_update',
	'account_update',
	'phone_number_quality_update',
	'nobody_knows_this',
	'',
];

type Body = ReturnType<typeof delivery>;

/** A delivery as the gateway sends it, with an id that no other has. */
function validDelivery(choices: Choices, unique: string): Body {
	const at = NOW + choices.pick([0, -1_000, -90_000_000, 60_000, 90_000_000]);
	const from = choices.pick(['4917012345678', 'US.1349', '491', `49${choices.below(1_000)}`]);
	const id = `wamid.${unique}`;
	return choices.pick<() => Body>([
		() => customerMessage({ at, from, id, type: choices.pick(['text', 'image', 'order', 'x']) }),
		() => customerMessage({ at, from, id, standby: true, group: choices.pick([undefined, 'group']) }),
		() => agentEcho({ at, to: from, id }),
		() => handover({ at, to: choices.pick(['business', 'agent', 'other'] as const), contact: from }),
		() => preference({ at, value: choices.pick(['stop', 'resume', '']), contact: from }),
		() => templateStatus({ at, event: choices.pick(['PAUSED', 'APPROVED', 'x']), title: 'FIRST_PAUSE' }),
		() => templateCategory({ at, category: 'MARKETING' }),
		() => templateQuality({ at, quality: 'RED' }),
		() => messageStatus({ at, id, to: from, status: choices.pick(['sent', 'read', 'failed']), code: 131026 }),
		() => delivery(choices.pick(FIELDS), anyJson(choices), { at }),
	])();
}

/** Several deliveries in one envelope, up to thousands. */
function largeDelivery(choices: Choices, unique: string): Body {
	const one = validDelivery(choices, unique);
	const count = choices.below(choices.pick([5, 100, 2_000]));
	const entries = Array.from(
		{ length: count },
		(_, each) => validDelivery(choices, `${unique}.${each}`).entry,
	);
	return { ...one, entry: [...one.entry, ...entries.flat()] };
}

/** Changes bytes: cuts, flips, doubles, or adds some. */
function spoiled(body: Buffer, choices: Choices): Buffer {
	const at = choices.below(body.length + 1);
	const to = at + choices.below(20);
	const [before, part, after] = [body.subarray(0, at), body.subarray(at, to), body.subarray(to)];
	const garbage = Buffer.from(Array.from({ length: choices.below(8) }, () => choices.below(256)));
	return Buffer.concat(
		choices.pick([
			[before],
			[before, after],
			[before, garbage, after],
			[before, part, part, after],
			[body, garbage],
		]),
	);
}

/** A text or a list of a delivery, nested up to a million levels deep: as text, as no code here could hold it. */
function deep(valid: Body, choices: Choices): Buffer {
	const levels = choices.below(choices.pick([5_000, 100_000, 1_000_000]));
	const [open, close] = choices.pick([
		['[', ']'],
		['{"a":', '}'],
	] as const);
	const most = Math.min(levels, Math.floor(2_000_000 / (open.length + close.length)));
	const nested = `${open.repeat(most)}${close === ']' ? '' : '1'}${close.repeat(most)}`;
	const text = JSON.stringify(valid);
	const [place = ''] =
		choices.pick([/"(Hello|Ada|In detail)"/, /"messaging_product":"whatsapp"/, /"entry":/]).exec(text) ?? [];
	return Buffer.from(text.replace(place, () => (place.includes(':') ? `"x":${nested},${place}` : nested)));
}

/** The body of a webhook delivery: valid, changed in its structure or its bytes, or anything at all. At most 3 MB */
export function anyBody(choices: Choices, unique: string): Buffer {
	const valid = choices.oneIn(60) ? largeDelivery(choices, unique) : validDelivery(choices, unique);
	if (choices.oneIn(40)) return deep(valid, choices).subarray(0, MOST_BYTES);
	const value = choices.pick<() => unknown>([
		() => valid,
		() => mutated(valid, choices),
		() => mutated(valid, choices),
		() => delivery(choices.pick(FIELDS), anyJson(choices)),
		() => choices.pick([anyJson(choices), anyText(choices)]),
	])();
	const body = Buffer.from(JSON.stringify(value));
	return (choices.oneIn(6) ? spoiled(body, choices) : body).subarray(0, MOST_BYTES);
}

const LISTS = ['messages', 'statuses', 'message_echoes', 'user_preferences', 'groups'];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const fieldOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The deepest item that has to be kept as it is: the store writes deeper ones as far as it can. */
const DEEPEST = 1_000;

function isShallow(item: unknown): boolean {
	let level = [item];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > DEEPEST) return false;
		level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
	}
	return true;
}

/** What a delivery tells of and has to be kept, found without the parser: the items of the lists that the platform documents. */
export function itemsIn(body: unknown): unknown[] {
	const values = listOf(fieldOf(body, 'entry'))
		.flatMap((entry) => listOf(fieldOf(entry, 'changes')))
		.map((change) => fieldOf(change, 'value'));
	return values
		.flatMap((value) => [value, fieldOf(value, 'standby')])
		.flatMap((value) => LISTS.flatMap((name) => listOf(fieldOf(value, name))))
		.filter(isShallow);
}
