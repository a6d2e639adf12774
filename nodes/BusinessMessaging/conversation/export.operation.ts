import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { customerField, ofStoredCustomer } from './customer';
import { customerDataJson } from './customer-json';

/** Gets everything that the store keeps about a customer. */
export const exportCustomer: Operation = {
	value: 'export',
	name: 'Export',
	description: 'Get everything that is stored about a customer of this number, as one item',
	action: 'Export what is stored about a customer',
	fields: [customerField],
	forEachItem: perItem(ofStoredCustomer, async ({ store, channel, customer }) => {
		const data = await store.customers.export({ channel, name: customer });
		return { json: customerDataJson(customer, data, await store.decisions.policies()) };
	}),
};
