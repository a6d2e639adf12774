import { errorText } from '../../../base';

function parse(text: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (error) {
		return { problem: errorText(error) };
	}
}

/**
 * The value of a JSON field: a text, or what an expression returned.
 * @throws Error that names the field
 */
export function readJson(value: unknown, field: string): unknown {
	if (typeof value !== 'string') return value;
	const result = parse(value);
	if ('problem' in result) throw new Error(`${field} isn't valid JSON: ${result.problem}`);
	return result.value;
}
