import type { IDataObject, IExecuteFunctions, NodeParameterValueType } from 'n8n-workflow';
import { readNoting } from './unreadable-field';

/** A placeholder for a value that only n8n's expression engine can find. */
export const ASK_N8N = Symbol('ask n8n');

/** Returns a parameter's value for an item. */
type Reader = (json: IDataObject) => unknown;

/** A parameter that is the same for all items, or one that is read from the item. */
type Parsed = { same: unknown } | { read: Reader };

const STEP = /\.([A-Za-z_$][\w$]*)|\["([^"\\{}]*)"\]|\['([^'\\{}]*)'\]/g;
const PATH = String.raw`\$json((?:\.[A-Za-z_$][\w$]*|\["[^"\\{}]*"\]|\['[^'\\{}]*'\])+)`;
const PLACEHOLDER = new RegExp(String.raw`\{\{\s*${PATH}\s*\}\}`);

/** What reads the same everywhere. */
const READ_ALIKE: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** A field of an item, if it reads the same everywhere. */
function readerOfPath(path: string): Reader {
	const steps = [...path.matchAll(STEP)].map((match) => (match[1] ?? match[2] ?? match[3])!);
	return (json) => {
		let value: unknown = json;
		for (const step of steps) {
			if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ASK_N8N;
			value = (value as IDataObject)[step];
		}
		return READ_ALIKE.has(typeof value) ? value : ASK_N8N;
	};
}

/** An expression that only names fields of the item, like `=Hello {{ $json.name }}`; `undefined` for any other. */
function parseExpression(expression: string): Parsed | undefined {
	// Texts, and between them the paths of the placeholders.
	const pieces = expression.slice(1).split(PLACEHOLDER);
	const texts = pieces.filter((_, index) => index % 2 === 0);
	if (texts.some((text) => /[{}\\]/.test(text))) return undefined;
	const readers = pieces.filter((_, index) => index % 2 === 1).map(readerOfPath);
	if (readers.length === 0) return { same: texts[0] };
	if (readers.length === 1 && texts.every((text) => text === '')) return { read: readers[0]! };
	return {
		read(json) {
			let result = texts[0]!;
			for (const [index, read] of readers.entries()) {
				const value = read(json);
				if (value === ASK_N8N) return ASK_N8N;
				result += String(value) + texts[index + 1]!;
			}
			return result;
		},
	};
}

/** A parameter whose parts are all readable; `undefined` if one isn't. */
function parseParts(given: object): Parsed | undefined {
	const entries = Object.entries(given).map(([name, part]) => [name, parse(part)] as const);
	if (entries.some(([, part]) => part === undefined)) return undefined;
	const parts = entries as Array<[string, Parsed]>;
	if (parts.every(([, part]) => 'same' in part)) return { same: given };
	return {
		read(json) {
			const result: Record<string, unknown> = {};
			for (const [name, part] of parts) {
				const value = 'same' in part ? part.same : part.read(json);
				if (value === ASK_N8N) return ASK_N8N;
				result[name] = value;
			}
			return Array.isArray(given) ? Object.values(result) : result;
		},
	};
}

function parse(given: unknown): Parsed | undefined {
	if (typeof given === 'string') return given.startsWith('=') ? parseExpression(given) : { same: given };
	return typeof given === 'object' && given !== null ? parseParts(given) : { same: given };
}

/**
 * Reads a parameter, as a workflow stores it, without n8n's expression engine: values without an expression, and
 * expressions that only name fields of the item. Returns `ASK_N8N` for an item whose field isn't a text, a number, or true or false.
 *
 * @returns undefined if every item needs the engine
 */
export function readerOf(given: unknown): Reader | undefined {
	const parsed = parse(given);
	return parsed && ('same' in parsed ? () => parsed.same : parsed.read);
}

/** A parameter as the workflow stores it, by its name or its path, like `options.linkPreview`. */
const storedAt = (parameters: unknown, path: string) =>
	path.split('.').reduce<unknown>((value, step) => (value as IDataObject | undefined)?.[step], parameters);

/** The chosen value of a resource locator. Anything else stays as it is. */
const chosenIn = (given: unknown) =>
	typeof given === 'object' && given !== null && '__rl' in given && 'value' in given ? given.value : given;

/**
 * Reads a parameter of the form for each item, like `getNodeParameter`, which takes 0.25 ms an item for each expression.
 * Most expressions only name a field of the item, and are read from there.
 */
export function createParameterReader<Value>(
	context: IExecuteFunctions,
	name: string,
	fallback?: Value & NodeParameterValueType,
	options: { extractValue?: boolean } = {},
): (itemIndex: number) => Value {
	const stored = storedAt(context.getNode().parameters, name);
	const given = stored === undefined ? fallback : options.extractValue ? chosenIn(stored) : stored;
	const read = given === undefined ? undefined : readerOf(given);
	const items = context.getInputData();
	return (itemIndex) => {
		const value = read ? read(items[itemIndex]!.json) : ASK_N8N;
		if (value !== ASK_N8N) return value as Value;
		return readNoting(
			name,
			() => context.getNodeParameter(name, itemIndex, fallback as NodeParameterValueType, options) as Value,
		);
	};
}

/** Reads any field of the form for one item; `fallback` if the workflow stores none. */
export type ReadField = (name: string, fallback?: unknown) => unknown;

/** Reads the fields of the form for each item, like `createParameterReader`. */
export function createFormReader(context: IExecuteFunctions): (itemIndex: number) => ReadField {
	const readers = new Map<string, (itemIndex: number) => unknown>();
	return (itemIndex) => (name, fallback) => {
		const read = readers.get(name) ?? createParameterReader<unknown>(context, name, fallback as never);
		readers.set(name, read);
		return read(itemIndex);
	};
}
