import type { Resource } from '../../shared/operation';
import { create } from './create.operation';
import { deleteTemplate } from './delete.operation';
import { edit } from './edit.operation';
import { getLifecycle } from './get-lifecycle.operation';
import { get, getMany } from './get.operations';
import { validate } from './validate.operation';

export const template: Resource = {
	value: 'template',
	name: 'Template',
	default: 'getMany',
	operations: [create, deleteTemplate, edit, get, getLifecycle, getMany, validate],
};
