import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const keptLines = 5_000;

export interface Log {
	/** The last 5,000 lines. */
	text(): string;
	/** The last 25 lines, for an error message. */
	tail(): string;
	read(stream: Readable): void;
}

/** Keeps what a process prints, and passes on each line. */
export function createLog(onLine: (line: string) => void = () => {}): Log {
	const lines: string[] = [];
	return {
		text: () => lines.join('\n'),
		tail: () => lines.slice(-25).join('\n'),
		read(stream) {
			createInterface({ input: stream }).on('line', (line) => {
				lines.push(line);
				if (lines.length > keptLines) lines.shift();
				onLine(line);
			});
		},
	};
}
