import type { INodePropertyOptions } from 'n8n-workflow';
import type { PolicyDocument } from '../../../engine';
import { factCatalogue, policies } from '../../../engine';
import { conditionsInWords } from '../../../rules';

const ON = 'on:';
const OFF = 'off:';

/** What a rule decides, as the form names it. */
const DECISIONS = { freeform: 'Send freeform', template: 'Send the template', hold: 'Hold', skip: 'Skip' };

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(factCatalogue).map(([fact, { label }]) => [fact, label]),
);

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

/** The rules that can be turned on or off, as the form keeps them: first those that are off, each with what it decides and when. */
export function switchesOf(rules: readonly Switchable[]): INodePropertyOptions[] {
	const sendsFreeform = rules.findIndex(
		({ enabled, event }) => enabled !== false && event.type === 'freeform',
	);
	const choices = rules.map(({ name, enabled, conditions, event }, index) => {
		const isOff = enabled === false;
		const isForTemplates = sendsFreeform !== -1 && index > sendsFreeform;
		const isReadyMade = readyMade.get(name) === JSON.stringify(conditions);
		const when = conditionsInWords(conditions, (fact) => LABELS[fact] ?? fact);
		const inWords = `${DECISIONS[event.type]} if ${when}${isForTemplates ? '. For templates only: freeform that is allowed goes out first' : ''}`;
		return {
			isOff,
			name: `Turn ${isOff ? 'On' : 'Off'} ${name}`,
			value: `${isOff ? ON : OFF}${name}`,
			description: (isReadyMade ? IN_WORDS[name] : undefined) ?? inWords,
		};
	});
	return choices
		.sort((a, b) => Number(b.isOff) - Number(a.isOff))
		.map(({ name, value, description }) => ({ name, value, description }));
}

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
