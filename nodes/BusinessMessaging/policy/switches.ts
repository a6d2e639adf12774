const ON = 'on:';
const OFF = 'off:';

interface Switchable {
	name: string;
	enabled?: boolean;
}

/** What can be switched of some rules, as the form keeps it. */
export function switchesOf(rules: readonly Switchable[]): Array<{ name: string; value: string }> {
	return rules.map(({ name, enabled }) =>
		enabled === false
			? { name: `Switch On ${name}`, value: `${ON}${name}` }
			: { name: `Switch Off ${name}`, value: `${OFF}${name}` },
	);
}

/** The names of the rules to switch, with whether each is to count. @throws Error that names those that are not there */
export function readSwitches(switches: readonly string[], rules: readonly string[]): Map<string, boolean> {
	const read = switches.map((each) => [each.slice(each.indexOf(':') + 1), each.startsWith(ON)] as const);
	const unknown = switches.filter(
		(each, index) => !/^(on|off):/.test(each) || !rules.includes(read[index]![0]),
	);
	if (unknown.length > 0) {
		throw new Error(
			`There is nothing to switch as ${unknown.join(', ')}. It takes ${ON} or ${OFF} and the name of a rule: ${rules.join(', ')}.`,
		);
	}
	return new Map(read);
}
