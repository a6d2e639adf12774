import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { checkAndRepair } from './check-and-repair.operation';
import { get } from './get.operation';
import { migrate } from './migrate.operation';
import { revert } from './revert.operation';
import { set, url } from './set.operation';

/** The operations by their values. */
export const webhookOperations = { checkAndRepair, get, migrate, revert, set };

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['webhook'] } },
	options: [
		{
			name: 'Check and Repair',
			value: 'checkAndRepair',
			description: 'Check that the phone number delivers to the published workflow, and set it where not',
			action: 'Check and repair the webhook',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get where the phone number delivers to',
			action: 'Get the webhook',
		},
		{
			name: 'Migrate',
			value: 'migrate',
			description: 'Keep the present URL, set the new one and verify it',
			action: 'Migrate the webhook',
		},
		{
			name: 'Revert',
			value: 'revert',
			description: 'Put the URL back that was replaced last',
			action: 'Revert the webhook',
		},
		{
			name: 'Set',
			value: 'set',
			description: 'Set where the phone number delivers to',
			action: 'Set the webhook',
		},
	],
	default: 'get',
};

export const description: INodeProperties[] = [...shownFor('webhook', ['migrate', 'set'], [url])];
