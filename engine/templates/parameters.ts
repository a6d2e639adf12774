/** The text between two pairs of braces. */
const PARAMETER = /\{\{([^{}]*)\}\}/g;

/** The names of the parameters in a text, as written, with repeats. */
export function parametersIn(text: string): string[] {
	return [...text.matchAll(PARAMETER)].map((match) => match[1]!);
}

/** The parameters of a text, each once. */
export function distinctParameters(text: string): string[] {
	return [...new Set(parametersIn(text).map((name) => name.trim()))];
}

/** The text with every parameter replaced. */
export function withoutParameters(text: string, replacement: string): string {
	return text.replace(PARAMETER, replacement);
}
