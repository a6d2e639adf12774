const BEFORE = 'before:';
const AFTER = 'after:';

/** Every place for new rules among others, as the form keeps it. */
export function placesAmong(rules: string[]): Array<{ name: string; value: string }> {
	return [
		{ name: 'First', value: 'first' },
		{ name: 'Last', value: 'last' },
		...rules.map((rule) => ({ name: `Before ${rule}`, value: `${BEFORE}${rule}` })),
		...rules.map((rule) => ({ name: `After ${rule}`, value: `${AFTER}${rule}` })),
	];
}

/** The index of a place among the rules. @throws Error for what isn't a place */
export function readPlace(place: string, rules: string[]): number {
	if (place === 'first') return 0;
	if (place === 'last') return rules.length;
	const isBefore = place.startsWith(BEFORE);
	const rule = place.slice(place.indexOf(':') + 1);
	const index = rules.indexOf(rule);
	if ((isBefore || place.startsWith(AFTER)) && index >= 0) return isBefore ? index : index + 1;
	throw new Error(
		`"${place}" isn't a place for new rules. Use first, last, or ${BEFORE} or ${AFTER} with the name of a rule: ${rules.join(', ')}.`,
	);
}
