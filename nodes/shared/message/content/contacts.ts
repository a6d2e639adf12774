import type { INodeProperties } from 'n8n-workflow';
import { readJson } from '../../read/read-json';
import type { ContentKind } from './content-kind';
import { entriesOf } from '../../read/entries-of';
import { filled } from './content-kind';
import { line } from './line';

const input: INodeProperties = {
	displayName: 'Define Contacts',
	name: 'contactsInput',
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
};

const form: INodeProperties = {
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

const json: INodeProperties = {
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
	fields: [input, form, json],
	read: ({ get }) => ({
		type: 'contacts',
		contacts:
			get('contactsInput', 'fields') === 'json'
				? (readJson(get('contactsJson'), 'Contacts (JSON)') as Array<ReturnType<typeof contactOf>>)
				: entriesOf(get('contacts', {}), 'contact').map(contactOf),
	}),
};
