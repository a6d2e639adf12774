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
