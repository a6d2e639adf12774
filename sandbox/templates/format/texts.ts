/** A problem if `text` is missing or longer than `most`. */
export function lengthProblems(where: string, text: string | undefined, most: number): string[] {
	if (text === undefined || text === '') return [`${where} is missing`];
	return text.length > most ? [`${where} has ${text.length} characters, at most ${most} are allowed`] : [];
}

/** The value at `key`, if `holder` is an object. */
export function valueOf(holder: unknown, key: string): unknown {
	return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

/** Whether `value` is a list with at least `least` items. */
export function isList(value: unknown, least: number): value is unknown[] {
	return Array.isArray(value) && value.length >= least;
}
