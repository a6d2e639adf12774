import type { INodeProperties } from 'n8n-workflow';
import type { ContentKind } from './content-kind';
import { filled, textIn } from './content-kind';
import { line } from './line';

const text: INodeProperties = {
	displayName: 'Freeform Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	hint: 'Goes out if the customer wrote within the last 24 hours. No template can be sent then.',
	description:
		"At most 4,096 characters. You can send it while the conversation window is open: within 24 hours of the customer's last message.",
};

/** A text; none if the field is empty. */
export const textKind: ContentKind = {
	value: 'text',
	name: 'Text',
	fields: [text],
	read(form) {
		const body = textIn(form, 'text');
		if (body.trim() === '') return undefined;
		const isPreviewed = form.get('options.linkPreview', false) === true;
		return { type: 'text', text: { body, ...(isPreviewed && { preview_url: true }) } };
	},
};

const coordinate = (displayName: string, name: string, most: number): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { numberPrecision: 6, minValue: -most, maxValue: most },
	default: 0,
});

/** A number of the form, which an expression may return as a text. */
const numberOf = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '' ? Number(value) : value) as number;

/** A number field that is left empty is 0. */
const NOWHERE =
	'Latitude and Longitude are 0, which is a place in the ocean. Enter the coordinates of the location.';

/** A place. */
export const locationKind: ContentKind = {
	value: 'location',
	name: 'Location',
	fields: [
		coordinate('Latitude', 'latitude', 90),
		coordinate('Longitude', 'longitude', 180),
		line('Location Name', 'locationName'),
		line('Address', 'address'),
	],
	read(form) {
		const latitude = numberOf(form.get('latitude'));
		const longitude = numberOf(form.get('longitude'));
		if (latitude === 0 && longitude === 0) throw new Error(NOWHERE);
		return {
			type: 'location',
			location: {
				latitude,
				longitude,
				...filled({ name: textIn(form, 'locationName'), address: textIn(form, 'address') }),
			},
		};
	},
};

/** An emoji on a message. */
export const reactionKind: ContentKind = {
	value: 'reaction',
	name: 'Reaction',
	fields: [
		{ ...line('Message ID', 'reactionMessageId'), description: 'The ID of the message to react to' },
		{
			...line('Emoji', 'emoji'),
			placeholder: '👍',
			description: 'Leave empty to remove an earlier reaction',
		},
	],
	read: (form) => ({
		type: 'reaction',
		reaction: { message_id: textIn(form, 'reactionMessageId'), emoji: textIn(form, 'emoji').trim() },
	}),
};
