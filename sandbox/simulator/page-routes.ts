import { builtFile, PAGE_HEADERS } from '../../page/built-files';
import type { Answer, Call, Route } from '../http/route';
import { plainRefusal } from '../refusal';
import { streamUpdates } from './live';

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
	const file = builtFile('simulator', name);
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
