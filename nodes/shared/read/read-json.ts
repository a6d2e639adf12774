function parsed(text: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { problem: (error as Error).message };
	}
}

/**
 * The value of a JSON field: a text, or what an expression gave.
 * @throws Error that names the field
 */
export function readJson(value: unknown, field: string): unknown {
	if (typeof value !== 'string') return value;
	const result = parsed(value);
	if ('problem' in result) throw new Error(`${field} holds no JSON: ${result.problem}`);
	return result.value;
}
