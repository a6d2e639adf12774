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

/** Prints lines for a person, on stderr. */
export function errorLines(lines: readonly string[], output: NodeJS.WritableStream = process.stderr): void {
	for (const line of lines) output.write(`${inPlainCharacters(line).replaceAll('\n', '\\n')}\n`);
}

/** Prints objects as JSON, one per line. */
export function printJson(...objects: readonly object[]): void {
	printLines(objects.map((each) => JSON.stringify(each)));
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

const BAR = 30;

/** How much is done, as a bar with a percentage: `[######........................] 20%`. @param share from 0 to 1 */
export function bar(share: number): string {
	const full = Math.floor(share * BAR);
	return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)}%`;
}

/** Shows how far long work is. @param share of the work that is done before this step, from 0 to 1 */
export type Progress = (step: string, share: number) => void;

/**
 * Does long work, with a bar on stderr that shows how far it is. Nothing of it is left at the end, and nothing is printed
 * unless stderr is a terminal.
 */
export async function withProgress<Result>(
	work: (show: Progress) => Promise<Result>,
	terminal: Pick<WriteStream, 'write' | 'columns' | 'rows' | 'isTTY'> = process.stderr,
): Promise<Result> {
	if (!terminal.isTTY) return work(() => {});
	const draw = redrawn(terminal);
	try {
		return await work((step, share) => draw([`${bar(share)}  ${step}`]));
	} finally {
		draw([]);
	}
}
