import type { INodePropertyOptions } from 'n8n-workflow';
import type { PolicyDocument } from '../../../engine';

const ON = 'on:';
const OFF = 'off:';

/** What a rule decides, as the form names it. */
const DECISIONS = { freeform: 'Send freeform', template: 'Send the template', hold: 'Hold', skip: 'Skip' };

type Switchable = Pick<PolicyDocument['rules'][number], 'name' | 'enabled' | 'event'>;

/** The rules that can be switched, as the form keeps them: first those that are off, each with what it decides and why. */
export function switchesOf(rules: readonly Switchable[]): INodePropertyOptions[] {
	const choices = rules.map(({ name, enabled, event }) => {
		const isOff = enabled === false;
		return {
			isOff,
			name: `Switch ${isOff ? 'On' : 'Off'} ${name}`,
			value: `${isOff ? ON : OFF}${name}`,
			description: `${DECISIONS[event.type]}: ${event.params.reason}`,
		};
	});
	return choices
		.sort((a, b) => Number(b.isOff) - Number(a.isOff))
		.map(({ name, value, description }) => ({ name, value, description }));
}

/** The names of the rules to switch, and whether each is then on. @throws Error that names those that don't exist */
export function readSwitches(switches: readonly string[], rules: readonly string[]): Map<string, boolean> {
	const read = switches.map((each) => [each.slice(each.indexOf(':') + 1), each.startsWith(ON)] as const);
	const unknown = switches.filter(
		(each, index) => !/^(on|off):/.test(each) || !rules.includes(read[index]![0]),
	);
	if (unknown.length > 0) {
		throw new Error(
			`These rules can't be switched: ${unknown.join(', ')}. Use ${ON} or ${OFF} with the name of a rule: ${rules.join(', ')}.`,
		);
	}
	return new Map(read);
}
