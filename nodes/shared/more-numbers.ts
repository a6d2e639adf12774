import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod';
import { errorText, isObject } from '../../base';
import { readJson } from './read/values';

export const ABOUT_ID =
	'Enter the ID of the phone number, not the number itself: only digits, for example 106540352242922. Your provider shows it beside the number.';

/** What a credential has for each of its numbers. */
export interface NumberFields {
	phoneNumberId: string;
	apiKey: string;
	/** Several, separated by commas, while it is being rotated; empty if no trigger receives for the number. */
	signingSecret: string;
	/** Empty to learn it from webhooks. */
	accountId: string;
}

const NAME = 'More Numbers';

/**
 * The numbers besides that of Phone Number ID. Keyed by number, because n8n shows and restores hidden values by their
 * place: in rows, a key would belong to another number as soon as a row before it is deleted.
 */
export const moreNumbers: INodeProperties = {
	displayName: NAME,
	name: 'moreNumbers',
	type: 'json',
	typeOptions: { redactJsonLeaves: true, resolveCredentialJsonLeaves: true, rows: 6 },
	default: '',
	placeholder: '{ "106540352242923": { "apiKey": "…", "signingSecret": "…" } }',
	description:
		'Other business phone numbers that workflows with this credential can receive on and send from, as JSON: the phone number ID of each, with its apiKey, signingSecret, and accountId if you know it. Everything else is the same for all. Who may use the credential can send from all of them.',
};

/** JSON keeps only the first digits of a long number. */
const hasAllDigits = (given: number) => Math.abs(given) <= Number.MAX_SAFE_INTEGER;

const text = z.lazy(() =>
	z
		.union([z.string(), z.number().refine(hasAllDigits).transform(String)])
		.transform((value) => value.trim())
		.default(''),
);

const entry = z.lazy(() => z.strictObject({ apiKey: text, signingSecret: text, accountId: text }));

const KEYS = ['apiKey', 'signingSecret', 'accountId'] as const;

const FORM = `Enter an object with the phone number ID of each number, for example { "106540352242923": { "apiKey": "…", "signingSecret": "…" } }.`;

function problemsOfEntry(id: string, given: unknown, first: string): string[] {
	const { success, error } = entry.safeParse(given);
	const { apiKey } = entry.safeParse(given).data ?? { apiKey: undefined };
	const unknown = (error?.issues ?? []).flatMap((issue) =>
		issue.code === 'unrecognized_keys' ? issue.keys : [],
	);
	const wrong = (error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys');
	const fields = wrong.map(({ path }) => String(path[0] ?? '')).filter((name) => name !== '');
	return [
		!/^\d+$/.test(id) && `${NAME} has "${id}", which isn't an ID. ${ABOUT_ID}`,
		id === first &&
			`${NAME} has ${id} again, which is in Phone Number ID already. Remove it from one of them.`,
		!success &&
			unknown.length === 0 &&
			fields.length === 0 &&
			`${NAME} has no object for ${id}. Enter its apiKey and signingSecret there.`,
		unknown.length > 0 &&
			`${NAME} has ${unknown.join(', ')} for ${id}, which it doesn't know. It takes ${KEYS.join(', ')}.`,
		fields.length > 0 &&
			`${NAME} has something else than a text for ${id}: ${fields.join(', ')}. Write a long number in quotes: JSON keeps only its first digits.`,
		success && apiKey === '' && `${NAME} has no apiKey for ${id}. Copy it from your provider.`,
	].filter((problem): problem is string => problem !== false);
}

/**
 * Reads the numbers besides the first.
 * @param first the phone number ID of the credential itself
 */
export function readMoreNumbers(
	given: unknown,
	first: string,
): { numbers: NumberFields[]; problems: string[] } {
	if (given === undefined || given === null) return { numbers: [], problems: [] };
	if (typeof given === 'string' && given.trim() === '') return { numbers: [], problems: [] };
	let value: unknown;
	try {
		value = readJson(given, NAME, { isSecret: true });
	} catch (error) {
		return { numbers: [], problems: [`${errorText(error)} ${FORM}`] };
	}
	if (!isObject(value)) {
		return { numbers: [], problems: [`${NAME} isn't an object. ${FORM}`] };
	}
	const entries = Object.entries(value);
	const ids = entries.map(([id]) => id.trim());
	const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
	const problems = [
		...entries.flatMap(([id, of]) => problemsOfEntry(id.trim(), of, first)),
		...[...twice].map((id) => `${NAME} has ${id} twice. Remove one of them.`),
	];
	const numbers = entries.flatMap(([id, of]) => {
		const { data } = entry.safeParse(of);
		return data ? [{ phoneNumberId: id.trim(), ...data }] : [];
	});
	return { numbers, problems };
}
