import type { WriteStream } from 'node:tty';
import { inPlainCharacters } from '../base';

/** Draws a text in a terminal over the one before. What doesn't fit is cut off. */
export function redrawn(
	terminal: Pick<WriteStream, 'write' | 'columns' | 'rows'>,
): (lines: string[]) => void {
	let drawn = 0;
	return (lines) => {
		const back = drawn > 0 ? `\x1b[${drawn}A\x1b[0J` : '';
		const shown = lines
			.slice(0, terminal.rows - 1)
			.map((line) => inPlainCharacters(line).slice(0, terminal.columns));
		terminal.write(`${back}${shown.map((line) => `${line}\n`).join('')}`);
		drawn = shown.length;
	};
}
