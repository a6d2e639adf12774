import type { INodeProperties } from 'n8n-workflow';
import { categories } from '../../shared/common-fields';

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

/** How the definition is given. */
export const definitionInput: INodeProperties = {
	displayName: 'Define Template',
	name: 'definitionInput',
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
};

/** The definition as JSON. */
export const definitionJson: INodeProperties = {
	displayName: 'Definition (JSON)',
	name: 'definition',
	type: 'json',
	default: '{ "components": [{ "type": "BODY", "text": "Your order is on its way." }] }',
	description: 'Name, language, category, components and parameter_format; the fields above go before them',
	displayOptions: { show: { definitionInput: ['json'] } },
};

/** Name, language and category, which a template keeps. */
export const identityFields: INodeProperties[] = [
	line('Name', 'templateName', {
		placeholder: 'order_update',
		description: 'Lower-case letters, digits and underscores',
	}),
	line('Language', 'templateLanguage', { placeholder: 'en_US' }),
	{
		displayName: 'Category',
		name: 'templateCategory',
		type: 'options',
		options: [{ name: 'As in the JSON, or Unchanged', value: '' }, ...categories],
		default: '',
	},
];

const buttonType = (type: string, ...others: string[]) => ({
	displayOptions: { show: { type: [type, ...others] } },
});

const buttons: INodeProperties = {
	displayName: 'Buttons',
	name: 'templateButtons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: 10 },
	placeholder: 'Add Button',
	default: {},
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
						{ name: 'Coupon Code', value: 'COPY_CODE' },
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
				line('Sample URL', 'urlSample', {
					description: 'Needed where the URL ends with a variable',
					...buttonType('URL'),
				}),
				line('Phone Number', 'phoneNumber', { ...buttonType('PHONE_NUMBER') }),
				line('Sample Coupon Code', 'code', {
					description: 'At most 15 characters',
					...buttonType('COPY_CODE'),
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
	description: 'One for each variable of the body, in their order',
	...withFields(),
	options: [
		{
			displayName: 'Sample',
			name: 'sample',
			values: [
				line('Variable Name', 'name', { description: 'Of a named variable; empty for numbered ones' }),
				line('Sample', 'value'),
			],
		},
	],
};

/** The components, as fields. */
export const componentFields: INodeProperties[] = [
	{
		displayName: 'Header',
		name: 'headerFormat',
		type: 'options',
		options: [
			{ name: 'Document', value: 'DOCUMENT' },
			{ name: 'Image', value: 'IMAGE' },
			{ name: 'Location', value: 'LOCATION' },
			{ name: 'None', value: '' },
			{ name: 'Text', value: 'TEXT' },
			{ name: 'Video', value: 'VIDEO' },
		],
		default: '',
		...withFields(),
	},
	line('Header Text', 'headerText', withFields({ headerFormat: ['TEXT'] })),
	line('Header Sample', 'headerSample', {
		description: 'Needed where the header has a variable',
		...withFields({ headerFormat: ['TEXT'] }),
	}),
	line('Header Sample Handle', 'headerHandle', {
		description: 'Handle of an uploaded sample, 4::…',
		...withFields({ headerFormat: ['DOCUMENT', 'IMAGE', 'VIDEO'] }),
	}),
	line('Body', 'templateBody', {
		typeOptions: { rows: 4 },
		placeholder: 'Hello {{1}}, your order is on its way.',
		description: 'Empty for an authentication template, whose text is the platform’s own',
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
				description: 'Of an authentication template, 1 to 90',
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
				description: 'Whether the limited-time offer shows when it ends',
			},
			{
				displayName: 'Parameter Format',
				name: 'parameterFormat',
				type: 'options',
				options: [
					{ name: 'Named', value: 'NAMED', description: 'Like {{first_name}}' },
					{ name: 'Positional', value: 'POSITIONAL', description: 'Like {{1}}' },
				],
				default: 'POSITIONAL',
			},
			{
				displayName: 'Security Recommendation',
				name: 'securityRecommendation',
				type: 'boolean',
				default: true,
				description: 'Whether an authentication template warns not to share the code',
			},
		],
	},
];
