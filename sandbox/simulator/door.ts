import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { sameText } from '../http/authorize';
import type { Answer } from '../http/route';
import { plainRefusal } from '../refusal';

/**
 * Who may open the page and call the control. `host` is where the sandbox listens. `token`: every request has to
 * carry it.
 */
export interface Door {
	readonly host: string;
	readonly token?: string | undefined;
}

/** Names that only lead to this machine, as seen from itself or from one of its containers. */
const LOCAL_NAMES = ['localhost', 'host.docker.internal'];
const COOKIE = 'business-messaging-sandbox';
/** Where the page is. */
const PAGE = '/sandbox/';

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** Refuses a request of another website, of a foreign host name, or without the token. */
export function admit(door: Door, message: IncomingMessage, url: URL): void {
	const { host = '', origin } = message.headers;
	if (!isKnownName(door, host)) {
		const advice = 'Open the address that the sandbox printed when it started';
		throw plainRefusal(403, `this sandbox isn't called ${JSON.stringify(host)}. ${advice}`);
	}
	if (origin !== undefined && hostOf(origin) !== host) {
		throw plainRefusal(403, 'another website may not control the sandbox');
	}
	if (!isOfPage(message, url)) throw plainRefusal(403, 'another website may not ask the sandbox');
	if (door.token === undefined || tokensOf(message, url).some((given) => sameText(given, door.token ?? '')))
		return;
	const advice = 'Open the address with the token that the sandbox printed when it started';
	throw plainRefusal(401, `the token is missing or wrong. ${advice}`);
}

/**
 * Who opens the page with the token gets it as a cookie, which other websites can't use, and the page's plain address.
 * `undefined` for any other request.
 */
export function openTheDoor(
	{ token }: Door,
	{ headers, method }: IncomingMessage,
	url: URL,
): Answer | undefined {
	if (method !== 'GET' || url.pathname !== PAGE || !url.searchParams.has('token')) return undefined;
	const cookie = `${cookieName(headers.host)}=${token ?? ''}; HttpOnly; SameSite=Lax; Path=${PAGE}`;
	return { status: 303, body: null, headers: { location: PAGE, 'set-cookie': cookie } };
}

/**
 * Whether a browser asks for a page that is the sandbox's own, as far as it says for whom it asks. What another website
 * loads has no `Origin` if it is a picture, for example: it can't be read there, but held open. A link to the page is
 * fine.
 */
function isOfPage({ headers, method }: IncomingMessage, { pathname }: URL): boolean {
	const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
	const isLink =
		method === 'GET' &&
		mode === 'navigate' &&
		(pathname === PAGE || `${pathname}/` === PAGE) &&
		headers['sec-fetch-dest'] === 'document';
	return site === 'none' || site === 'same-origin' || isLink;
}

/**
 * A website can point its own name at this machine (DNS rebinding). So a name has to be known, while addresses can't
 * be pointed elsewhere.
 */
function isKnownName({ host }: Door, given: string): boolean {
	const name = hostnameOf(given);
	return name !== undefined && (isIP(name) !== 0 || name === host || LOCAL_NAMES.includes(name));
}

function hostnameOf(host: string): string | undefined {
	const { hostname } = URL.parse(`http://${host}`) ?? {};
	return hostname?.replace(/^\[|\]$/g, '');
}

/** The host and port of an origin; `undefined` for the origin `null`. */
const hostOf = (origin: string) => URL.parse(origin)?.host;

function tokensOf({ headers }: IncomingMessage, url: URL): string[] {
	const bearer = headers.authorization?.replace(/^Bearer /i, '');
	const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
	const prefix = `${cookieName(headers.host)}=`;
	const cookie = cookies.find((one) => one.startsWith(prefix))?.slice(prefix.length);
	return [bearer, url.searchParams.get('token'), cookie].filter((one) => typeof one === 'string');
}

/** Cookies don't know ports, and several sandboxes may run on one machine. */
const cookieName = (host = '') => `${COOKIE}-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;

/** The address at which a person opens the page. */
export function pageAddress({ host, token }: Door, port: number): string {
	const query = token === undefined ? '' : `?token=${token}`;
	const reachable = host === '0.0.0.0' || host === '::' ? ownAddress() : host;
	return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${PAGE}${query}`;
}

/** This machine's address as its neighbors see it. */
function ownAddress(): string {
	const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
	return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
