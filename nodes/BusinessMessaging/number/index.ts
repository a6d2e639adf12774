import type { Resource } from '../../shared/operation';
import { getHealth } from './get-health.operation';
import { getSettings, setSettings } from './settings.operations';

export const number: Resource = {
	value: 'number',
	name: 'Number',
	default: 'getHealth',
	operations: [getHealth, getSettings, setSettings],
};
