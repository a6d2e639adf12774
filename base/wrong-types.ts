import type { Path } from './path';
import { dottedPath } from './path';
import { isObject } from './is-object';
import { withoutUser } from './without-user';

/** What a value has to be. */
export interface Kind {
	fits(value: unknown): boolean;
	words: string;
	/** A value that doesn't fit can still be a secret, so only its type is told. */
	isSecret?: boolean;
	/** Whether it can be left out. */
	isOptional?: boolean;
}

/** What the parts of something have to be, by name. */
export type Kinds = Readonly<Record<string, Kind>>;

/** A kind of its own. @param fits whether a value is of the kind @param words such as `a number` */
export const kind = (words: string, fits: Kind['fits']): Kind => ({ fits, words });
export const TEXT = kind('a text', (value) => typeof value === 'string');
export const FILLED_TEXT = kind(
	"a text that isn't empty",
	(value) => typeof value === 'string' && value.trim() !== '',
);
export const FLAG = kind('true or false', (value) => typeof value === 'boolean');
export const OBJECT = kind('an object', isObject);
export const FUNCTION = kind('a function', (value) => typeof value === 'function');
export const NUMBER = kind('a number', Number.isFinite);
export const TEXTS = kind(
	'a list of texts',
	(value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
);
export const PORT = kind('a number from 0 (any free port) to 65535', (value) => {
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;
});
/** The name of a header (RFC 9110, Field Names). */
export const HEADER_NAME = kind('the name of a header, such as x-signature', (value) => {
	return typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value);
});
/** A header that can be left empty, which counts as none. */
export const HEADER_OR_NONE: Kind = {
	...HEADER_NAME,
	fits: (value) => value === '' || HEADER_NAME.fits(value),
};
export const RUNTIME = kind('an object with now and after', (value) => {
	return isObject(value) && typeof value.now === 'function' && typeof value.after === 'function';
});
export const WEB_URL = kind('a URL such as https://gateway.example.com', (value) => {
	return typeof value === 'string' && /^https?:$/.test(URL.parse(value.trim())?.protocol ?? '');
});
/** @param values such as `['freeform', 'template']` */
export const oneOfTexts = (values: readonly string[]) =>
	kind(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (value) =>
		values.includes(value as string),
	);
/** A store, whose URL can have a password. */
export const STORE = {
	...kind('a store that openStore opened', (value) => isObject(value) && isObject(value.session)),
	isSecret: true,
};
export const optional = (of: Kind): Kind => ({ ...of, isOptional: true });
export const secret = (of: Kind): Kind => ({ ...of, isSecret: true });

const LONGEST_SHOWN = 60;

/** A type, for people: another one of the kind that it has to be is told from one of another kind. */
const typeOf = (type: string, words: string) =>
	words.includes(type) ? `another ${type}` : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** A value that isn't what it has to be, or its type, for people. */
function shownValue(value: unknown, { words, isSecret = false }: Pick<Kind, 'words' | 'isSecret'>): string {
	if (value instanceof Promise) return 'a promise: put await before it';
	if (Array.isArray(value)) return typeOf('list', words);
	if (typeof value === 'string') {
		if (value.trim() === '') return 'an empty text';
		if (isSecret || value.length > LONGEST_SHOWN) return typeOf('text', words);
		return JSON.stringify(withoutUser(value));
	}
	if (typeof value === 'object' && value !== null) return typeOf('object', words);
	if (typeof value === 'function' || (isSecret && value !== null)) return typeOf(typeof value, words);
	return String(value);
}

/** What is wrong with the type of something, at its path. */
export interface WrongType {
	path: Path;
	message: string;
}

/**
 * The parts of something that don't have the type that they have to have: JavaScript passes anything, and so do
 * variables of an environment that aren't set.
 * @param at where the parts are, if it isn't the top
 */
export function wrongTypes(given: unknown, kinds: Kinds, at: Path = []): WrongType[] {
	if (!isObject(given)) {
		return [{ path: at, message: `must be ${OBJECT.words}, not ${shownValue(given, OBJECT)}` }];
	}
	const wrong: WrongType[] = [];
	for (const name in kinds) {
		const of = kinds[name]!;
		const value = given[name];
		if (value === undefined ? of.isOptional === true : of.fits(value)) continue;
		const but = value === undefined ? ', but is missing' : `, not ${shownValue(value, of)}`;
		wrong.push({ path: [...at, name], message: `must be ${of.words}${but}` });
	}
	return wrong;
}

/** The same in words: `store must be a store, but is missing`. */
export const sentencesOfTypes = (wrong: readonly WrongType[]): string[] =>
	wrong.map(({ path, message }) => `${dottedPath(path) || 'the options'} ${message}`);

/**
 * Throws if options don't have their types.
 * @param more what is wrong besides
 * @throws TypeError that names all of them, and the function that they are of
 */
export function refuseOptions(
	of: string,
	given: unknown,
	kinds: Kinds,
	more: readonly WrongType[] = [],
): void {
	const wrong = [...wrongTypes(given, kinds), ...more];
	if (wrong.length > 0) throw new TypeError(`${of}: ${sentencesOfTypes(wrong).join('; ')}.`);
}
