import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { create } from './create.operation';
import {
	changedCategory,
	componentFields,
	definitionJson,
	identityFields,
	newCategory,
} from './definition-fields';
import { deleteTemplate } from './delete.operation';
import { edit } from './edit.operation';
import { get } from './get.operation';
import { getLifecycle } from './get-lifecycle.operation';
import { getMany } from './get-many.operation';
import { templateField } from './template-choice';
import { validate } from './validate.operation';

export { create, deleteTemplate, edit, get, getLifecycle, getMany, validate };

/** Which operation. */
export const operation: INodeProperties = {
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
			description:
				'Replace the parts of a template and submit it for review: it cannot be sent until it is approved again',
			action: 'Edit a template',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get a template with its status, quality and variables',
			action: 'Get a template',
		},
		{
			name: 'Get Lifecycle',
			value: 'getLifecycle',
			description: 'Get what became of a template, when and why, and when its pause ends',
			action: 'Get the lifecycle of a template',
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

/** The operations of a resource share one form: each field stands in it once. */
export const description: INodeProperties[] = [
	...shownFor('template', ['get', 'getLifecycle', 'edit', 'delete'], [templateField]),
	...shownFor('template', ['create', 'validate'], identityFields),
	...shownFor('template', ['create', 'validate'], [newCategory]),
	...shownFor('template', 'edit', [changedCategory]),
	...shownFor('template', ['create', 'edit', 'validate'], [definitionJson, ...componentFields]),
	...getMany.description,
];
