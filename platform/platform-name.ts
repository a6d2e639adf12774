/** A name of the platform in its one spelling, `IN_REVIEW`: it is also written `in-review` and `In-Review`. */
export function normalizeName(name: string): string {
	return name
		.trim()
		.toUpperCase()
		.replace(/[\s-]+/g, '_');
}
