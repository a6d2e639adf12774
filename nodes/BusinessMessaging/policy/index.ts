import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { check } from './check.operation';
import { descriptionField, documentField, nameField } from './fields';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { place, rulesField, startFrom, switches } from './rule-fields';
import { save } from './save.operation';
import { test } from './test.operation';

export { check, get, getMany, save, test };

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['policy'] } },
	options: [
		{
			name: 'Check',
			value: 'check',
			description: 'Name everything that is wrong with a policy, without saving it',
			action: 'Check a policy',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get a policy with its rules',
			action: 'Get a policy',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List the shipped and the saved policies',
			action: 'Get many policies',
		},
		{
			name: 'Save',
			value: 'save',
			description: 'Keep a policy under its name, as the next version',
			action: 'Save a policy',
		},
		{
			name: 'Test',
			value: 'test',
			description: 'See what a policy answers to given facts, and why',
			action: 'Test a policy',
		},
	],
	default: 'getMany',
};

/** A policy by picking from lists. */
const formFields = [descriptionField, startFrom, switches, place, rulesField].map((field) => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, definitionInput: ['fields'] },
	},
}));

export const description: INodeProperties[] = [
	...shownFor('policy', ['check', 'get', 'save', 'test'], [nameField]),
	...shownFor('policy', ['check', 'save'], [documentField, ...formFields]),
	...test.description,
];
