import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Answer, Call, Route } from '../http/route';
import { plainRefusal } from '../refusal';
import { streamUpdates } from './live';

/** The page loads nothing from elsewhere, and no other page can frame it. */
const PAGE_HEADERS = {
	'content-security-policy':
		"default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/** A file that somebody uploaded runs no scripts, whatever its type. */
const UPLOAD_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': "sandbox; default-src 'none'" };

/** The page, its files, its updates, and the files of chats. */
export const pageRoutes: readonly Route[] = [
	{ method: 'GET', path: '/sandbox', handle: () => ownFile('') },
	{ method: 'GET', path: '/sandbox/live', handle: live },
	{ method: 'GET', path: '/sandbox/media/:id', handle: upload },
	{ method: 'GET', path: '/sandbox/:file', handle: ({ params }) => ownFile(params.file ?? '') },
];

function live({ world, headers }: Call): Answer {
	const url = `http://${String(headers.host)}`;
	return { status: 200, body: null, stream: (response) => streamUpdates(world.gateway, url, response) };
}

function ownFile(name: string): Answer {
	const file = pageFile(name);
	if (file === undefined) throw plainRefusal(404, `the page has no file ${name}`);
	if (file.bytes === undefined) throw plainRefusal(503, "the page isn't built. Run npm run build");
	return {
		status: 200,
		body: null,
		file: { bytes: file.bytes, mimeType: file.mimeType },
		headers: PAGE_HEADERS,
	};
}

function upload({ world, params }: Call): Answer {
	const file = world.media.find(params.id ?? '');
	if (file === undefined) throw plainRefusal(404, `no file has the ID ${params.id}`);
	return { status: 200, body: null, file, headers: UPLOAD_HEADERS };
}

/** The files of the page by the last segment of their path, and their types. The build writes them. */
const FILES: Readonly<Record<string, readonly [file: string, mimeType: string]>> = {
	'': ['index.html', 'text/html; charset=utf-8'],
	'page.js': ['page.js', 'text/javascript; charset=utf-8'],
	'page.css': ['page.css', 'text/css; charset=utf-8'],
	'icon.svg': ['icon.svg', 'image/svg+xml'],
};

interface PageFile {
	readonly mimeType: string;
	/** Unset if the page isn't built. */
	readonly bytes: Buffer | undefined;
}

/** A file of the page, or `undefined` if it has no such file. */
function pageFile(name: string): PageFile | undefined {
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
