import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { categories, definitionInput } from '../../shared/common-fields';
import { preview } from '../../shared/template/template-preview';
import { writtenTemplate } from './definition-preview';

const line = (displayName: string, name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

const withFields = (show: Record<string, string[]> = {}) => ({
	displayOptions: { show: { definitionInput: ['fields'], ...show } },
});

/** The definition as JSON. */
const definitionJson: INodeProperties = {
	displayName: 'Definition (JSON)',
	name: 'definition',
	type: 'json',
	default: '{ "components": [{ "type": "BODY", "text": "Your order is on its way." }] }',
	description:
		'Name, language, category, components, parameter_format, and message_send_ttl_seconds. The fields above override them.',
	displayOptions: { show: { definitionInput: ['json'] } },
};

/** Name and language, which never change. */
const identityFields: INodeProperties[] = [
	line('Name', 'templateName', {
		placeholder: 'order_update',
		hint: 'Lowercase letters, digits, and underscores',
	}),
	line('Language', 'templateLanguage', {
		placeholder: 'en_US',
		hint: 'The code of the language, for example en_US, de, or pt_BR',
	}),
];

/** The category of a new template. The JSON has its own. */
const newCategory: INodeProperties = {
	displayName: 'Category',
	name: 'templateCategory',
	type: 'options',
	options: [...categories],
	default: 'UTILITY',
	description: 'What the template is for. The platform charges by category and may change it.',
	...withFields(),
};

/** The category of an existing template. */
const changedCategory: INodeProperties = {
	displayName: 'Category',
	name: 'templateCategory',
	type: 'options',
	options: [{ name: 'Unchanged', value: '' }, ...categories],
	default: '',
	description: "The category of an approved template can't change",
};

/** What an edit does, before somebody makes one. */
const inReviewNotice: INodeProperties = {
	displayName:
		"What you leave empty stays as it is. Name and language can't change: for another name, create a template. Preview, at the end of the form, shows the whole template after the edit. An edit goes to review, which can take a day. Until it is approved, you can't send the template.",
	name: 'inReviewNotice',
	type: 'notice',
	default: '',
};

/** The parts of an existing template that it can do without. */
const removedParts: INodeProperties = {
	displayName: 'Remove',
	name: 'removedParts',
	type: 'multiOptions',
	options: [
		{ name: 'Buttons', value: 'BUTTONS' },
		{ name: 'Carousel Cards', value: 'CAROUSEL' },
		{ name: 'Footer', value: 'FOOTER' },
		{ name: 'Header', value: 'HEADER' },
		{ name: 'Limited-Time Offer', value: 'LIMITED_TIME_OFFER' },
	],
	default: [],
	description: 'Parts of the template to remove',
	...withFields(),
};

const buttonType = (type: string, ...others: string[]) => ({
	displayOptions: { show: { type: [type, ...others] } },
});

const buttons: INodeProperties = {
	displayName: 'Buttons',
	name: 'templateButtons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Button',
	default: {},
	description: 'At most 10, of which at most 2 open a URL, and 1 calls a phone number',
	...withFields(),
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [
						{
							name: 'Coupon Code',
							value: 'COPY_CODE',
							description: "With the Cloud API only: the WEB client doesn't support coupon codes",
						},
						{ name: 'One-Time Password', value: 'OTP' },
						{ name: 'Phone Number', value: 'PHONE_NUMBER' },
						{ name: 'Quick Reply', value: 'QUICK_REPLY' },
						{ name: 'URL', value: 'URL' },
					],
					default: 'QUICK_REPLY',
				},
				line('Label', 'text', {
					description: 'At most 25 characters',
					...buttonType('QUICK_REPLY', 'URL', 'PHONE_NUMBER'),
				}),
				line('URL', 'url', { placeholder: 'https://example.com/orders/{{1}}', ...buttonType('URL') }),
				line('Phone Number', 'phoneNumber', { ...buttonType('PHONE_NUMBER') }),
				line('Sample', 'sample', {
					description:
						'For a URL that ends with a variable, the whole URL. For a coupon code, a code of at most 15 characters.',
					...buttonType('COPY_CODE', 'URL'),
				}),
				{
					displayName: 'Password Button',
					name: 'otpType',
					type: 'options',
					options: [
						{ name: 'Copy Code', value: 'copy_code' },
						{ name: 'One Tap', value: 'one_tap' },
						{ name: 'Zero Tap', value: 'zero_tap' },
					],
					default: 'copy_code',
					...buttonType('OTP'),
				},
			],
		},
	],
};

const bodySamples: INodeProperties = {
	displayName: 'Body Samples',
	name: 'bodySamples',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Sample',
	default: {},
	description: 'One for each variable in the body, in order. Without any, Edit keeps those of the template.',
	...withFields(),
	options: [
		{
			displayName: 'Sample',
			name: 'sample',
			values: [
				line('Sample', 'value', {
					placeholder: 'Ana',
					hint: 'A value as customers will see it, such as Ana or 12 May',
				}),
				line('Variable Name', 'name', {
					placeholder: 'first_name',
					hint: 'Only for a variable with a name, such as {{first_name}}: enter first_name. Leave it empty for {{1}}, or if the samples are in the order of the body.',
					description: 'Which named variable of the body the sample is for, not the sample itself',
				}),
			],
		},
	],
};

/** What `None` is called in Edit. */
const headerKept: INodePropertyOptions = {
	name: 'Unchanged',
	value: '',
	displayOptions: { show: { operation: ['edit'] } },
};

/** The components, as fields. */
const componentFields: INodeProperties[] = [
	{
		displayName: 'Header',
		name: 'headerFormat',
		type: 'options',
		options: [
			{ name: 'Document', value: 'DOCUMENT' },
			{ name: 'Image', value: 'IMAGE' },
			{ name: 'Location', value: 'LOCATION' },
			{ name: 'None', value: '', displayOptions: { hide: { operation: ['edit'] } } },
			{ name: 'Text', value: 'TEXT' },
			headerKept,
			{ name: 'Video', value: 'VIDEO' },
		],
		default: '',
		...withFields(),
	},
	line('Header Text', 'headerText', withFields({ headerFormat: ['TEXT'] })),
	line('Header Sample', 'headerSample', {
		description:
			'For a file, the handle of an uploaded sample (4::…). For a text, a value for its variable, if it has one.',
		...withFields({ headerFormat: ['DOCUMENT', 'IMAGE', 'TEXT', 'VIDEO'] }),
	}),
	line('Body', 'templateBody', {
		typeOptions: { rows: 4 },
		placeholder: 'Hello {{1}}, your order is on its way.',
		hint: 'For each variable, such as {{1}} or {{first_name}}, add a sample below, in order. n8n may turn the field to Expression as you type {{. The variable stays as you write it.',
		description:
			"Write variables as {{1}}, {{2}}, or by name as {{first_name}}, but not both. Leave empty for an authentication template, which has the platform's text.",
		...withFields(),
	}),
	bodySamples,
	line('Footer', 'templateFooter', withFields()),
	buttons,
	{
		displayName: 'More Parts',
		name: 'moreParts',
		type: 'collection',
		placeholder: 'Add part',
		default: {},
		...withFields(),
		options: [
			{
				displayName: 'Carousel Cards (JSON)',
				name: 'cards',
				type: 'json',
				default: '[]',
				description: 'A list of 2 to 10 cards, each with its components',
			},
			{
				displayName: 'Code Expires After (Minutes)',
				name: 'codeExpiration',
				type: 'number',
				default: 10,
				description: 'For an authentication template, 1 to 90',
			},
			{
				displayName: 'Limited-Time Offer',
				name: 'offerText',
				type: 'string',
				default: '',
				description: 'At most 16 characters',
			},
			{
				displayName: 'Offer Expires',
				name: 'offerExpires',
				type: 'boolean',
				default: true,
				description: 'Whether to show when the limited-time offer ends',
			},
			{
				displayName: 'Security Recommendation',
				name: 'securityRecommendation',
				type: 'boolean',
				default: true,
				description: 'Whether an authentication template warns customers not to share the code',
			},
			{
				displayName: 'Time to Live (Seconds)',
				name: 'messageTtl',
				type: 'number',
				default: 600,
				description:
					"How long the platform tries to deliver a message. After that, it drops the message, and no event says so. For an authentication template, 30 to 900, for a utility template, 30 to 43,200, or -1 for 30 days. A marketing template's counts only on the platform's marketing endpoint.",
			},
			{
				displayName: 'Variable Format',
				name: 'parameterFormat',
				type: 'options',
				options: [
					{ name: 'Named', value: 'NAMED', description: 'Like {{first_name}}' },
					{ name: 'Positional', value: 'POSITIONAL', description: 'Like {{1}}' },
				],
				default: 'POSITIONAL',
				description: 'Whether variables have names. Without this part, the body says so.',
			},
		],
	},
];

/** A new template. */
export const newTemplateFields: INodeProperties[] = [
	definitionInput,
	...identityFields,
	newCategory,
	definitionJson,
	...componentFields,
	writtenTemplate,
	preview,
];

/** What changes in an existing template. */
export const changeFields: INodeProperties[] = [
	inReviewNotice,
	changedCategory,
	definitionJson,
	...componentFields,
	removedParts,
	writtenTemplate,
	preview,
];
