import type { INodeProperties } from 'n8n-workflow';
import { getMany } from './get-many.operation';

export { getMany };

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['template'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List templates with their status, quality and variables',
			action: 'Get many templates',
		},
	],
	default: 'getMany',
};

export const description: INodeProperties[] = [operation, ...getMany.description];
