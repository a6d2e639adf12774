import type { Resource } from '../../shared/operation';
import { getHealth } from './get-health.operation';

export const number: Resource = {
	value: 'number',
	name: 'Number',
	default: 'getHealth',
	operations: [getHealth],
};
