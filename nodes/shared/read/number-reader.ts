/** Reads numbers of a form, and notes those that are out of bounds. */
export function numberReader(problems: string[]) {
	return (label: string, value: unknown, [least, most]: [number, number], { whole = true } = {}): number => {
		const number = Number(value);
		const fits = number >= least && number <= most && (!whole || Number.isInteger(number));
		if (!fits) problems.push(`${label} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
		return number;
	};
}
