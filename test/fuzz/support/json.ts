import type { Choices } from './random';

type Json = unknown;

const TEXTS = [
	'',
	' ',
	'0',
	'-1',
	'4917012345678',
	'+49 170',
	'US.1349',
	'wamid.1',
	'true',
	'null',
	'messages',
	'standby',
	'\0',
	'\ud800',
	'\udc00x',
	'\ufeff',
	'\u202e',
	'😀',
	'a\nb',
	"'; DROP TABLE event; --",
	'%s%n',
	'{{1}}',
	'${x}',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'failed',
	'delivered',
	'control_passed',
	'bm1:',
];
const NUMBERS = [0, -0, 1, -1, 0.5, 1e21, -1e308, 1_800_000_000, 2 ** 53, 1e-7, 99_999_999_999_999];
const KEYS = [
	'id',
	'from',
	'to',
	'type',
	'text',
	'body',
	'timestamp',
	'status',
	'errors',
	'code',
	'messages',
	'entry',
	'field',
	'value',
	'metadata',
	'phone_number_id',
	'contacts',
	'wa_id',
	'group_id',
	'__proto__',
	'x',
];

/** A text: short and strange, or long. */
export function anyText(choices: Choices): string {
	if (choices.oneIn(30)) return choices.pick(TEXTS).repeat(choices.below(3_000));
	return choices.oneIn(3) ? choices.pick(TEXTS) + choices.pick(TEXTS) : choices.pick(TEXTS);
}

function nested(choices: Choices): Json {
	const levels = choices.below(500);
	const isList = choices.oneIn(2);
	let value: Json = anyText(choices);
	for (let level = 0; level < levels; level += 1) value = isList ? [value] : { detail: value };
	return value;
}

/** Any JSON value: scalars, lists, and objects, sometimes nested hundreds of levels deep. */
export function anyJson(choices: Choices, levels = 3): Json {
	if (choices.oneIn(200)) return nested(choices);
	const kind = choices.below(levels === 0 ? 4 : 6);
	if (kind === 0) return choices.pick([null, true, false]);
	if (kind === 1) return choices.pick(NUMBERS);
	if (kind < 4) return anyText(choices);
	const count = choices.below(5);
	const parts = Array.from({ length: count }, () => anyJson(choices, levels - 1));
	if (kind === 4) return parts;
	return Object.fromEntries(parts.map((part) => [choices.pick(KEYS), part]));
}

type Place = { of: Record<string, Json>; key: string };

/** Every place in a value that something stands at. */
function placesIn(value: Json): Place[] {
	const found: Place[] = [];
	const rest: Json[] = [value];
	for (let of = rest.pop(); of !== undefined; of = rest.pop()) {
		if (typeof of !== 'object' || of === null || found.length > 2_000) continue;
		for (const key of Object.keys(of)) {
			found.push({ of: of as Record<string, Json>, key });
			rest.push((of as Record<string, Json>)[key]);
		}
	}
	return found;
}

type Change = (place: Place, choices: Choices, places: Place[]) => void;

const CHANGES: readonly Change[] = [
	({ of, key }) => void (Array.isArray(of) ? of.splice(Number(key), 1) : delete of[key]),
	({ of, key }, choices) => void (of[key] = anyJson(choices)),
	({ of, key }, choices) => void (of[key] = anyText(choices)),
	({ of, key }, choices) => void (of[key] = choices.pick([[of[key]], { value: of[key] }, String(of[key])])),
	({ of, key }, choices, places) => {
		const other = choices.pick(places);
		of[key] = structuredClone(other.of[other.key]);
	},
	({ of, key }, choices) => {
		if (Array.isArray(of))
			of.push(...Array.from({ length: choices.below(50) }, () => structuredClone(of[key])));
		else of[choices.pick(KEYS)] = structuredClone(of[key]);
	},
];

/** Changes a value in one to four places. */
export function mutated(original: Json, choices: Choices): Json {
	const value = structuredClone(original);
	for (let change = 0; change <= choices.below(4); change += 1) {
		const places = placesIn(value);
		if (places.length > 0) choices.pick(CHANGES)(choices.pick(places), choices, places);
	}
	return value;
}
