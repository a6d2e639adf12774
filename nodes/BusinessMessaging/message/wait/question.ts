import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Path } from '../../../../base';
import { dottedPath, isWithin } from '../../../../base';
import type { Question } from '../../../../engine';
import { writeChoiceToken } from '../../../../engine';
import type { GatewayClient } from '../../../../gateway';
import type { FreeformContent, TemplateMessageComponent } from '../../../../platform';
import { fieldOfRequest } from '../../../shared/errors/field-of-request';
import { line } from '../../../shared/message/content/content-kind';
import type { ReadField } from '../../../shared/read/item-parameter';
import { entriesOf, text } from '../../../shared/read/values';
import type { TemplateReference } from '../../../shared/template/template-reference';
import { partsOf } from '../../../shared/template/template-variables';

/** The question. Its name is what n8n's Human Review expects, as are those of the next two fields. */
const question: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'Shall we deliver your order tomorrow?',
	description: 'What to ask the customer',
};

const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The customer taps a button in the chat',
		},
		{
			name: 'Choices',
			value: 'choices',
			description: 'The customer taps one of up to 10 choices: up to 3 are buttons, more are a list',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: "The customer's next message is the response",
		},
	],
	default: 'approval',
};

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve and Disapprove', value: 'double' },
						{ name: 'Approve Only', value: 'single' },
					],
					default: 'single',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
					hint: 'At most 20 characters',
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					displayOptions: { show: { approvalType: ['double'] } },
					hint: 'At most 20 characters',
				},
			],
		},
	],
};

const choices: INodeProperties = {
	displayName: 'Choices',
	name: 'responseChoices',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxAllowedFields: 10 },
	placeholder: 'Add Choice',
	default: {},
	displayOptions: { show: { responseType: ['choices'] } },
	options: [
		{
			displayName: 'Choice',
			name: 'choice',
			values: [
				{ ...line('Title', 'title'), hint: 'At most 20 characters with up to 3 choices, and 24 with more' },
				{
					...line('ID', 'id', 'Returned if the customer chooses it. Defaults to the title.'),
					placeholder: 'tuesday',
					hint: 'Optional. Returned instead of the title.',
				},
				{
					...line('Description', 'description', 'Shown only in a list (4 choices or more)'),
					hint: 'Optional. Shown only with 4 choices or more, at most 72 characters.',
				},
			],
		},
	],
};

export const questionFields: INodeProperties[] = [question, responseType, approvalOptions, choices];

/** The label of the button that opens the list, if the choices are one. */
export const listLabel: INodeProperties = {
	displayName: 'List Button Label',
	name: 'listLabel',
	type: 'string',
	default: 'Choose',
	hint: 'At most 20 characters',
	description: 'Opens the list of more than 3 choices',
};

/** More choices than buttons are a list. */
const BUTTONS = 3;

interface Option {
	title: string;
	value: string | boolean;
	description?: string;
}

/** What a form asks, and how the message looks. */
interface ReadQuestion {
	question: Question;
	/** The message that asks it, for the wait with this token. */
	contentOf(wait: string): FreeformContent;
	/** What the form calls a field of that message, by its path. */
	fieldOf: typeof fieldOfRequest;
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

/** The labels of an approval, in the order of its buttons. */
const APPROVAL_LABELS = ['Approve Button Label', 'Disapprove Button Label'];

/** Where a question's message has its choices. */
const CHOICE_LISTS: readonly Path[] = [
	['interactive', 'action', 'buttons'],
	['interactive', 'action', 'sections', 0, 'rows'],
];

/** What the form of a question calls a field of the message: its own words for the buttons and rows of any message. */
const fieldOf =
	(isApproval: boolean): ReadQuestion['fieldOf'] =>
	(path, components) => {
		const name = dottedPath(path);
		if (name === 'text.body' || name === 'interactive.body.text') return 'Message';
		if (name === 'interactive.action.button') return listLabel.displayName;
		const list = CHOICE_LISTS.find((each) => isWithin(path, ...each));
		if (/^interactive\.action\.(buttons|sections(\.0\.rows)?)$/.test(name)) return choices.displayName;
		const [index, ...rest] = path.slice(list?.length);
		if (!list || typeof index !== 'number') return fieldOfRequest(path, components);
		if (isApproval) return APPROVAL_LABELS[index]!;
		const [choice, part] = [`Choice ${index + 1}`, rest.at(-1)];
		if (part === undefined) return choice;
		const field = String(part);
		return `${choice}, ${field === 'id' ? 'ID' : field[0]!.toUpperCase() + field.slice(1)}`;
	};

/** Reads what the form asks. What is missing in it shows when the message is checked. */
export function readQuestion(get: ReadField, options: IDataObject): ReadQuestion {
	const body = text(get('message', ''));
	const responseType = get('responseType', 'approval') as string;
	if (responseType === 'freeText') {
		const preview = options.linkPreview === true && { preview_url: true };
		return {
			question: { kind: 'text' },
			contentOf: () => ({ type: 'text', text: { body, ...preview } }),
			fieldOf: fieldOf(false),
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
		fieldOf: fieldOf(responseType === 'approval'),
	};
}

/** The places of a template's quick replies among its buttons. */
async function quickRepliesOf(
	gateway: GatewayClient,
	{ name, language }: TemplateReference,
): Promise<number[] | undefined> {
	const template = await gateway.templates.get(name, language);
	if (!template) return undefined;
	const { buttons = [] } = partsOf(template.components ?? []).find(({ type }) => type === 'BUTTONS') ?? {};
	return buttons.flatMap(({ type }, index) => (type === 'QUICK_REPLY' ? [index] : []));
}

const isPayload = ({ type, sub_type }: TemplateMessageComponent) =>
	type === 'button' && sub_type === 'quick_reply';

/**
 * A template's components with the choices as its quick replies, in their order, for a wait with some token. A template
 * that the gateway doesn't know stays as it is: the rules say so.
 * @throws Error if the template has fewer quick replies than there are choices
 */
export async function withQuickReplies(
	gateway: GatewayClient,
	template: TemplateReference & { components: TemplateMessageComponent[] },
	question: Question,
): Promise<(wait: string) => TemplateMessageComponent[]> {
	const { name, components } = template;
	const places = question.kind === 'text' ? undefined : await quickRepliesOf(gateway, template);
	if (question.kind === 'text' || !places) return () => components;
	const { choices } = question;
	if (places.length < choices.length) {
		throw new Error(
			`The template ${name} has ${places.length === 1 ? '1 quick reply' : `${places.length} quick replies`}, and the customer has ${choices.length === 1 ? '1 choice' : `${choices.length} choices`}. Choose a template that has a quick reply for each choice, in the same order.`,
		);
	}
	const others = components.filter((component) => !isPayload(component));
	return (wait) => [
		...others,
		...choices.map((_, index) => ({
			type: 'button',
			sub_type: 'quick_reply',
			index: String(places[index]),
			parameters: [{ type: 'payload', payload: writeChoiceToken({ wait, index }) }],
		})),
	];
}
