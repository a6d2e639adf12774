import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';
import type { OutgoingFile } from '../../../gateway';
import { jsonProblem } from './json-problem';

/** A value of a form as a text, without space around it; empty if there is none. */
export const text = (value: unknown): string => String(value ?? '').trim();

/** What an expression that names a whole item returns would be `[object Object]`. @param field what the form calls it */
export const isAnObject = (field: string): string =>
	`${field} is an object, not a text. Let the expression name the field that has the text, such as {{ $json.text }}.`;

/**
 * The value of a field that tells things apart, without space around it; empty if there is none.
 * @param field what the error calls it
 * @throws Error for an object: as texts, all of them are the same
 */
export function readName(value: unknown, field: string): string {
	const name = text(value);
	if (name.includes(String({}))) throw new Error(isAnObject(field));
	return name;
}

/** The entries of a fixed collection under `name`. */
export function entriesOf(collection: unknown, name: string): Array<Record<string, unknown>> {
	const entries = (collection as Record<string, unknown> | undefined)?.[name];
	return Array.isArray(entries) ? (entries as Array<Record<string, unknown>>) : [];
}

/** The entries of a list field: separated by commas or line breaks, or an array. */
export function readList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

/**
 * The value of a JSON field: a text, or what an expression returned.
 * @param isSecret whether errors may not show any of the text
 * @throws Error that names the field, the place, and what to do
 */
export function readJson(value: unknown, field: string, { isSecret = false } = {}): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') throw new Error(`${field} is empty. Enter JSON.`);
	let problem: string;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		problem = jsonProblem(value, { isSecret });
	}
	throw new Error(`${field} isn't valid JSON: ${problem}`);
}

/**
 * A year, or an hour at the beginning. Without one, a number would be an hour of today or a month of 2001, and so would a
 * day without its year.
 */
const SAYS_WHEN = /\d{4}|\d\/\d+\/\d\d|^\d\d?:/;

function parseTime(value: unknown, timeZone: string): number | undefined {
	if (!SAYS_WHEN.test(String(value))) return undefined;
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return undefined;
	}
}

/**
 * A time of the form or of an item, usually ISO 8601; one without an offset is in the workflow's time zone.
 *
 * @param field what the error calls it
 * @returns epoch ms; undefined if the field is empty
 * @throws Error for what isn't a time
 */
export function readTime(value: unknown, field: string, timeZone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = parseTime(value, timeZone);
	if (time === undefined) {
		throw new Error(`${field} isn't a valid time: ${String(value)}. Enter one such as 2026-12-31T18:00.`);
	}
	return time;
}

/** Reads numbers of a form, and notes those that are out of bounds. */
export function numberReader(problems: string[]) {
	return (label: string, value: unknown, [least, most]: [number, number], { whole = true } = {}): number => {
		const number = Number(value);
		const fits = number >= least && number <= most && (!whole || Number.isInteger(number));
		if (!fits) problems.push(`${label} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
		return number;
	};
}

/** How many results an item asks for; infinite for all of them. @throws Error if it isn't a number of results */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	if (context.getNodeParameter('returnAll', itemIndex, false)) return Infinity;
	const given: unknown = context.getNodeParameter('limit', itemIndex, 50);
	const limit = text(given) === '' ? NaN : Number(given);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw new Error(`Limit must be a whole number from 1 on, not ${JSON.stringify(given ?? null)}.`);
}

/** What most forms call the field with the name of a binary field. */
const INPUT_FIELD = 'Input Data Field Name';

/**
 * A binary field of an item.
 * @param label what the form calls the field that names it
 * @throws Error that names those that the item has, or says why it may have none
 */
export function binaryOf(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
	label = INPUT_FIELD,
): IBinaryData {
	let refusal: Error;
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch (error) {
		refusal = error as Error;
	}
	const names = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (names.includes(field)) throw refusal;
	const given = field === '' ? `${label} is empty` : `${label} is "${field}"`;
	if (names.length === 0) {
		throw new Error(
			`${given}, but the item has no file. Put the node that makes or downloads the file directly before this one. If the file is a customer's, add the option Download Files to the trigger, and leave out messages without a file, for example with an If node.`,
		);
	}
	const has = `The item's binary ${names.length === 1 ? 'field is' : 'fields are'} ${names.join(', ')}.`;
	throw new Error(
		field === '' ? `${given}. ${has}` : `${given}, but the item has no such binary field. ${has}`,
	);
}

/** The binary data of an item as a file to upload. @throws Error if the item has none there */
export async function readFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
	label = INPUT_FIELD,
): Promise<OutgoingFile> {
	const { mimeType, fileName } = binaryOf(context, itemIndex, field, label);
	const content = await context.helpers.getBinaryDataBuffer(itemIndex, field);
	return { content, mimeType, ...(fileName && { filename: fileName }) };
}
