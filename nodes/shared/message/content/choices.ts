import type { INodeProperties } from 'n8n-workflow';
import { entriesOf } from '../../read/entries-of';
import { text } from '../../read/text';
import type { ContentKind } from './content-kind';
import { filled, textIn } from './content-kind';
import { buttonLabel, interactiveKind } from './interactive-kind';
import { line } from './line';

const title = (most: number) => line('Title', 'title', `At most ${most} characters`);
const idOfAnswer = line('ID', 'id', 'Returned when the customer chooses it. Defaults to the title.');

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

function choice(entry: Record<string, unknown>) {
	return { id: text(entry.id) || text(entry.title), title: text(entry.title) };
}

/** Messages that the customer answers with a choice, and links (platform-facts, section 5). */
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
