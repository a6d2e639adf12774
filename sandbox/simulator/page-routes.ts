import { builtFile, PAGE_HEADERS } from '../../page/built-files';
import type { Answer, Call, Route } from '../http/route';
import type { ChatEntry } from '../chat-log';
import { plainRefusal } from '../refusal';
import { streamUpdates } from './live';

/** A file that somebody uploaded runs no scripts, whatever its type. */
const UPLOAD_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': "sandbox; default-src 'none'" };

/** The page, its files, its updates, and the files of chats. */
export const pageRoutes: readonly Route[] = [
	{ method: 'GET', path: '/sandbox', handle: () => ownFile('') },
	{ method: 'GET', path: '/sandbox/live', handle: live },
	{ method: 'GET', path: '/sandbox/media/:id', handle: upload },
	{ method: 'GET', path: '/sandbox/linked/:id', handle: linkedPicture },
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

/** The picture that a message links to, as a phone would show it. Only links of messages in the chats are followed. */
async function linkedPicture({ world, params }: Call): Promise<Answer> {
	const entry = world.chats.entries.findLast(({ id }) => id === params.id);
	const link = entry && linkIn(entry);
	if (link === undefined) throw plainRefusal(404, `no message with the ID ${params.id} links to a picture`);
	const file = await fetchPicture(link);
	if (typeof file === 'string') throw plainRefusal(502, file);
	return { status: 200, body: null, file, headers: UPLOAD_HEADERS };
}

function linkIn({ type, content }: ChatEntry): string | undefined {
	if (type !== 'image' && type !== 'sticker') return undefined;
	const { link } = Object((content as Record<string, unknown>)[type]) as { link?: unknown };
	return typeof link === 'string' ? link : undefined;
}

/** What the platform takes for a picture or a sticker (docs/interface.md, Media). */
const PICTURE = /^image\/(?:jpeg|png|webp)\b/;
const MOST = 5 * 1024 * 1024;
const PATIENCE = 10_000;
const HOST = /^https?:\/\/([^/?#]+)/i;

/** Why a host gave no answer, by the code of the connection error. */
function whyNoAnswer({ name, cause, message }: Error, host: string): string {
	const { code } = Object(cause) as { code?: unknown };
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no server with the name ${host}`;
	if (code === 'ECONNREFUSED') return `nothing answers at ${host}`;
	if (name === 'TimeoutError') return `${host} didn't answer within ${PATIENCE / 1_000} seconds`;
	return cause instanceof Error ? cause.message : message;
}

/** The picture behind a link, or why there is none, for people. */
async function fetchPicture(link: string): Promise<{ bytes: Buffer; mimeType: string } | string> {
	try {
		const response = await fetch(link, { signal: AbortSignal.timeout(PATIENCE) });
		const mimeType = response.headers.get('content-type') ?? '';
		if (!response.ok) return `the link answers ${response.status}`;
		if (!PICTURE.test(mimeType)) return `the link leads to ${mimeType || 'no type'}, which isn't a picture`;
		const bytes = Buffer.from(await response.arrayBuffer());
		return bytes.length > MOST ? `the picture has more than ${MOST} bytes` : { bytes, mimeType };
	} catch (error) {
		return `the link can't be opened: ${whyNoAnswer(error as Error, HOST.exec(link)?.[1] ?? link)}`;
	}
}
