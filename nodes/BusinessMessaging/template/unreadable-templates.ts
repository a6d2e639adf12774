/** A sentence about the items of a template list that couldn't be read; undefined if all could. */
export function describeUnreadable(count: number, consequence: string): string | undefined {
	if (count === 0) return undefined;
	const [what, verb] = count === 1 ? ['template', 'is'] : ['templates', 'are'];
	return `${count} ${what} of the gateway's list couldn't be read and ${verb} ${consequence}: no name or language.`;
}
