import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../../../base';
import { entriesOf, isAnObject, readJson } from '../../read/values';
import type { ContentKind } from './content-kind';
import { filled, line, textIn } from './content-kind';

const freeformText: INodeProperties = {
	displayName: 'Freeform Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	hint: 'Goes out if the customer wrote within the last 24 hours',
	description:
		"At most 4,096 characters. You can send it while the conversation window is open: within 24 hours of the customer's last message.",
};

/** A text; none if the field is empty. */
export const textKind: ContentKind = {
	value: 'text',
	name: 'Text',
	fields: [freeformText],
	read(form) {
		if (isObject(form.get('text'))) throw new Error(isAnObject('Freeform Text'));
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

const contactsInput: INodeProperties = {
	displayName: 'Define Contacts',
	name: 'contactsInput',
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
};

const contactsForm: INodeProperties = {
	displayName: 'Contacts',
	name: 'contacts',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Contact',
	default: {},
	displayOptions: { show: { contactsInput: ['fields'] } },
	options: [
		{
			displayName: 'Contact',
			name: 'contact',
			values: [
				line('Company', 'company'),
				{ ...line('Email', 'email'), placeholder: 'name@email.com' },
				line('First Name', 'firstName'),
				line('Full Name', 'name'),
				line('Last Name', 'lastName'),
				{ ...line('Phone', 'phone'), placeholder: '+49 170 1234567' },
			],
		},
	],
};

const contactsJson: INodeProperties = {
	displayName: 'Contacts (JSON)',
	name: 'contactsJson',
	type: 'json',
	default: '[{ "name": { "formatted_name": "Ada Lovelace", "first_name": "Ada" } }]',
	displayOptions: { show: { contactsInput: ['json'] } },
};

function contactOf(fields: Record<string, unknown>) {
	const text = (name: string) => String(fields[name] ?? '').trim();
	const [first, last] = [text('firstName'), text('lastName')];
	const name = {
		formatted_name: text('name') || [first, last].filter(Boolean).join(' '),
		...filled({ first_name: first || (last ? '' : text('name')), last_name: last }),
	};
	return {
		name,
		...(text('phone') && { phones: [{ phone: text('phone') }] }),
		...(text('email') && { emails: [{ email: text('email') }] }),
		...(text('company') && { org: { company: text('company') } }),
	};
}

/** Address cards. */
export const contactsKind: ContentKind = {
	value: 'contacts',
	name: 'Contacts',
	fields: [contactsInput, contactsForm, contactsJson],
	read: ({ get }) => ({
		type: 'contacts',
		contacts:
			get('contactsInput', 'fields') === 'json'
				? (readJson(get('contactsJson'), 'Contacts (JSON)') as Array<ReturnType<typeof contactOf>>)
				: entriesOf(get('contacts', {}), 'contact').map(contactOf),
	}),
};
