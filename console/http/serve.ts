import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText } from '../../base';
import { builtFile, PAGE_HEADERS } from '../../page/built-files';
import type { Desk } from '../desk';
import { latestTime, NotFound } from '../desk';
import { readCampaign, readRecipients } from '../views/campaign';
import { readCampaigns } from '../views/campaigns';
import { readCustomers } from '../views/customers';
import { openDay } from '../views/day';
import { readOverview } from '../views/overview';
import { readPolicies, readPolicy } from '../views/policies';
import { readTemplates } from '../views/templates';
import { readTimeline } from '../views/timeline';
import { readWhom } from '../views/whom';
import type { Door } from './door';
import { bringsToken, cookieOf, refusalOf, ROOT } from './door';
import { createLive } from './live';

/** So many pages can look at the same time. */
const MOST_PAGES = 200;

/** The console loads and sends nothing elsewhere, not even what is typed into it. */
const HEADERS = { ...PAGE_HEADERS, 'cross-origin-resource-policy': 'same-origin' };

type Query = (name: string) => string | undefined;
type Readers = Readonly<Record<string, (query: Query) => Promise<unknown>>>;

const refOf = (query: Query) => ({ channel: query('channel') ?? '', id: query('id') ?? '' });

/** The newest version, unless one is asked for. */
const versionOf = (query: Query) => {
	const version = Number(query('version'));
	return Number.isSafeInteger(version) && version > 0 ? version : undefined;
};

/** What the page follows, by its path under `live/`, and what it asks for page by page, under `api/`. */
function readersOf(desk: Desk): Record<'live' | 'api', Readers> {
	const day = openDay(desk);
	return {
		live: {
			overview: () => readOverview(desk, day),
			campaigns: () => readCampaigns(desk),
			campaign: (query) => readCampaign(desk, refOf(query)),
			customer: (query) => readTimeline(desk, query('customer') ?? ''),
			templates: () => readTemplates(desk),
			policies: () => readPolicies(desk),
			policy: (query) => readPolicy(desk, { name: query('name') ?? '', version: versionOf(query) }),
		},
		api: {
			campaigns: (query) => readCampaigns(desk, query('after')),
			recipients: (query) =>
				readRecipients(desk, refOf(query), {
					state: query('state'),
					search: query('search'),
					after: query('after'),
				}),
			customers: async (query) => ({
				now: await latestTime(desk),
				...(await readCustomers(desk, {
					search: query('search') ?? '',
					channel: query('channel'),
					after: query('after'),
				})),
			}),
			whom: async (query) => ({
				now: await latestTime(desk),
				...(await readWhom(desk, { list: query('list') ?? '', after: query('after') })),
			}),
		},
	};
}

function send(
	response: ServerResponse,
	status: number,
	type: string,
	content: string | Buffer,
	more = {},
): void {
	response.writeHead(status, {
		...HEADERS,
		'content-type': type,
		'content-length': Buffer.byteLength(content),
		...more,
	});
	response.end(response.req.method === 'HEAD' ? undefined : content);
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
	send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

/**
 * A redirect that follows a link on another website would come without a cookie that is SameSite=Strict: this page goes
 * on by itself.
 */
const ENTRANCE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${ROOT}"><title>Business Messaging console</title><p><a href="${ROOT}">Open the console</a></p></html>`;

/** Answers requests for a console. */
export function createHandler(
	desk: Desk,
	door: Door,
): (message: IncomingMessage, response: ServerResponse) => void {
	const live = createLive(desk.runtime);
	const readers = readersOf(desk);

	async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = URL.parse(message.url ?? '/', 'http://console');
		const refusal =
			url === null ? { status: 400, sentence: "The address can't be read." } : refusalOf(door, message, url);
		if (url === null || refusal) return sendJson(response, refusal!.status, { error: refusal!.sentence });
		if (bringsToken(door, url)) {
			const cookie = { 'set-cookie': cookieOf(door, message) };
			return send(response, 200, 'text/html; charset=utf-8', ENTRANCE, cookie);
		}
		const { pathname } = url;
		if (pathname === '/' || `${pathname}/` === ROOT) {
			return send(response, 303, 'text/plain; charset=utf-8', '', { location: ROOT });
		}
		const [kind = '', name = ''] = pathname.startsWith(ROOT)
			? pathname.slice(ROOT.length).split('/')
			: ['none'];
		const query: Query = (asked) => url.searchParams.get(asked) ?? undefined;
		const known: Readers = kind === 'live' || kind === 'api' ? readers[kind] : {};
		const reader = Object.hasOwn(known, name) ? known[name] : undefined;
		if (reader && kind === 'api') return sendJson(response, 200, (await reader(query)) as object);
		if (reader) {
			if (live.pages >= MOST_PAGES)
				return sendJson(response, 503, { error: 'Too many pages are open. Close some of them.' });
			response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
			return live.stream(`${pathname}?${url.searchParams}`, () => reader(query), response);
		}
		const file = name === '' ? builtFile('console-page', kind) : undefined;
		if (file === undefined) throw new NotFound(`The console has no ${pathname}.`);
		if (file.bytes === undefined)
			return sendJson(response, 503, { error: "The page isn't built. Run npm run build." });
		return send(response, 200, file.mimeType, file.bytes);
	}

	return (message, response) => {
		message.resume();
		answer(message, response).catch((error: unknown) => {
			if (response.headersSent) return response.destroy();
			return sendJson(response, error instanceof NotFound ? 404 : 500, { error: errorText(error) });
		});
	};
}
