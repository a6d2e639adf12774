export function changedFiles(checkout: string, since: string): string[];
export function inOrder(
	checkout: string,
	tests: readonly string[],
	changed: readonly string[],
): { direct: string[]; others: string[] };
