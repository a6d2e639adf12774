const ON = 'on:';
const OFF = 'off:';

interface Switchable {
	name: string;
	enabled?: boolean;
}

/** The rules that can be switched, as the form keeps them. */
export function switchesOf(rules: readonly Switchable[]): Array<{ name: string; value: string }> {
	return rules.map(({ name, enabled }) =>
		enabled === false
			? { name: `Switch On ${name}`, value: `${ON}${name}` }
			: { name: `Switch Off ${name}`, value: `${OFF}${name}` },
	);
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
