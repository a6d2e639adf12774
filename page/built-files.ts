import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A page loads nothing from elsewhere, and no other page can frame it. */
export const PAGE_HEADERS = {
	'content-security-policy':
		"default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/** The files of each page by the last segment of their path, and their types. The build writes them. */
const FILES: Readonly<Record<string, readonly [file: string, mimeType: string]>> = {
	'': ['index.html', 'text/html; charset=utf-8'],
	'page.js': ['page.js', 'text/javascript; charset=utf-8'],
	'page.css': ['page.css', 'text/css; charset=utf-8'],
	'icon.svg': ['icon.svg', 'image/svg+xml'],
};

interface BuiltFile {
	readonly mimeType: string;
	/** Unset if the page isn't built. */
	readonly bytes: Buffer | undefined;
}

/** A file of a page, or `undefined` if it has no such file. */
export function builtFile(page: 'simulator' | 'console-page', name: string): BuiltFile | undefined {
	const found = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
	if (found === undefined) return undefined;
	const [file, mimeType] = found;
	const path = join(packageFolder(), 'dist', page, file);
	return { mimeType, bytes: existsSync(path) ? readFileSync(path) : undefined };
}

/** The folder of this package, whether this code runs from its sources or from `dist/`. */
function packageFolder(): string {
	let folder = __dirname;
	while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}
