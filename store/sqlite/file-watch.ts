import { statSync } from 'node:fs';

/** Which file it is; `undefined` if there is none. */
function identityOf(file: string): string | undefined {
	const found = statSync(file, { bigint: true, throwIfNoEntry: false });
	return found && `${found.dev}:${found.ino}`;
}

/**
 * Notes which files a store was opened on: the database and its log. What is written to a file that was deleted
 * or replaced since is lost, although nothing fails.
 * @returns throws if one of them isn't the file that it was
 */
export function watchFiles(file: string): () => void {
	const files = [file, `${file}-wal`].map((name) => ({ name, identity: identityOf(name) }));
	return () => {
		for (const { name, identity } of files) {
			const found = identityOf(name);
			if (found === identity) continue;
			const happened = found === undefined ? 'deleted' : 'replaced';
			throw new Error(
				`The store's file ${name} was ${happened} while it was open, so nothing is written to it any more. Restore the store's files, and restart this process.`,
			);
		}
	};
}
