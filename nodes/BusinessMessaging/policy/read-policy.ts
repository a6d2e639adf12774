import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../../engine';
import { findPolicy, meantOperator, readTypedValue } from '../../../engine';
import { entriesOf, readJson, text } from '../../shared/read/values';
import { readPlace } from './place';
import { readSwitches } from './switches';

/** A policy as the form has it, not checked. */
export interface GivenPolicy {
	document: unknown;
	/** Which rule of the form each rule of the document is; `undefined` for a copied one, or without a form. */
	ownRules: Array<number | undefined>;
}

/** Holds for any facts. */
const ALWAYS = { fact: 'window', operator: 'in', value: ['open', 'closed'] };

/** Parts of which all, any, or none have to hold. */
function matching(match: unknown, parts: object[]): object {
	if (match === 'none') return { not: { any: parts } };
	return { [match === 'any' ? 'any' : 'all']: parts };
}

const singleConditionsIn = (conditions: unknown): object[] =>
	entriesOf(conditions, 'condition').map(({ fact: chosen, operator: given, value }) => {
		const fact = text(chosen);
		const operator = meantOperator(fact, text(given));
		return { fact, operator, value: readTypedValue(fact, operator, value) };
	});

function conditionsOf({ match, conditions, groups }: Record<string, unknown>): object {
	const grouped = entriesOf(groups, 'group').map((group) =>
		matching(group.match, singleConditionsIn(group.conditions)),
	);
	const parts = [...singleConditionsIn(conditions), ...grouped];
	return parts.length === 0 ? { all: [ALWAYS] } : matching(match, parts);
}

function ruleOf(given: Record<string, unknown>): IDataObject {
	const retryAt = text(given.retryAt);
	return {
		name: text(given.name),
		...(given.enabled === false && { enabled: false }),
		conditions: conditionsOf(given) as IDataObject,
		event: {
			type: text(given.decision),
			params: { reason: text(given.reason), ...(retryAt !== '' && { retryAt }) },
		},
	};
}

/** The copied rules, in the order in which they are asked, which is then the order of the document. */
function copiedRules({ rules }: PolicyDocument, switches: string[]): IDataObject[] {
	const names = rules.map(({ name }) => name);
	const switched = readSwitches(switches, names);
	const inOrder = [...rules].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
	return inOrder.map(({ name, enabled, conditions, event }) => {
		const counts = switched.get(name) ?? enabled !== false;
		return { name, ...(!counts && { enabled: false }), conditions, event } as unknown as IDataObject;
	});
}

/** The rules of the form among the copied ones: in place of the one with their name, or else at the chosen place. */
function joined(copied: IDataObject[], own: IDataObject[], place: string): IDataObject[] {
	const isCopied = ({ name }: IDataObject) => copied.some((rule) => rule.name === name);
	const replaced = copied.map((rule) => own.find(({ name }) => name === rule.name) ?? rule);
	const added = own.filter((rule) => !isCopied(rule) || own.find(({ name }) => name === rule.name) !== rule);
	const index = readPlace(
		place,
		copied.map(({ name }) => String(name)),
	);
	return [...replaced.slice(0, index), ...added, ...replaced.slice(index)];
}

/** Reads the form. @throws Error for a policy to start from, or a rule of it, that doesn't exist */
async function fromFields(
	context: IExecuteFunctions,
	itemIndex: number,
	store: () => Promise<Store>,
): Promise<GivenPolicy> {
	const get = (name: string, fallback: unknown) =>
		context.getNodeParameter(name, itemIndex, fallback as never) as unknown;
	const from = text(get('startFrom', ''));
	const base = from === '' ? undefined : await findPolicy(await store(), from);
	const own = entriesOf(get('rules', {}), 'rule').map(ruleOf);
	const copied = base ? copiedRules(base, get('switches', []) as string[]) : [];
	const rules = base ? joined(copied, own, text(get('place', 'first'))) : own;
	const description = text(get('policyDescription', ''));
	const document = {
		...base,
		name: text(get('policyName', '')),
		version: 1,
		// That of the policy to start from would describe another one.
		description: description === '' ? undefined : description,
		rules,
	};
	const ownRules = rules.map((rule) => (own.includes(rule) ? own.indexOf(rule) : undefined));
	return { document, ownRules };
}

/**
 * The policy in the form, as fields or as a document. The name in the form overrides that of the document.
 * @throws Error for a document that isn't JSON, and for a policy or rule to start from that doesn't exist
 */
export async function readPolicy(
	context: IExecuteFunctions,
	itemIndex: number,
	store: () => Promise<Store>,
): Promise<GivenPolicy> {
	if (context.getNodeParameter('definitionInput', itemIndex, 'fields') !== 'json') {
		return fromFields(context, itemIndex, store);
	}
	const given = readJson(context.getNodeParameter('document', itemIndex), 'Policy (JSON)');
	const name = text(context.getNodeParameter('policyName', itemIndex, ''));
	const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
	return { document: isObject && name !== '' ? { ...given, name } : given, ownRules: [] };
}
