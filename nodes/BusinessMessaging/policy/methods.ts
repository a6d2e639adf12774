import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { findPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import { getPolicies } from '../../shared/policy/get-policies';
import { operatorChoices } from './operator-choices';
import { placesAmong } from './place';
import { switchesOf } from './switches';

const chosenPolicy = async (context: ILoadOptionsFunctions) => {
	const name = String(context.getCurrentNodeParameter('startFrom') ?? '');
	return name === '' ? undefined : findPolicy((await connect(context)).store, name);
};

/** No policy, or one of them. */
export async function getPoliciesToStartFrom(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Nothing', value: '' }, ...(await getPolicies.call(this))];
}

/** The rules to switch in the policy to start from. */
export async function getSwitches(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const policy = await chosenPolicy(this);
	return switchesOf(policy?.rules ?? []);
}

/** The places for new rules among those of the policy to start from. */
export async function getPlaces(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const policy = await chosenPolicy(this);
	return placesAmong((policy?.rules ?? []).map(({ name }) => name));
}

/** The operators that fit the fact of a condition. */
export async function getOperators(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fact = String(this.getCurrentNodeParameter('&fact') ?? '');
	return operatorChoices(fact);
}
