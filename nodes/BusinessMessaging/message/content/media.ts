import type { INodeProperties } from 'n8n-workflow';
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
			description: 'Uploaded once for all items that carry it',
		},
		{ name: 'Link', value: 'link' },
		{ name: 'Media ID', value: 'id', description: 'Of a file that was uploaded before' },
	],
	default: 'link',
};

const shownForSource = (value: string) => ({ show: { mediaSource: [value] } });

const link: INodeProperties = {
	displayName: 'Link',
	name: 'mediaLink',
	type: 'string',
	default: '',
	placeholder: 'https://example.com/catalogue.pdf',
	displayOptions: shownForSource('link'),
};

const id: INodeProperties = {
	displayName: 'Media ID',
	name: 'mediaId',
	type: 'string',
	default: '',
	displayOptions: shownForSource('id'),
};

const binary: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'mediaBinary',
	type: 'string',
	default: 'data',
	hint: 'The name of the input field that contains the binary file data',
	displayOptions: shownForSource('binary'),
};

export const caption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	default: '',
	description: 'At most 1,024 characters',
};

export const filename: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'catalogue.pdf',
	description: 'What the customer sees',
};

const FIELDS = [source, link, id, binary];

function sourceOf(type: string, form: ContentForm): { id: string } | { link: string } {
	switch (form.get('mediaSource', 'link')) {
		case 'id':
			return { id: textIn(form, 'mediaId').trim() };
		case 'binary':
			return form.file(type, textIn(form, 'mediaBinary') || 'data');
		default:
			return { link: textIn(form, 'mediaLink').trim() };
	}
}

function mediaKind(value: string, name: string, more: INodeProperties[]): ContentKind {
	const names = more.map((field) => field.name);
	return {
		value,
		name,
		fields: [...FIELDS, ...more],
		read(form) {
			const texts = Object.fromEntries(names.map((each) => [each, textIn(form, each)]));
			return { type: value, [value]: { ...sourceOf(value, form), ...filled(texts) } };
		},
	};
}

/** Files (platform-facts, section 5). */
export const mediaKinds: ContentKind[] = [
	mediaKind('image', 'Image', [caption]),
	mediaKind('video', 'Video', [caption]),
	mediaKind('audio', 'Audio', []),
	mediaKind('document', 'Document', [caption, filename]),
	mediaKind('sticker', 'Sticker', []),
];
