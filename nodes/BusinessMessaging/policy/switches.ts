import type { INodePropertyOptions } from 'n8n-workflow';
import type { PolicyDocument } from '../../../engine';
import { catalogueOf, policies } from '../../../engine';
import { asWritten, conditionsInWords } from '../../../rules';
import { hasRow } from './ready-made';

const ON = 'on:';
const OFF = 'off:';

/** What a rule decides, as the form names it. */
const DECISIONS = { freeform: 'Send freeform', template: 'Send the template', hold: 'Hold', skip: 'Skip' };

/** What the ready-made rules do, in the form's words. A test compares the numbers. */
const IN_WORDS: Readonly<Record<string, string>> = {
	'campaign-budget': 'At most 100, in the currency of the prices, for each category of a campaign',
	'free-only':
		'Marketing goes out only while it costs nothing: in a free entry point, or in the free part of service messages',
	'frequency-cap': 'At most 2 marketing templates per 24 h for each customer',
	'human-active': 'Nothing automatic for 30 min after someone on your team answered',
	'loop-guard': 'Stops two bots: after 5 messages in a row, or 100 per 24 h',
	'new-customers-cap': 'At most 250 new customers within 24 hours',
	'quiet-hours': 'No templates 21:00-08:00 local time, except login codes. Replies still go out.',
	'spend-cap':
		"At most 100 a day for marketing, in the currency of the prices. What is held goes out on the account's next day.",
	'spend-cap-of-month':
		"At most 1000 a month for marketing, in the currency of the prices. What is held goes out in the account's next month.",
	'window-closing': 'In the last 60 s of the conversation window, waits and sends the template after it',
};

const readyMade = new Map(policies.strict.rules.map((rule) => [rule.name, JSON.stringify(rule.conditions)]));

type Switchable = Pick<PolicyDocument['rules'][number], 'name' | 'enabled' | 'conditions' | 'event'>;

/** Each rule with what it decides and when, in the form's words. */
export function rulesInWords({
	rules,
	...policy
}: Pick<PolicyDocument, 'facts'> & { rules: readonly Switchable[] }) {
	const catalogue = catalogueOf(policy);
	const sendsFreeform = rules.findIndex(
		({ enabled, event }) => enabled !== false && event.type === 'freeform',
	);
	return rules.map(({ name, enabled, conditions, event }, index) => {
		const isForTemplates = sendsFreeform !== -1 && index > sendsFreeform;
		const isReadyMade = readyMade.get(name) === JSON.stringify(conditions);
		const when = conditionsInWords(
			conditions,
			asWritten((fact) => catalogue[fact]?.label ?? fact),
		);
		const words = `${DECISIONS[event.type]} if ${when}${isForTemplates ? '. For templates only: freeform that is allowed goes out first' : ''}`;
		const description = (isReadyMade ? IN_WORDS[name] : undefined) ?? words;
		return { name, isOff: enabled === false, description };
	});
}

type Given = Parameters<typeof rulesInWords>[0];

/** The rules that can be turned on or off, as the form keeps them: first those that are off. */
export const switchesOf = (policy: Given): INodePropertyOptions[] =>
	rulesInWords(policy)
		.sort((a, b) => Number(b.isOff) - Number(a.isOff))
		.map(({ name, isOff, description }) => ({
			name: `Turn ${isOff ? 'On' : 'Off'} ${name}`,
			value: `${isOff ? ON : OFF}${name}`,
			description,
		}));

/** The rules that are off, or on. Of those that are off, the ones for which the form has no row. */
export const rulesThatAre = (state: 'off' | 'on', policy: Given): INodePropertyOptions[] =>
	rulesInWords(policy)
		.filter((rule) => rule.isOff === (state === 'off') && !(rule.isOff && hasRow(rule)))
		.map(({ name, description }) => ({ name, value: name, description }));

/** The names of the rules to turn on or off, and whether each is then on. @throws Error that names those that don't exist */
export function readSwitches(switches: readonly string[], rules: readonly string[]): Map<string, boolean> {
	const read = switches.map((each) => [each.slice(each.indexOf(':') + 1), each.startsWith(ON)] as const);
	const unknown = switches.filter(
		(each, index) => !/^(on|off):/.test(each) || !rules.includes(read[index]![0]),
	);
	if (unknown.length > 0) {
		throw new Error(
			`These rules can't be turned on or off: ${unknown.join(', ')}. Use ${ON} or ${OFF} with the name of a rule: ${rules.join(', ')}.`,
		);
	}
	return new Map(read);
}
