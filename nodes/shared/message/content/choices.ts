import type { INodeProperties } from 'n8n-workflow';
import { entriesOf, text } from '../../read/values';
import type { ContentKind } from './content-kind';
import { filled, line, textIn } from './content-kind';
import { buttonLabel, interactiveKind, mediaOf, mediaType } from './interactive-kind';

const title = (most: number) => ({ ...line('Title', 'title'), hint: `At most ${most} characters` });
const idOfAnswer = line('ID', 'id', 'Returned when the customer chooses it. Defaults to the title.');

const replyButtons: INodeProperties = {
	displayName: 'Buttons',
	name: 'replyButtons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Button',
	default: {},
	description: 'At most 3. For more choices, send a list.',
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
			values: [
				title(24),
				idOfAnswer,
				{ ...line('Description', 'description'), hint: 'At most 72 characters' },
			],
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

function choice(entry: Record<string, unknown>) {
	return { id: text(entry.id) || text(entry.title), title: text(entry.title) };
}

/** Messages that the customer answers with a choice, and links (docs/interface.md, Message types). */
export const choiceKinds: ContentKind[] = [
	interactiveKind({
		value: 'buttons',
		name: 'Buttons',
		type: 'button',
		fields: [replyButtons],
		action: ({ get }) => ({
			buttons: entriesOf(get('replyButtons', {}), 'button').map((entry) => ({
				type: 'reply',
				reply: choice(entry),
			})),
		}),
	}),
	interactiveKind({
		value: 'list',
		name: 'List',
		type: 'list',
		fields: [buttonLabel, listSections],
		action: (form) => ({
			button: textIn(form, 'buttonLabel'),
			sections: entriesOf(form.get('listSections', {}), 'section').map((section) => ({
				...filled({ title: text(section.title) }),
				rows: entriesOf(section.rows, 'row').map((row) => ({
					...choice(row),
					...filled({ description: text(row.description) }),
				})),
			})),
		}),
	}),
	interactiveKind({
		value: 'link',
		name: 'Link Button',
		type: 'cta_url',
		fields: [buttonLabel, line('URL', 'linkUrl')],
		action: (form) => ({
			name: 'cta_url',
			parameters: { display_text: textIn(form, 'buttonLabel'), url: textIn(form, 'linkUrl').trim() },
		}),
	}),
];

const cards: INodeProperties = {
	displayName: 'Cards',
	name: 'cards',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Card',
	default: {},
	description: 'From 2 to 10 cards. All have a link, or all have the same number of reply buttons.',
	options: [
		{
			displayName: 'Card',
			name: 'card',
			values: [
				line('Link Label', 'linkLabel', 'At most 20 characters'),
				line('Link URL', 'linkUrl'),
				line('Media', 'media', 'A link, or the ID of an uploaded file'),
				mediaType('Media Type', 'mediaType', ['image', 'video']),
				line('Reply Buttons', 'replies', 'Instead of a link: labels, separated by commas'),
				line('Text', 'text', 'At most 160 characters and 2 line breaks'),
			],
		},
	],
};

function actionOf({ linkLabel, linkUrl, replies }: Record<string, unknown>): object {
	if (text(replies) === '') {
		return { name: 'cta_url', parameters: { display_text: text(linkLabel), url: text(linkUrl) } };
	}
	const titles = text(replies).split(',').map(text);
	return { buttons: titles.map((title) => ({ type: 'quick_reply', quick_reply: { id: title, title } })) };
}

function cardOf(card: Record<string, unknown>, index: number): object {
	const type = text(card.mediaType) || 'image';
	return {
		card_index: index,
		type: 'cta_url',
		header: { type, [type]: mediaOf(card.media) },
		...(text(card.text) !== '' && { body: { text: text(card.text) } }),
		action: actionOf(card),
	};
}

/** Cards side by side (docs/interface.md, Message types). */
export const carouselKind: ContentKind = interactiveKind({
	value: 'carousel',
	name: 'Carousel',
	type: 'carousel',
	fields: [cards],
	around: false,
	action: ({ get }) => ({ cards: entriesOf(get('cards', {}), 'card').map(cardOf) }),
});
