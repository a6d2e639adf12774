/** A list of values that is the only table of its part of a statement. */
const LIST = /\bFROM \(VALUES \(((?:[^()]|\([^()]*\))*)\)\) AS (\w+)(?=\s+(?:WHERE|RETURNING)\b|\s*\))/;
const BETWEEN_VALUES = /,(?![^()]*\))/;

/**
 * A work's statement as SQLite runs it fastest. Rows run one after the other here, and SQLite makes a table for each
 * list, which takes a third of what the rest of an update takes. So the values of a list stand where its columns are
 * read. A list that is joined with a table stays: SQLite doesn't make a table for that.
 */
export function forOneRow(asWritten: string): string {
	let number = 0;
	const text = asWritten.replaceAll('?', () => `?${(number += 1)}`);
	const [list, row = '', name] = LIST.exec(text) ?? [];
	if (list === undefined) return text;
	const values = row.split(BETWEEN_VALUES).map((value) => value.trim());
	return text
		.replace(list, '')
		.replaceAll(new RegExp(`\\b(?:${name}\\.)?column(\\d+)\\b`, 'g'), (_, column) => values[column - 1]!);
}
