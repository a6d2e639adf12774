/** What is at a path inside of a JSON value; `undefined` if nothing is. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
	return path.reduce<unknown>((inner, key) => {
		return typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
	}, value);
}

/** The text at a path; empty if there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
	const found = at(value, ...path);
	return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** The list at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}
