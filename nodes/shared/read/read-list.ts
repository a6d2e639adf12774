/** The entries of a list field: separated by commas or line breaks, or an array. */
export function readList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}
