import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { FactCatalogue, PolicyDocument } from '../../../engine';
import { eventFactCatalogue, factCatalogue, findPolicy, policies } from '../../../engine';
import { getPolicies, storeIfChosen } from '../../shared/policies';
import { operatorChoices } from './operator-choices';
import { placesAmong } from './place';
import { switchesOf } from './switches';

/** The policy to start from: a built-in one needs no store. */
async function chosenPolicy(context: ILoadOptionsFunctions): Promise<PolicyDocument | undefined> {
	const name = String(context.getCurrentNodeParameter('startFrom') ?? '');
	const builtIn = Object.values(policies).find((policy) => policy.name === name);
	if (builtIn || name === '') return builtIn;
	const store = await storeIfChosen(context);
	return store && findPolicy(store, name);
}

/** No policy, or one of them. */
export async function getPoliciesToStartFrom(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [
		{ name: 'Nothing', value: '', description: 'Only your own rules: add one that sends' },
		...(await getPolicies.call(this)),
	];
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

/** The operators that fit the fact of the condition that the form asks for. */
const operatorsAmong = (catalogue: FactCatalogue) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return operatorChoices(String(this.getCurrentNodeParameter('&fact') ?? ''), catalogue);
	};

/** The operators of a rule's condition. */
export const getOperators = operatorsAmong(factCatalogue);

/** The operators of a reaction's condition. */
export const getEventOperators = operatorsAmong(eventFactCatalogue);
