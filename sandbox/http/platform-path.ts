import { platformRefusal } from '../refusal';
import type { World } from '../world';

const VERSION = /^v\d+\.\d+$/;
/** Before `{phone number id}` in the newer paths of thread control. Facts 2026, §3. */
const NUMBERS = ['business', 'whatsapp', 'phone_numbers'];
const EDGES = new Set(['messages', 'media', 'groups', 'thread_control']);

/** A path in the gateway's form; `platform` if it came in the platform's own form, which also takes a bearer key. */
export interface GatewayPath {
	readonly path: string;
	readonly platform: boolean;
}

/**
 * The platform's own paths in the gateway's form: `/v23.0/{phone number id}/messages` is `/messages`,
 * `/v23.0/{group id}` is `/groups/{group id}`, `/v23.0/{media id}` is `/{media id}`.
 */
export function gatewayPath({ account, groups }: World, pathname: string): GatewayPath {
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
