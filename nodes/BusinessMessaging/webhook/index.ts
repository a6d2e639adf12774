import type { Resource } from '../../shared/operation';
import { checkAndRepair } from './check-and-repair.operation';
import { get } from './get.operation';
import { migrate } from './migrate.operation';
import { revert } from './revert.operation';
import { set } from './set.operation';

export const webhook: Resource = {
	value: 'webhook',
	name: 'Webhook',
	default: 'get',
	operations: [checkAndRepair, get, migrate, revert, set],
};
