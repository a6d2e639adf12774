import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ShortFilesFirst from '../../tools/check/short-files-first.cjs';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sequencer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How long a file took when it last ran (ms), and how many of its cases failed. A file that never ran has a size. */
interface Ran {
	took?: number;
	failed?: number;
	size?: number;
}

/** The order in which files run. */
function orderOf(files: Record<string, Ran>): string[] {
	const context = {
		config: { id: 'library', cacheDirectory: folder, haste: {} },
		hasteFS: { getSize: (path: string) => files[path]?.size },
	};
	const tests = Object.keys(files).map((path) => ({ context, path }));
	const testResults = Object.entries(files).flatMap(([testFilePath, { took, failed = 0 }]) =>
		took === undefined ? [] : [{ testFilePath, numFailingTests: failed, perfStats: { runtime: took } }],
	);
	const sequencer = new ShortFilesFirst({ contexts: [context], globalConfig: {} });
	sequencer.cacheResults(tests, { testResults });
	return sequencer.sort(tests).map(({ path }) => path);
}

it('the files that took the shortest come first', () => {
	const files = { long: { took: 30 }, short: { took: 10 }, middle: { took: 20 } };
	expect(orderOf(files)).toEqual(['short', 'middle', 'long']);
});

it('before them come those that failed, however long they took', () => {
	const files = { short: { took: 10 }, failed: { took: 30, failed: 1 }, middle: { took: 20 } };
	expect(orderOf(files)).toEqual(['failed', 'short', 'middle']);
});

it('the smallest of those that never ran come first', () => {
	expect(orderOf({ large: { size: 30 }, small: { size: 10 } })).toEqual(['small', 'large']);
});
