import type { Operation } from '../../shared/operation';
import { customerDataJson } from './customer-data-json';
import { customerField, onCustomer } from './on-customer';

/** Gets everything that the store keeps about a customer. */
export const exportCustomer: Operation = {
	value: 'export',
	name: 'Export',
	description: 'Get everything that is stored about a customer of this number, as one item',
	action: 'Export what is stored about a customer',
	fields: [customerField],
	forEachItem: onCustomer(
		async ({ connected: { store }, channel, customer }) => {
			const data = await store.customers.export({ channel, name: customer });
			return customerDataJson(customer, data, await store.decisions.policies());
		},
		{ looksAtTime: false },
	),
};
