import type { INodeProperties } from 'n8n-workflow';
import { entriesOf } from '../../read/entries-of';
import { text } from '../../read/text';
import type { ContentKind } from './content-kind';
import { interactiveKind, mediaOf, mediaType } from './interactive-kind';
import { line } from './line';

const cards: INodeProperties = {
	displayName: 'Cards',
	name: 'cards',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxAllowedFields: 10 },
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

/** Cards side by side (platform-facts-2026, section 6). */
export const carouselKind: ContentKind = interactiveKind({
	value: 'carousel',
	name: 'Carousel',
	type: 'carousel',
	fields: [cards],
	around: false,
	action: ({ get }) => ({ cards: entriesOf(get('cards', {}), 'card').map(cardOf) }),
});
