import type { Resource } from '../../shared/operation';
import { check } from './check.operation';
import { get, getMany } from './get.operations';
import { replay } from './replay.operation';
import { save } from './save.operation';
import { test } from './test.operation';
import { addStatement, addTest, deleteTest } from './tests.operations';

export const policy: Resource = {
	value: 'policy',
	name: 'Policy',
	default: 'getMany',
	operations: [addStatement, addTest, check, deleteTest, get, getMany, replay, save, test],
};
