import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FreeformContent } from '../../../../platform';
import { contactsKind } from './contacts';
import type { ContentKind } from './content-kind';
import { interactiveKinds } from './interactive';
import { mediaKinds } from './media';
import { locationKind, reactionKind, textKind } from './plain';
import type { UploadedMedia } from './uploaded-media';

export { createUploadedMedia } from './uploaded-media';

/** Every type of freeform content. */
const KINDS: readonly ContentKind[] = [
	textKind,
	...mediaKinds,
	locationKind,
	contactsKind,
	reactionKind,
	...interactiveKinds,
];

/** What kind of content it is. */
export const freeformType: INodeProperties = {
	displayName: 'Freeform Type',
	name: 'freeformType',
	type: 'options',
	noDataExpression: true,
	options: KINDS.map(({ name, value }) => ({ name, value })).sort((a, b) => a.name.localeCompare(b.name)),
	default: 'text',
	description: 'What is sent while the conversation window is open',
};

/** The fields of all types, each once, shown for the types that have it. */
export const contentFields: INodeProperties[] = [...new Set(KINDS.flatMap(({ fields }) => fields))].map(
	(field) => {
		const types = KINDS.filter(({ fields }) => fields.includes(field)).map(({ value }) => value);
		const show = { ...field.displayOptions?.show, freeformType: types };
		return { ...field, displayOptions: { show } };
	},
);

/**
 * The freeform content of an item; `undefined` where the form holds none.
 * @throws Error for a type that is not known
 */
export async function readContent(
	context: IExecuteFunctions,
	itemIndex: number,
	uploaded: UploadedMedia,
): Promise<FreeformContent | undefined> {
	const type = context.getNodeParameter('freeformType', itemIndex, 'text') as string;
	const kind = KINDS.find(({ value }) => value === type);
	if (!kind) throw new Error(`There is no freeform type ${type}.`);
	const get = (name: string, fallback?: unknown) =>
		context.getNodeParameter(name, itemIndex, fallback as never);
	return kind.read({ get, itemIndex, uploaded });
}
