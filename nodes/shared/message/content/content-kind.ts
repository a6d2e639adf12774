import type { INodeProperties } from 'n8n-workflow';
import type { FreeformContent } from '../../../../platform';

/** Reads the form for one item. */
export interface ContentForm {
	/** A field's value. */
	get(name: string, fallback?: unknown): unknown;
	/**
	 * A placeholder for the ID of the item's file in a binary field, which is uploaded only when the content is sent, and
	 * the file's name and MIME type.
	 * @throws Error for a file of another type
	 */
	file(type: string, field: string): { id: string; filename?: string; mimeType?: string };
}

/** A type of freeform content: the fields of its form, and the message they make. */
export interface ContentKind {
	/** As workflows store it. */
	value: string;
	name: string;
	fields: INodeProperties[];
	/** The content, whose values are checked before it is sent; `undefined` if the form has none. */
	read(form: ContentForm): FreeformContent | undefined;
}

/** A field as a text; empty if there is none. */
export function textIn({ get }: Pick<ContentForm, 'get'>, name: string): string {
	return String(get(name, '') ?? '');
}

/** The fields that were filled in. */
export function filled<Fields extends object>(fields: Fields): Partial<Fields> {
	const given = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
	return Object.fromEntries(given) as Partial<Fields>;
}

/** A field for a line of text. */
export const line = (displayName: string, name: string, description?: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});
