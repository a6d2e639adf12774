import type { WriteStream } from 'node:tty';
import { inPlainCharacters } from '../base';

/** Prints a text. What could control the terminal is written as an escape, since parts come from elsewhere. */
export function print(text: string): void {
	process.stdout.write(inPlainCharacters(text));
}

/** Prints lines. None can pretend to be several. */
export function printLines(lines: string[]): void {
	print(lines.map((line) => `${line.replaceAll('\n', '\\n')}\n`).join(''));
}

/** Prints a text on stderr. */
export function printError(text: string): void {
	process.stderr.write(inPlainCharacters(text));
}

/** Lets a command run on when nobody reads what it prints any more. */
export function letStreamsFail(): void {
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Node 22 warns on stderr that its SQLite is experimental. Stderr is for incidents, one a line. */
export function hideSqliteWarning(): void {
	const printers = process.listeners('warning');
	process.removeAllListeners('warning');
	process.on('warning', (warning) => {
		if (warning.name === 'ExperimentalWarning' && warning.message.includes('SQLite')) return;
		for (const printWarning of printers) printWarning(warning);
	});
}

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
