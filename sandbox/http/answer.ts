import type { IncomingMessage } from 'node:http';
import { gatewayError, inPlatformForm, plainRefusal, platformRefusal, Refusal } from '../refusal';
import type { World } from '../world';
import type { Answer, createRouter } from './route';

const DOWNLOADS = '/media-files/';

export type Find = ReturnType<typeof createRouter>;

/** A request that has been read. */
interface Request {
	readonly message: IncomingMessage;
	readonly url: URL;
	readonly raw: Buffer;
}

/** A refusal as the answer it stands for. */
export async function refused(run: () => Answer | Promise<Answer>, platform = false): Promise<Answer> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof Refusal) {
			const { status, body } = platform ? inPlatformForm(error) : error;
			return { status, body };
		}
		const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return { status: 500, body: { error: `the sandbox itself failed: ${message}` } };
	}
}

/** The refusal of who may not come in; `undefined` for who may. */
export async function refusal(check: () => void, platform: boolean): Promise<Answer | undefined> {
	const mayPass: Answer = { status: 200, body: null };
	const answered = await refused(() => (check(), mayPass), platform);
	return answered === mayPass ? undefined : answered;
}

/** Whether the path of a request takes its key as a bearer token, too. */
export function takesBearer(world: World, { pathname }: URL): boolean {
	const { path, platform } = gatewayPath(world, pathname);
	return platform || path.startsWith(DOWNLOADS);
}

/** What the API answers to who has the key, unless a fault strikes. */
export function answer(world: World, find: Find, request: Request): Answer | Promise<Answer> {
	const { pathname } = request.url;
	const { path } = gatewayPath(world, pathname);
	const { status } = world.faults.active;
	if (status && pathname.includes(status.path ?? '/') && world.faults.strikes('status', status.times)) {
		if (status.body === undefined) throw plainRefusal(status.code, `fault: ${status.code}`, 131000);
		return { status: status.code, body: status.body };
	}
	const own = world.faults.active.gatewayError;
	if (own && pathname.includes(own.path ?? '/') && world.faults.strikes('gatewayError', own.times)) {
		throw gatewayError(own.kind, own.field ?? 'meta');
	}
	return route(world, find, request, path);
}

/** What the endpoint of a path answers. */
export function route(world: World, find: Find, request: Request, path: string): Answer | Promise<Answer> {
	const { message, raw, url } = request;
	const match = find(message.method ?? 'GET', path);
	if (match.route === undefined) {
		if (match.allowed.length === 0) throw plainRefusal(404, `no endpoint ${path}`);
		throw plainRefusal(405, `${path} takes ${match.allowed.join(', ')}`);
	}
	const { headers } = message;
	const body = () => parseJson(raw, match.route.unreadable);
	return match.route.handle({ world, params: match.params, query: url.searchParams, headers, raw, body });
}

function parseJson(raw: Buffer, refuse = (sentence: string) => platformRefusal(100, sentence)): unknown {
	try {
		return JSON.parse(raw.toString('utf8'));
	} catch {
		throw refuse('The request body is not JSON');
	}
}

const VERSION = /^v\d+\.\d+$/;
/** Before `{phone number id}` in the newer paths of thread control (docs/interface.md, Conversation control). */
const NUMBERS = ['business', 'whatsapp', 'phone_numbers'];
const EDGES = new Set(['messages', 'media', 'groups', 'thread_control']);

/** A path in the gateway's form; `platform` if it came in the platform's own form, which also takes a bearer key. */
interface GatewayPath {
	readonly path: string;
	readonly platform: boolean;
}

/**
 * The platform's own paths in the gateway's form: `/v23.0/{phone number id}/messages` is `/messages`,
 * `/v23.0/{group id}` is `/groups/{group id}`, `/v23.0/{media id}` is `/{media id}`.
 */
function gatewayPath({ account, groups }: World, pathname: string): GatewayPath {
	const segments = segmentsOf(pathname);
	const versioned = VERSION.test(segments[0] ?? '');
	const [node = '', ...edges] = versioned ? segments.slice(1) : segments;
	if (node === account.phoneNumberId && edges.length > 0)
		return { path: `/${edges.join('/')}`, platform: true };
	if (!versioned) return { path: pathname, platform: false };
	if (groups.find(node) !== undefined) return { path: ['/groups', node, ...edges].join('/'), platform: true };
	if (EDGES.has(edges[0] ?? '')) {
		throw platformRefusal(100, `Unsupported request. Object with ID '${node}' does not exist`);
	}
	return { path: `/${[node, ...edges].join('/')}`, platform: true };
}

/** Whether a path is the platform's own: with a version, or with the phone number id. */
export function isPlatformPath({ account }: World, pathname: string): boolean {
	const [first = ''] = segmentsOf(pathname);
	return VERSION.test(first) || first === account.phoneNumberId;
}

function segmentsOf(pathname: string): string[] {
	const segments = pathname.split('/').filter((segment) => segment !== '');
	const from = VERSION.test(segments[0] ?? '') ? 1 : 0;
	const isNested = NUMBERS.every((name, index) => segments[from + index] === name);
	return isNested ? segments.toSpliced(from, NUMBERS.length) : segments;
}
