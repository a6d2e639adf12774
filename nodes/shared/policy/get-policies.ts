import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { policies } from '../../../engine';
import { connect } from '../connect';

/** The built-in policies, then the saved ones. */
export async function getPolicies(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { store } = await connect(this);
	const saved = (await store.policies.list()).map(({ document }) => document);
	return [...Object.values(policies), ...saved].map(({ name, description }) => ({
		name,
		value: name,
		...(description !== undefined && { description }),
	}));
}
