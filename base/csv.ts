const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter that separates most fields in the first lines. */
function delimiterOf(text: string): string {
	const start = text.slice(0, 2_000);
	const counts = DELIMITERS.map((delimiter) => start.split(delimiter).length);
	return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/**
 * Reads a CSV text: fields are separated by commas, semicolons, or tabs, and can be in double quotes.
 * @returns the lines that aren't empty, with their number in the text from 1
 */
export function readCsv(text: string): Array<{ line: number; fields: string[] }> {
	const whole = text.replace(/^\ufeff/, '');
	const delimiter = delimiterOf(whole);
	const lines: Array<{ line: number; fields: string[] }> = [];
	let fields: string[] = [];
	let field = '';
	let isQuoted = false;
	let [line, began] = [1, 1];
	function endField() {
		fields.push(field.trim());
		field = '';
	}
	function endLine() {
		endField();
		if (fields.some((each) => each !== '')) lines.push({ line: began, fields });
		fields = [];
		began = line;
	}
	for (let at = 0; at < whole.length; at += 1) {
		const character = whole[at]!;
		if (character === '\n') line += 1;
		if (isQuoted) {
			if (character !== '"') field += character;
			else if (whole[at + 1] === '"') {
				field += '"';
				at += 1;
			} else isQuoted = false;
		} else if (character === '"' && field.trim() === '') {
			field = '';
			isQuoted = true;
		} else if (character === delimiter) endField();
		else if (character === '\n') endLine();
		else if (character !== '\r') field += character;
	}
	endLine();
	return lines;
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\n`;

/** A CSV text with a head. */
export const writeCsv = (columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[columns, ...rows].map(lineOf).join('');
