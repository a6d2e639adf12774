import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { customerField, ofStoredCustomer } from './customer';

const confirmErasure: INodeProperties = {
	displayName: 'Erase This Customer for Good',
	name: 'confirmErasure',
	type: 'boolean',
	default: false,
	description:
		"Whether to erase everything that is stored about the customer. This can't be undone. Turn it on to confirm.",
};

const totalOf = (counts: unknown) =>
	Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0);

function hint(output: IDataObject[]): string | undefined {
	const unknown = output.filter(({ erased }) => erased !== undefined && totalOf(erased) === 0);
	if (unknown.length === 0) return undefined;
	const customers = unknown.length === 1 ? '1 customer' : `${unknown.length} customers`;
	return `Nothing was stored about ${customers}. Check the number, or the credential's Store.`;
}

/** Erases everything that the store keeps about a customer. */
export const erase: Operation = {
	value: 'erase',
	name: 'Erase',
	description:
		'Delete everything that is stored about a customer of this number. Opt-outs still count afterwards, and nothing is processed or sent twice.',
	action: 'Erase what is stored about a customer',
	fields: [customerField, confirmErasure],
	forEachItem: perItem(ofStoredCustomer, async ({ get, store, channel, customer }) => {
		if (get<unknown>('confirmErasure', false) !== true) {
			throw new Error(
				'Nothing was erased. To confirm that you want to erase this customer, turn on Erase This Customer for Good.',
			);
		}
		const erased = { ...(await store.customers.erase({ channel, name: customer })) };
		return { json: { contact: customer, customer, erased } };
	}),
	hint,
};
