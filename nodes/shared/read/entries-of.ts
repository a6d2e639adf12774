/** The entries of a fixed collection under `name`. */
export function entriesOf(collection: unknown, name: string): Array<Record<string, unknown>> {
	const entries = (collection as Record<string, unknown> | undefined)?.[name];
	return Array.isArray(entries) ? (entries as Array<Record<string, unknown>>) : [];
}
