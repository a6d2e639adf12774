/** A condition that a column has one of these values; without values, no condition. */
export function isIn(
	column: string,
	values: readonly string[] = [],
): { text: string; values: readonly string[] } {
	if (values.length === 0) return { text: '', values };
	return { text: ` AND ${column} IN (${values.map(() => '?').join(', ')})`, values };
}
