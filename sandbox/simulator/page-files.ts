import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of the page by the last segment of their path, and their types. The build writes them. */
const FILES: Readonly<Record<string, readonly [file: string, mimeType: string]>> = {
	'': ['index.html', 'text/html; charset=utf-8'],
	'page.js': ['page.js', 'text/javascript; charset=utf-8'],
	'page.css': ['page.css', 'text/css; charset=utf-8'],
	'icon.svg': ['icon.svg', 'image/svg+xml'],
};

export interface PageFile {
	readonly mimeType: string;
	/** Unset if the page isn't built. */
	readonly bytes: Buffer | undefined;
}

/** A file of the page, or `undefined` if it has no such file. */
export function pageFile(name: string): PageFile | undefined {
	const found = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
	if (found === undefined) return undefined;
	const [file, mimeType] = found;
	const path = join(packageFolder(), 'dist/simulator', file);
	return { mimeType, bytes: existsSync(path) ? readFileSync(path) : undefined };
}

/** The folder of this package, whether this code runs from its sources or from `dist/`. */
function packageFolder(): string {
	let folder = __dirname;
	while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}
