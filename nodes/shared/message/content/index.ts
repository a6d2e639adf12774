import type { INodeProperties } from 'n8n-workflow';
import type { FreeformContent } from '../../../../platform';
import { byName } from '../../common-fields';
import type { ReadField } from '../../read/item-parameter';
import { carouselKind, choiceKinds } from './choices';
import type { ContentKind } from './content-kind';
import type { ItemFile } from './media';
import { mediaKinds } from './media';
import { contactsKind, locationKind, reactionKind, textKind } from './plain';
import { productKinds } from './products';
import { requestKinds } from './requests';

export { createItemFiles } from './media';

/** Every type of freeform content. */
const KINDS: readonly ContentKind[] = [
	textKind,
	...mediaKinds,
	locationKind,
	contactsKind,
	reactionKind,
	...choiceKinds,
	...requestKinds,
	...productKinds,
	carouselKind,
];

/** What kind of content it is. */
export const freeformType: INodeProperties = {
	displayName: 'Freeform Type',
	name: 'freeformType',
	type: 'options',
	noDataExpression: true,
	options: KINDS.map(({ name, value }) => ({ name, value })).sort(byName),
	default: 'text',
	// The hint of the text isn't shown beside an expression.
	hint: 'Freeform is anything in your own words, or a file. After 24 hours without a message from the customer, only a template can go out.',
	description: 'What to send while the conversation window is open',
};

const otherKinds = KINDS.filter((kind) => kind !== textKind);

/** The text, also for operations without a type to choose. */
export const textFields: INodeProperties[] = textKind.fields.map((field) => ({
	...field,
	displayOptions: { hide: { freeformType: otherKinds.map(({ value }) => value) } },
}));

/** The fields of all other types, each once, shown for the types that have them. */
export const contentFields: INodeProperties[] = [...new Set(otherKinds.flatMap(({ fields }) => fields))].map(
	(field) => {
		const types = otherKinds.filter(({ fields }) => fields.includes(field)).map(({ value }) => value);
		const show = { ...field.displayOptions?.show, freeformType: types };
		return { ...field, displayOptions: { show } };
	},
);

/** The placeholder for the ID of a file that isn't uploaded yet. */
const ID_TO_COME = '0';

/** The freeform content of an item. */
interface ItemContent {
	/** As it will be, except for the ID of a file that isn't uploaded yet. */
	content: FreeformContent;
	/** The content with its file uploaded. */
	ready(): Promise<FreeformContent>;
}

/**
 * The freeform content of an item; `undefined` if the form has none.
 * @throws Error for an unknown type, and for a file that has to be sent as another type
 */
export function readContent(get: ReadField, itemIndex: number, fileOf: ItemFile): ItemContent | undefined {
	const type = get('freeformType', 'text') as string;
	const kind = KINDS.find(({ value }) => value === type);
	if (!kind) throw new Error(`The freeform type "${type}" doesn't exist.`);
	let upload: (() => Promise<string>) | undefined;
	const content = kind.read({
		get,
		file(mediaType, field) {
			const file = fileOf(mediaType, itemIndex, field);
			upload = file.upload;
			const { filename, mimeType } = file;
			return { id: ID_TO_COME, ...(filename !== undefined && { filename }), mimeType };
		},
	});
	if (!content) return undefined;
	const ready = async () => {
		if (!upload) return content;
		const { [content.type]: file } = content as unknown as Record<string, object>;
		return { ...content, [content.type]: { ...file, id: await upload() } } as FreeformContent;
	};
	return { content, ready };
}
