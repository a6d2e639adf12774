import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ContentForm, ContentKind } from './content-kind';
import { entriesOf } from '../../read/entries-of';
import { filled, textIn } from './content-kind';

const bodyText: INodeProperties = {
	displayName: 'Body',
	name: 'bodyText',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

const line = (displayName: string, name: string, description?: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

const title = (most: number) => line('Title', 'title', `At most ${most} characters`);
const idOfAnswer = line('ID', 'id', 'Returned when the customer chooses it. Defaults to the title.');

const buttonLabel = line('Button Label', 'buttonLabel', 'Opens the list or the link. At most 20 characters.');

const replyButtons: INodeProperties = {
	displayName: 'Buttons',
	name: 'replyButtons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxAllowedFields: 3 },
	placeholder: 'Add Button',
	default: {},
	options: [{ displayName: 'Button', name: 'button', values: [title(20), idOfAnswer] }],
};

const rows: INodeProperties = {
	displayName: 'Rows',
	name: 'rows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Row',
	default: {},
	options: [
		{
			displayName: 'Row',
			name: 'row',
			values: [title(24), idOfAnswer, line('Description', 'description', 'At most 72 characters')],
		},
	],
};

const listSections: INodeProperties = {
	displayName: 'Sections',
	name: 'listSections',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Section',
	default: {},
	description: 'At most 10 rows in total',
	options: [{ displayName: 'Section', name: 'section', values: [title(24), rows] }],
};

const around: INodeProperties = {
	displayName: 'Header and Footer',
	name: 'around',
	type: 'collection',
	placeholder: 'Add part',
	default: {},
	options: [
		line('Footer', 'footer', 'At most 60 characters'),
		line('Header Media', 'headerMedia', 'A link, or the ID of an uploaded file'),
		{
			displayName: 'Header Media Type',
			name: 'headerMediaType',
			type: 'options',
			options: [
				{ name: 'Document', value: 'document' },
				{ name: 'Image', value: 'image' },
				{ name: 'Video', value: 'video' },
			],
			default: 'image',
		},
		line('Header Text', 'headerText', 'At most 60 characters'),
	],
};

const text = (value: unknown) => String(value ?? '').trim();

function headerOf({ headerText, headerMedia, headerMediaType }: IDataObject): object | undefined {
	const media = text(headerMedia);
	if (media !== '') {
		const type = text(headerMediaType) || 'image';
		return { type, [type]: /^\d+$/.test(media) ? { id: media } : { link: media } };
	}
	return text(headerText) === '' ? undefined : { type: 'text', text: text(headerText) };
}

function choice(entry: Record<string, unknown>) {
	return { id: text(entry.id) || text(entry.title), title: text(entry.title) };
}

/** An interactive type: its own fields, and the action they make. */
function interactiveKind(
	[value, name, type]: readonly [value: string, name: string, type: string],
	fields: INodeProperties[],
	action: (form: ContentForm) => object,
): ContentKind {
	const hasAround = type !== 'location_request_message';
	return {
		value,
		name,
		fields: [bodyText, ...fields, ...(hasAround ? [around] : [])],
		read(form) {
			const parts = (hasAround ? form.get('around', {}) : {}) as IDataObject;
			const header = headerOf(parts);
			const interactive = {
				type,
				...(header && { header }),
				body: { text: textIn(form, 'bodyText') },
				...(text(parts.footer) !== '' && { footer: { text: text(parts.footer) } }),
				action: action(form),
			};
			return { type: 'interactive', interactive };
		},
	};
}

/** Messages that the customer answers with a choice (platform-facts, section 5). */
export const interactiveKinds: ContentKind[] = [
	interactiveKind(['buttons', 'Buttons', 'button'], [replyButtons], ({ get }) => ({
		buttons: entriesOf(get('replyButtons', {}), 'button').map((entry) => ({
			type: 'reply',
			reply: choice(entry),
		})),
	})),
	interactiveKind(['list', 'List', 'list'], [buttonLabel, listSections], (form) => ({
		button: textIn(form, 'buttonLabel'),
		sections: entriesOf(form.get('listSections', {}), 'section').map((section) => ({
			...filled({ title: text(section.title) }),
			rows: entriesOf(section.rows, 'row').map((row) => ({
				...choice(row),
				...filled({ description: text(row.description) }),
			})),
		})),
	})),
	interactiveKind(['link', 'Link Button', 'cta_url'], [buttonLabel, line('URL', 'linkUrl')], (form) => ({
		name: 'cta_url',
		parameters: { display_text: textIn(form, 'buttonLabel'), url: textIn(form, 'linkUrl').trim() },
	})),
	interactiveKind(['locationRequest', 'Location Request', 'location_request_message'], [], () => ({
		name: 'send_location',
	})),
];
