/** What stands between two pairs of braces. */
const PARAMETER = /\{\{([^{}]*)\}\}/g;

/** What the parameters of a text are named, as they stand there, with repeats. */
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
