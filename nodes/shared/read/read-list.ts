/** The entries of a field that takes a list: written with commas or on lines of their own, or given as an array. */
export function readList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}
