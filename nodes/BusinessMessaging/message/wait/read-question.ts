import type { IDataObject } from 'n8n-workflow';
import type { Question } from '../../../../engine';
import { writeChoiceToken } from '../../../../engine';
import type { FreeformContent } from '../../../../platform';
import type { ReadField } from '../../../shared/read/item-parameter';
import { entriesOf, text } from '../../../shared/read/values';

/** More choices than buttons are a list. */
const BUTTONS = 3;

interface Option {
	title: string;
	value: string | boolean;
	description?: string;
}

/** What a form asks, and how the message looks. */
export interface ReadQuestion {
	question: Question;
	/** The message that asks it, for the wait with this token. */
	contentOf(wait: string): FreeformContent;
}

function approvalChoices(get: ReadField): Option[] {
	const { values = {} } = get('approvalOptions', {}) as { values?: IDataObject };
	const approve = { title: text(values.approveLabel) || 'Approve', value: true };
	const disapprove = { title: text(values.disapproveLabel) || 'Decline', value: false };
	return values.approvalType === 'double' ? [approve, disapprove] : [approve];
}

const givenChoices = (get: ReadField): Option[] =>
	entriesOf(get('responseChoices', {}), 'choice').map(({ title, id, description }) => ({
		title: text(title),
		value: text(id) || text(title),
		...(text(description) !== '' && { description: text(description) }),
	}));

function buttonsOf(wait: string, body: string, options: Option[]) {
	const buttons = options.map(({ title }, index) => ({
		type: 'reply',
		reply: { id: writeChoiceToken({ wait, index }), title },
	}));
	return { type: 'button', body: { text: body }, action: { buttons } };
}

function listOf(wait: string, body: string, options: Option[], button: string) {
	const rows = options.map(({ title, description }, index) => ({
		id: writeChoiceToken({ wait, index }),
		title,
		...(description !== undefined && { description }),
	}));
	return { type: 'list', body: { text: body }, action: { button, sections: [{ rows }] } };
}

/** Reads what the form asks. What is missing in it shows when the message is checked. */
export function readQuestion(get: ReadField, options: IDataObject): ReadQuestion {
	const body = text(get('message', ''));
	const responseType = get('responseType', 'approval') as string;
	if (responseType === 'freeText') {
		const preview = options.linkPreview === true && { preview_url: true };
		return {
			question: { kind: 'text' },
			contentOf: () => ({ type: 'text', text: { body, ...preview } }),
		};
	}
	const choices = responseType === 'approval' ? approvalChoices(get) : givenChoices(get);
	const label = text(options.listLabel) || 'Choose';
	return {
		question: { kind: 'choice', choices: choices.map(({ title, value }) => ({ title, value })) },
		contentOf: (wait) => ({
			type: 'interactive',
			interactive:
				choices.length > BUTTONS ? listOf(wait, body, choices, label) : buttonsOf(wait, body, choices),
		}),
	};
}
