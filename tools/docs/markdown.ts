/** A Markdown table. */
export function table(head: string[], rows: Array<Array<string | number>>): string {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text with what stands between its markers `<!-- name -->` and `<!-- /name -->` replaced. */
export function replaceBetweenMarkers(text: string, name: string, part: string): string {
	const markers = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
	if (!markers.test(text)) throw new Error(`The markers <!-- ${name} --> and <!-- /${name} --> are missing.`);
	return text.replace(markers, (_, start: string, end: string) => `${start}\n${part}\n\n${end}`);
}
