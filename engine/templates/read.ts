import type { Fields } from '../../base';
import { isObject } from '../../base';

/** The fields of an object; of anything else, none. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The items of a list; of anything else, none. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, or nothing. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A name of the platform in uppercase; empty if it's missing. */
export const nameOf = (value: unknown): string => (textOf(value) ?? '').trim().toUpperCase();

/** Length in characters as people count them: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** `A, B, or C` */
export const oneOf = (names: readonly string[]): string =>
	new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
