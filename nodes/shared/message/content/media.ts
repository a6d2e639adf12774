import { createHash } from 'node:crypto';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FreeformContent, MediaSource } from '../../../../platform';
import { fileAs, isDocumentType, mediaKindOf, whyNotNamed } from '../../../../platform';
import type { Connected } from '../../connect';
import { binaryOf } from '../../read/values';
import type { ContentForm, ContentKind } from './content-kind';
import { filled, textIn } from './content-kind';

const source: INodeProperties = {
	displayName: 'File',
	name: 'mediaSource',
	type: 'options',
	options: [
		{
			name: 'Binary Data of the Item',
			value: 'binary',
			description: 'Uploaded once for all items that contain it',
		},
		{ name: 'Link or Uploaded File', value: 'link' },
	],
	default: 'link',
};

const shownForSource = (value: string) => ({ show: { mediaSource: [value] } });

const link: INodeProperties = {
	displayName: 'Link or Media ID',
	name: 'mediaLink',
	type: 'string',
	default: '',
	placeholder: 'https://example.com/…',
	hint: "After Media: Upload, it's {{ $json.id }}",
	description:
		"A link to the file, or the ID of a file that you uploaded. The platform opens a link only after it has accepted the message. If it can't, the message is sent all the same, and a status event says later that it failed.",
	displayOptions: shownForSource('link'),
};

const binary: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'mediaBinary',
	type: 'string',
	default: 'data',
	hint: 'The name of the input field that contains the binary file data',
	displayOptions: shownForSource('binary'),
};

const caption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	default: '',
	description: 'At most 1,024 characters',
};

const filename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'catalog.pdf',
	hint: "For binary data, leave it empty to use the name of the item's file",
	description:
		"The name that the customer sees. Without an ending such as .pdf, it gets that of the item's file, as phones don't open a file without one.",
};

const FIELDS = [source, link, binary];

const NO_FILE =
	'Link or Media ID is empty. Enter a link to the file, or the ID of a file that you uploaded, or set File to Binary Data of the Item. If it is an expression, it returned nothing for this item.';

/** The file's link or ID, and its name and MIME type if the item has them. @throws Error if no file is given */
function sourceOf(type: string, form: ContentForm): MediaSource & { filename?: string; mimeType?: string } {
	if (form.get('mediaSource', 'link') === 'binary') {
		return form.file(type, textIn(form, 'mediaBinary') || 'data');
	}
	const given = textIn(form, 'mediaLink').trim();
	if (given === '') throw new Error(NO_FILE);
	return /^\d+$/.test(given) ? { id: given } : { link: given };
}

const ENDING = /\.[A-Za-z\d]{1,5}$/;

/**
 * What a document is called: as the form says, with the ending of the item's file if it has none, or as that file.
 * @throws Error for a name that ends like a file of another type
 */
function nameOf(given = '', ofItem: string | undefined, mimeType: string | undefined): string {
	if (given === '') return ofItem ?? '';
	const why = whyNotNamed(given, { ownName: ofItem, mimeType });
	if (why !== undefined) throw new Error(`File Name ${why}, or leave File Name empty.`);
	return ENDING.test(given) ? given : `${given}${ENDING.exec(ofItem ?? '')?.[0] ?? ''}`;
}

/** A type of file. `type`: as the platform names it; `given`: what it is told besides */
function mediaKind(
	value: string,
	name: string,
	more: INodeProperties[],
	{ type = value, given = {} }: { type?: string; given?: object } = {},
): ContentKind {
	const names = more.map((field) => field.name);
	return {
		value,
		name,
		fields: [...FIELDS, ...more],
		read(form) {
			const texts = Object.fromEntries(names.map((each) => [each, textIn(form, each)]));
			const { filename: ofItem, mimeType, ...where } = sourceOf(type, form);
			const name = type === 'document' ? filled({ filename: nameOf(texts.filename, ofItem, mimeType) }) : {};
			return { type, [type]: { ...where, ...filled(texts), ...name, ...given } } as FreeformContent;
		},
	};
}

/** Files (docs/interface.md, Message types). */
export const mediaKinds: ContentKind[] = [
	mediaKind('image', 'Image', [caption]),
	mediaKind('video', 'Video', [caption]),
	mediaKind('audio', 'Audio', []),
	mediaKind('voice', 'Voice Note', [], { type: 'audio', given: { voice: true } }),
	mediaKind('document', 'Document', [caption, filename]),
	mediaKind('sticker', 'Sticker', []),
];

/**
 * The file in an item's binary field: its name and MIME type, and a function that uploads it and returns its media ID.
 * @throws Error for a file that has to be sent as another type
 */
export type ItemFile = (
	type: string,
	itemIndex: number,
	field: string,
) => { filename: string | undefined; mimeType: string; upload(): Promise<string> };

/**
 * Uploads each file once a run, however many items contain it. A failed upload isn't tried again in this run: more
 * than five in an hour block the reading of media (docs/interface.md, Media).
 */
export function createItemFiles(
	context: IExecuteFunctions,
	{ gateway, settings }: Pick<Connected, 'gateway' | 'settings'>,
): ItemFile {
	const uploads = new Map<string, Promise<string>>();
	return (type, itemIndex, field) => {
		const { id, data, mimeType, fileName } = binaryOf(context, itemIndex, field);
		const kind = mediaKindOf(mimeType);
		if (kind !== undefined && kind !== type && type !== 'document') {
			const instead =
				kind === 'document'
					? `which can't be sent as ${fileAs(type)}. Choose another file${isDocumentType(mimeType) ? ', or the type Document' : ''}.`
					: `which is sent as ${fileAs(kind)}. Choose that type, or another file.`;
			throw new Error(`The binary field ${field} contains ${mimeType}, ${instead}`);
		}
		const key = id ?? createHash('sha256').update(data).digest('hex');
		const { checkFirst: ofNumber = true } = settings;
		const checkFirst = context.getNodeParameter('options.checkFirst', itemIndex, ofNumber) as boolean;
		const upload = () => {
			const uploading =
				uploads.get(key) ??
				context.helpers
					.getBinaryDataBuffer(itemIndex, field)
					.then((content) => gateway.media.upload({ content, mimeType, filename: fileName }, { checkFirst }))
					.then((uploaded) => uploaded.id);
			uploads.set(key, uploading);
			return uploading;
		};
		return { filename: fileName, mimeType, upload };
	};
}
