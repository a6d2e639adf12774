import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { create } from './create.operation';
import { componentFields, definitionInput, definitionJson, identityFields } from './definition-fields';
import { deleteTemplate } from './delete.operation';
import { edit } from './edit.operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { templateField } from './template-choice';
import { validate } from './validate.operation';

export { create, deleteTemplate, edit, get, getMany, validate };

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['template'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a template and submit it for review',
			action: 'Create a template',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a template with all its translations',
			action: 'Delete a template',
		},
		{
			name: 'Edit',
			value: 'edit',
			description: 'Edit a template and submit it for review again',
			action: 'Edit a template',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get a template with its status, quality and variables',
			action: 'Get a template',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List templates with their status, quality and variables',
			action: 'Get many templates',
		},
		{
			name: 'Validate',
			value: 'validate',
			description: 'Check a template against all rules, without the gateway',
			action: 'Validate a template',
		},
	],
	default: 'getMany',
};

const [templateName, language, category] = identityFields as [
	INodeProperties,
	INodeProperties,
	INodeProperties,
];

/** The operations of a resource share one form: each field stands in it once. */
export const description: INodeProperties[] = [
	operation,
	...shownFor('template', ['get', 'edit', 'delete'], [templateField]),
	...edit.description,
	...shownFor('template', ['create', 'validate'], [templateName, language]),
	...shownFor(
		'template',
		['create', 'edit', 'validate'],
		[category, definitionInput, definitionJson, ...componentFields],
	),
	...create.description,
	...get.description,
	...getMany.description,
];
