import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../../engine';
import { findPolicy } from '../../../engine';
import { entriesOf } from '../../shared/message/content/content-kind';
import { readJson } from '../../shared/read/read-json';
import { readPlace } from './place';
import { readRuleValue } from './rule-values';
import { readSwitches } from './switches';

/** A policy as the form gives it: not checked. */
export interface GivenPolicy {
	document: unknown;
	/** Which rule of the form each rule of the document is; `undefined` for one that was taken over, or without a form. */
	ownRules: Array<number | undefined>;
}

const text = (value: unknown) => String(value ?? '').trim();

/** Holds whatever the facts are. */
const ALWAYS = { fact: 'window', operator: 'in', value: ['open', 'closed'] };

function conditionsOf({ match, conditions }: Record<string, unknown>): object {
	const single = entriesOf(conditions, 'condition').map(({ fact, operator, value }) => ({
		fact: text(fact),
		operator: text(operator),
		value: readRuleValue(text(fact), text(operator), value),
	}));
	if (single.length === 0) return { all: [ALWAYS] };
	return { [match === 'any' ? 'any' : 'all']: single };
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

/** The rules that are taken over, in the order in which they are asked, which from now on is that of the document. */
function rulesToStartFrom({ rules }: PolicyDocument, switches: string[]): IDataObject[] {
	const names = rules.map(({ name }) => name);
	const switched = readSwitches(switches, names);
	const inOrder = [...rules].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
	return inOrder.map(({ name, enabled, conditions, event }) => {
		const counts = switched.get(name) ?? enabled !== false;
		return { name, ...(!counts && { enabled: false }), conditions, event } as unknown as IDataObject;
	});
}

/** The rules of the form among those that are taken over: in the place of one of their name, else where they go. */
function joined(taken: IDataObject[], own: IDataObject[], place: string): IDataObject[] {
	const isTaken = ({ name }: IDataObject) => taken.some((rule) => rule.name === name);
	const replaced = taken.map((rule) => own.find(({ name }) => name === rule.name) ?? rule);
	const added = own.filter((rule) => !isTaken(rule) || own.find(({ name }) => name === rule.name) !== rule);
	const index = readPlace(
		place,
		taken.map(({ name }) => String(name)),
	);
	return [...replaced.slice(0, index), ...added, ...replaced.slice(index)];
}

/** Reads the form that makes policies. @throws Error for a policy to start from, or a rule of it, that is not there */
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
	const taken = base ? rulesToStartFrom(base, get('switches', []) as string[]) : [];
	const rules = base ? joined(taken, own, text(get('place', 'first'))) : own;
	const description = text(get('policyDescription', ''));
	const document = {
		...base,
		name: text(get('policyName', '')),
		version: 1,
		...(description !== '' && { description }),
		rules,
	};
	const ownRules = rules.map((rule) => (own.includes(rule) ? own.indexOf(rule) : undefined));
	return { document, ownRules };
}

/**
 * The policy in the form, as fields or as a document; the name of the form goes before that of the document.
 * @throws Error for a document that is no JSON, and for a policy or rule to start from that is not there
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
