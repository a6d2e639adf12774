import type { Resource } from '../../shared/operation';
import { getPrices } from './get-prices.operation';
import { getSpending } from './get-spending.operation';
import { reconcile } from './reconcile.operation';
import { setPrices } from './set-prices.operation';

export const money: Resource = {
	value: 'money',
	name: 'Money',
	default: 'getSpending',
	operations: [getPrices, getSpending, reconcile, setPrices],
};
