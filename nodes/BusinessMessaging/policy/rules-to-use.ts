import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../../base';
import type { Condition, Conditions, PolicyDocument } from '../../../engine';
import { catalogueOf, readTypedValue } from '../../../engine';
import type { FactCatalogue } from '../../../rules';
import { singleConditions, withEach } from '../../../rules';
import type { ReadyMade, Row } from './ready-made';
import { labelOf, READY_MADE } from './ready-made';

/** The rules that the form has no row of its own for, by what happens to them. */
const SWITCHED = { turnOn: true, turnOff: false } as const;

const switchedField = (
	name: keyof typeof SWITCHED,
	displayName: string,
	method: string,
): INodeProperties => ({
	displayName: 'Rule Names or IDs',
	name: 'rules',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: method, loadOptionsDependsOn: ['/startFrom'] },
	default: [],
	description: `The rules of the policy under Start From to turn ${displayName}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	...(name === 'turnOff' && {
		hint: 'A message that one of them would have held or skipped continues with the next rule',
	}),
});

/** Ready-made rules, each with its numbers, and other rules of the policy to start from. */
export const rulesToUse: INodeProperties = {
	displayName: 'Rules to Use',
	name: 'rulesToUse',
	type: 'fixedCollection',
	placeholder: 'Add Ready-Made Rule',
	default: {},
	description:
		'Ready-made rules that are off in the policy you start from, with your hours and numbers. For anything else, add a rule below.',
	options: [
		...READY_MADE.map(({ name, displayName, fields }) => ({ displayName, name, values: fields })),
		{
			displayName: 'Turn On Other Rules',
			name: 'turnOn',
			values: [switchedField('turnOn', 'on', 'getRulesToTurnOn')],
		},
		{
			displayName: 'Turn Off Rules',
			name: 'turnOff',
			values: [switchedField('turnOff', 'off', 'getRulesToTurnOff')],
		},
	],
	displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }] }, hide: { startFrom: [''] } },
};

type Params = PolicyDocument['rules'][number]['event']['params'];

/** What the form says of a rule of the policy to start from. */
export interface UsedRule {
	enabled: boolean;
	/** With the values of the form; absent for a rule that is only turned on or off. */
	conditions?: Conditions;
	/** With other reasons, if it counts something else than the rule of the policy. */
	params?: Params;
	/** What the form calls it. */
	label: string;
}

const typed = ({ fact, operator, value }: Condition, catalogue?: FactCatalogue): Condition => ({
	fact,
	operator,
	value: readTypedValue(fact, operator, value, catalogue),
});

type Instead = NonNullable<ReturnType<NonNullable<ReadyMade['instead']>>>;

/** The condition about the fact that is counted instead. */
const about = (condition: Condition, { fact, by }: Instead): Condition =>
	condition.fact === fact ? { ...condition, fact: by } : condition;

/** The reasons of a rule that counts another fact. */
function toldOf(params: Params, instead: Instead): Params {
	const { fact, by, words } = instead;
	const named = new RegExp(`\\{${fact}(?=[.}])`, 'g');
	const told = (text: string) => text.replace(named, `{${by}`).replaceAll(...words);
	const reasons = params.reasons?.map(({ conditions, reason }) => ({
		conditions: withEach(conditions, (one) => about(one, instead)),
		reason: told(reason),
	}));
	return { ...params, reason: told(params.reason), ...(reasons && { reasons }) };
}

/** Conditions, and one more that has to hold. */
const and = (conditions: Conditions, more: Condition): Conditions => ({
	all: 'all' in conditions ? [...conditions.all, more] : [conditions, more],
});

/** @throws Error for a policy that hasn't got the rule, or whose rule asks something else */
function usedBy(readyMade: ReadyMade, given: Row, base: PolicyDocument, catalogue: FactCatalogue): UsedRule {
	const { rule: name, fields, compared, also, instead } = readyMade;
	const label = labelOf(readyMade);
	const defaults = Object.fromEntries(fields.map((each) => [each.name, each.default]));
	const row = { ...defaults, ...given };
	const values = compared(row).map((one) => typed(one));
	const rule = base.rules.find((each) => each.name === name);
	const asked = rule ? singleConditions(rule.conditions) : [];
	const missing = values.find(
		({ fact, operator }) => !asked.some((one) => one.fact === fact && one.operator === operator),
	);
	if (!rule || missing) {
		const why = rule
			? `its rule ${name} doesn't compare ${catalogueOf(base)[missing!.fact]!.label}`
			: `it has no rule ${name}`;
		throw new Error(
			`Rules to Use: ${label} can't be used with the policy "${base.name}", because ${why}. Remove ${label} there, start from strict, or add a rule below.`,
		);
	}
	const other = instead?.(row);
	const more = also?.(row);
	const own = withEach(rule.conditions, (one) => {
		const asks = values.find(({ fact, operator }) => fact === one.fact && operator === one.operator) ?? one;
		return other ? about(asks, other) : asks;
	});
	return {
		enabled: true,
		conditions: more ? and(own, typed(more, catalogue)) : own,
		...(other && { params: toldOf(rule.event.params, other) }),
		label,
	};
}

function switchedBy(
	name: keyof typeof SWITCHED,
	row: Row,
	rules: readonly string[],
): Array<[string, UsedRule]> {
	const chosen = [row.rules ?? []].flat().map(String);
	const unknown = chosen.filter((rule) => !rules.includes(rule));
	const label = name === 'turnOn' ? 'Turn On Other Rules' : 'Turn Off Rules';
	if (unknown.length > 0) {
		throw new Error(
			`Rules to Use, ${label}: these rules don't exist: ${unknown.join(', ')}. Use names of these rules: ${rules.join(', ')}.`,
		);
	}
	return chosen.map((rule) => [rule, { enabled: SWITCHED[name], label }]);
}

/**
 * What the form says of the rules of the policy to start from, by their names.
 * @param catalogue the facts of the package and of the policy
 * @throws Error for what that policy hasn't got
 */
export function readRulesToUse(
	given: unknown,
	base: PolicyDocument,
	catalogue: FactCatalogue,
): Map<string, UsedRule> {
	const rows = isObject(given) ? given : {};
	const rowOf = (name: string) => (isObject(rows[name]) ? rows[name] : undefined);
	const names = base.rules.map(({ name }) => name);
	const switched = (Object.keys(SWITCHED) as Array<keyof typeof SWITCHED>).flatMap((name) =>
		switchedBy(name, rowOf(name) ?? {}, names),
	);
	const used = READY_MADE.flatMap((each): Array<[string, UsedRule]> => {
		const row = rowOf(each.name);
		return row ? [[each.rule, usedBy(each, row, base, catalogue)]] : [];
	});
	return new Map([...switched, ...used]);
}
