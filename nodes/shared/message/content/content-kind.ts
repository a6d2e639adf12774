import type { INodeProperties } from 'n8n-workflow';
import type { FreeformContent } from '../../../../platform';

/** Reads the form for one item. */
export interface ContentForm {
	/** A field's value. */
	get(name: string, fallback?: unknown): unknown;
	/**
	 * Stands for the id of the item's file in a binary field, which is uploaded only when the content goes out.
	 * @throws Error for a file of another type
	 */
	file(type: string, field: string): { id: string };
}

/** A type of freeform content: the fields of its form, and the message they make. */
export interface ContentKind {
	/** As workflows store it. */
	value: string;
	name: string;
	fields: INodeProperties[];
	/** The content; `undefined` where the form holds none. */
	read(form: ContentForm): FreeformContent | undefined;
}

/** A field as a text; empty where there is none. */
export function textIn({ get }: Pick<ContentForm, 'get'>, name: string): string {
	return String(get(name, '') ?? '');
}

/** The fields that were filled in. */
export function filled<Fields extends object>(fields: Fields): Partial<Fields> {
	const given = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
	return Object.fromEntries(given) as Partial<Fields>;
}

/** The entries of a fixed collection under `name`. */
export function entriesOf(collection: unknown, name: string): Array<Record<string, unknown>> {
	const entries = (collection as Record<string, unknown> | undefined)?.[name];
	return Array.isArray(entries) ? (entries as Array<Record<string, unknown>>) : [];
}
