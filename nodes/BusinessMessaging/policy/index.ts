import type { INodeProperties } from 'n8n-workflow';
import { check } from './check.operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
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

export const description: INodeProperties[] = [
	...[check, get, getMany, save, test].flatMap((each) => each.description),
];
