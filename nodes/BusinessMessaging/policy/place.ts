const BEFORE = 'before:';
const AFTER = 'after:';

/** Every place that new rules can take among others, as the form keeps it. */
export function placesAmong(rules: string[]): Array<{ name: string; value: string }> {
	return [
		{ name: 'First', value: 'first' },
		{ name: 'Last', value: 'last' },
		...rules.map((rule) => ({ name: `Before ${rule}`, value: `${BEFORE}${rule}` })),
		...rules.map((rule) => ({ name: `After ${rule}`, value: `${AFTER}${rule}` })),
	];
}

/** Before which of the rules a place is, as an index. @throws Error for a place that is none */
export function readPlace(place: string, rules: string[]): number {
	if (place === 'first') return 0;
	if (place === 'last') return rules.length;
	const isBefore = place.startsWith(BEFORE);
	const rule = place.slice(place.indexOf(':') + 1);
	const index = rules.indexOf(rule);
	if ((isBefore || place.startsWith(AFTER)) && index >= 0) return isBefore ? index : index + 1;
	throw new Error(
		`New rules cannot go "${place}". It takes first, last, ${BEFORE} or ${AFTER} and the name of a rule: ${rules.join(', ')}.`,
	);
}
