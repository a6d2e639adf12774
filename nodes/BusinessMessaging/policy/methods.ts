import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { FactCatalogue, FactType, PolicyDocument } from '../../../engine';
import {
	catalogueOf,
	eventFactCatalogue,
	findPolicy,
	meantOperator,
	operatorCatalogue,
	policies,
} from '../../../engine';
import { getPolicies, storeInForm } from '../../shared/policies';
import { placesAmong } from './place';
import { readDeclared } from './own-fact-fields';
import { endChoices, factChoices } from './rule-fields';
import { rulesInWords, rulesThatAre, switchesOf } from './switches';

interface Operator {
	label: string;
	description: string;
	factTypes: readonly FactType[];
	example: string;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map(Object.entries(operatorCatalogue));

/** The operators that fit a fact, as the form offers them; those of all facts if it isn't known yet. */
export function operatorChoices(fact: string, catalogue: FactCatalogue): INodePropertyOptions[] {
	const asked = Object.hasOwn(catalogue, fact) ? [catalogue[fact]!] : Object.values(catalogue);
	return [...OPERATORS].flatMap(([value, { label }]) => {
		const meant = OPERATORS.get(meantOperator(fact, value, catalogue))!;
		if (!asked.some(({ type }) => meant.factTypes.includes(type))) return [];
		const what = meant.label === label ? meant.description : `The same as "${meant.label}".`;
		return [{ name: label, value, description: `${what} For example: ${meant.example}` }];
	});
}

/** The policy that a field of the form names: a built-in one needs no store. */
async function chosenPolicy(
	context: ILoadOptionsFunctions,
	field = 'startFrom',
): Promise<PolicyDocument | undefined> {
	const name = String(context.getCurrentNodeParameter(field) ?? '');
	const builtIn = Object.values(policies).find((policy) => policy.name === name);
	if (builtIn || name === '') return builtIn;
	const store = await storeInForm(context);
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
	return policy ? switchesOf(policy) : [];
}

const rulesToTurn = (state: 'off' | 'on') =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const policy = await chosenPolicy(this);
		return policy ? rulesThatAre(state, policy) : [];
	};

/** The rules that are off in the policy to start from, without those that have a row of their own. */
export const getRulesToTurnOn = rulesToTurn('off');

/** The rules that are on. */
export const getRulesToTurnOff = rulesToTurn('on');

/** The places for new rules among those of the policy to start from. */
export async function getPlaces(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const policy = await chosenPolicy(this);
	return placesAmong(policy ? rulesInWords(policy) : []);
}

/** The facts that the form declares, as far as it does: it isn't complete while somebody fills it in. */
function declaredIn(context: ILoadOptionsFunctions): PolicyDocument['facts'] {
	try {
		return readDeclared(context.getCurrentNodeParameter('ownFacts'));
	} catch {
		return {};
	}
}

/** The facts that the rules of the form can ask for: those of the package, of the policy to start from, and its own. */
async function factsOfForm(context: ILoadOptionsFunctions): Promise<FactCatalogue> {
	const base = await chosenPolicy(context).catch(() => undefined);
	return catalogueOf({ facts: { ...base?.facts, ...declaredIn(context) } });
}

/** The facts of a rule's condition. */
export async function getFacts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return factChoices(await factsOfForm(this));
}

/** The facts that the rules of the chosen policy can ask for. */
export async function getFactsOfPolicy(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return factChoices(catalogueOf(await chosenPolicy(this, 'policyName')));
}

/** When a rule that holds can ask again. */
export async function getEnds(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return endChoices(await factsOfForm(this));
}

const factAsked = (context: ILoadOptionsFunctions) => String(context.getCurrentNodeParameter('&fact') ?? '');

/** The operators of a rule's condition that fit its fact. */
export async function getOperators(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return operatorChoices(factAsked(this), await factsOfForm(this));
}

/** The operators of a reaction's condition that fit its fact. */
export async function getEventOperators(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return operatorChoices(factAsked(this), eventFactCatalogue);
}
