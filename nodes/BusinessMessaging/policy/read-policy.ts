import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../../base';
import type { FactCatalogue, PolicyDocument, Store } from '../../../engine';
import { catalogueOf, eventFactCatalogue, findPolicy, meantOperator, readTypedValue } from '../../../engine';
import { entriesOf, readJson, text } from '../../shared/read/values';
import { readPlace } from './place';
import { readDeclared } from './own-fact-fields';
import { rulesAsJson } from './rule-fields';
import type { UsedRule } from './rules-to-use';
import { readRulesToUse } from './rules-to-use';
import { readSwitches } from './switches';

/** A policy as the form has it, not checked. */
export interface GivenPolicy {
	document: unknown;
	/** Which one of the form each rule and each reaction of the document is; `undefined` for a copied one, or without a form. */
	own: Readonly<Record<'reactions' | 'rules', Array<number | undefined>>>;
	/** How many of the form's rules are rows. Those after them are JSON. */
	rows: number;
	/** What the form calls the ready-made rule that each rule of the document is, if it's one. */
	readyMade: Array<string | undefined>;
	/** The facts that the form declares, in its order. */
	declared: string[];
}

/** Holds for any facts: what the form makes of no condition. */
export const ALWAYS = { fact: 'window', operator: 'in', value: ['open', 'closed'] };

/** Parts of which all, any, or none have to hold. */
function matching(match: unknown, parts: object[]): object {
	if (match === 'none') return { not: { any: parts } };
	return { [match === 'any' ? 'any' : 'all']: parts };
}

const singleConditionsIn = (conditions: unknown, catalogue: FactCatalogue): object[] =>
	entriesOf(conditions, 'condition').map(({ fact: chosen, operator: given, value }) => {
		const fact = text(chosen);
		const operator = meantOperator(fact, text(given), catalogue);
		return { fact, operator, value: readTypedValue(fact, operator, value, catalogue) };
	});

function conditionsOf(
	{ match, conditions, groups }: Record<string, unknown>,
	catalogue: FactCatalogue,
): object {
	const grouped = entriesOf(groups, 'group').map((group) =>
		matching(group.match, singleConditionsIn(group.conditions, catalogue)),
	);
	const parts = [...singleConditionsIn(conditions, catalogue), ...grouped];
	return parts.length === 0 ? { all: [ALWAYS] } : matching(match, parts);
}

function ruleOf(given: Record<string, unknown>, catalogue: FactCatalogue): IDataObject {
	const retryAt = text(given.retryAt);
	return {
		name: text(given.name),
		...(given.enabled === false && { enabled: false }),
		conditions: conditionsOf(given, catalogue) as IDataObject,
		event: {
			type: text(given.decision),
			params: { reason: text(given.reason), ...(retryAt !== '' && { retryAt }) },
		},
	};
}

/** @throws Error for what isn't JSON, or neither a rule nor a list of rules */
function readRulesAsJson(given: unknown): IDataObject[] {
	const field = rulesAsJson.displayName;
	const read = text(given) === '' ? [] : readJson(given, field);
	const rules: unknown[] = Array.isArray(read) ? read : [read];
	if (rules.every(isObject)) return rules as IDataObject[];
	throw new Error(
		`${field} must be one rule or a list of rules, and each rule an object: { "name": …, "conditions": …, "event": … }. Policy: Get returns the rules of a policy in this form.`,
	);
}

function reactionOf(given: Record<string, unknown>): IDataObject {
	return {
		name: text(given.name),
		...(given.enabled === false && { enabled: false }),
		conditions: matching(
			given.match,
			singleConditionsIn(given.conditions, eventFactCatalogue),
		) as IDataObject,
		event: { type: 'reaction', params: { text: text(given.text) } },
	};
}

/** The copied rules, in the order in which they are asked, which is then the order of the document. */
function copiedRules({ rules }: PolicyDocument, used: ReadonlyMap<string, UsedRule>): IDataObject[] {
	const inOrder = [...rules].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
	return inOrder.map(({ name, enabled, conditions, event }) => {
		const changed = used.get(name);
		const counts = changed?.enabled ?? enabled !== false;
		const asked = changed?.conditions ?? conditions;
		const told = changed?.params ? { ...event, params: changed.params } : event;
		return {
			name,
			...(!counts && { enabled: false }),
			conditions: asked,
			event: told,
		} as unknown as IDataObject;
	});
}

/** What the form has among what is copied: in place of what has its name, or else at an index. */
function joined(
	copied: IDataObject[],
	own: IDataObject[],
	indexOf: (rule: IDataObject) => number,
): IDataObject[] {
	const isCopied = ({ name }: IDataObject) => copied.some((rule) => rule.name === name);
	const replaced = copied.map((rule) => own.find(({ name }) => name === rule.name) ?? rule);
	const added = own.filter((rule) => !isCopied(rule) || own.find(({ name }) => name === rule.name) !== rule);
	const addedAt = (index: number) => added.filter((rule) => indexOf(rule) === index);
	return [...replaced.flatMap((rule, index) => [...addedAt(index), rule]), ...addedAt(replaced.length)];
}

const indicesIn = (all: IDataObject[], own: IDataObject[]) =>
	all.map((one) => (own.includes(one) ? own.indexOf(one) : undefined));

type Get = (name: string, fallback: unknown) => unknown;

/** What the form does with the copied rules. Older versions of the node have a list of switches. */
function usedRules(get: Get, base: PolicyDocument, catalogue: FactCatalogue): Map<string, UsedRule> {
	const names = base.rules.map(({ name }) => name);
	const switched = readSwitches(get('switches', []) as string[], names);
	const label = 'Turn Rules On or Off';
	return new Map<string, UsedRule>([
		...[...switched].map(([name, enabled]) => [name, { enabled, label }] as const),
		...readRulesToUse(get('rulesToUse', {}), base, catalogue),
	]);
}

/** Reads the form. @throws Error for a policy to start from, or a rule of it, that doesn't exist */
async function fromFields(
	context: IExecuteFunctions,
	itemIndex: number,
	store: () => Promise<Store>,
): Promise<GivenPolicy> {
	const get: Get = (name, fallback) =>
		context.getNodeParameter(name, itemIndex, fallback as never) as unknown;
	const from = text(get('startFrom', ''));
	const base = from === '' ? undefined : await findPolicy(await store(), from);
	const given = readDeclared(get('ownFacts', {}));
	const facts = { ...base?.facts, ...given };
	const catalogue = catalogueOf({ facts });
	const rows = entriesOf(get('rules', {}), 'rule').map((each) => ruleOf(each, catalogue));
	const own = [...rows, ...readRulesAsJson(get('rulesJson', '[]'))];
	const used = base ? usedRules(get, base, catalogue) : new Map<string, UsedRule>();
	const copied = base ? copiedRules(base, used) : [];
	const indexOf = base ? readPlace(text(get('place', 'first')), copied) : () => 0;
	const rules = joined(copied, own, indexOf);
	const ownReactions = entriesOf(get('reactions', {}), 'reaction').map(reactionOf);
	const copiedReactions = (base?.reactions ?? []) as unknown as IDataObject[];
	const reactions = joined(copiedReactions, ownReactions, () => copiedReactions.length);
	const name = text(get('policyName', ''));
	// That of another policy to start from would describe that one.
	const before = base?.name === name ? base.description : undefined;
	const document = {
		...base,
		name,
		version: 1,
		description: text(get('policyDescription', '')) || before,
		...(Object.keys(facts).length > 0 && { facts }),
		rules,
		...(reactions.length > 0 && { reactions }),
	};
	return {
		document,
		own: { rules: indicesIn(rules, own), reactions: indicesIn(reactions, ownReactions) },
		rows: rows.length,
		readyMade: rules.map((rule) => (own.includes(rule) ? undefined : used.get(String(rule.name))?.label)),
		declared: Object.keys(given),
	};
}

const withoutForm = (document: unknown): GivenPolicy => ({
	document,
	own: { rules: [], reactions: [] },
	rows: 0,
	readyMade: [],
	declared: [],
});

/**
 * The policy in the form, as fields or as a document, or a saved one. The name in the form overrides that of the document.
 * @throws Error for a document that isn't JSON, and for a policy or rule to start from that doesn't exist
 */
export async function readPolicy(
	context: IExecuteFunctions,
	itemIndex: number,
	store: () => Promise<Store>,
): Promise<GivenPolicy> {
	const define = context.getNodeParameter('definitionInput', itemIndex, 'fields');
	if (define !== 'json' && define !== 'saved') return fromFields(context, itemIndex, store);
	if (define === 'saved') {
		const chosen = text(context.getNodeParameter('policyToCheck', itemIndex, 'strict'));
		return withoutForm(await findPolicy(await store(), chosen));
	}
	const name = text(context.getNodeParameter('policyName', itemIndex, ''));
	const given = readJson(context.getNodeParameter('document', itemIndex), 'Policy (JSON)');
	// Saving counts the versions.
	return withoutForm(isObject(given) ? { version: 1, ...given, ...(name !== '' && { name }) } : given);
}
