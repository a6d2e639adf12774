import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Where the console is on its server. */
export const ROOT = '/console/';

/** Who may open the console. */
export interface Door {
	/** Where it listens. */
	readonly host: string;
	/** What each request has to carry; nobody needs one if it is left out. */
	readonly token: string | undefined;
	/** The address that people open, if it isn't where it listens. */
	readonly publicUrl: URL | undefined;
	/** Whether browsers reach it over TLS. */
	readonly isSecure: boolean;
}

/** Why a request isn't answered. */
interface Refusal {
	readonly status: number;
	readonly sentence: string;
}

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const hostnameOf = (host: string) => URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');

/**
 * Whether a request names this console. A website can point its own name at it (DNS rebinding), so only names that are
 * known get in, and addresses, which nobody can point elsewhere.
 */
function isKnownName({ host, publicUrl }: Door, given: string): boolean {
	if (publicUrl?.host === given) return true;
	const name = hostnameOf(given);
	if (name === undefined) return false;
	if (isLoopback(host)) return isLoopback(name);
	return publicUrl === undefined && (name === host || isIP(name) !== 0);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Cookies don't know ports, and several consoles may run on one machine. */
const cookieName = (host = '') => `business-messaging-console-${/:(\d+)$/.exec(host)?.[1] ?? 'default'}`;

function tokensOf({ headers }: IncomingMessage, url: URL): string[] {
	const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
	const prefix = `${cookieName(headers.host)}=`;
	const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
	const cookie = cookies.find((one) => one.startsWith(prefix))?.slice(prefix.length);
	const given = url.pathname === ROOT ? url.searchParams.get('token') : null;
	return [bearer, cookie, given].filter((one) => typeof one === 'string');
}

const hasToken = (token: string, message: IncomingMessage, url: URL) =>
	tokensOf(message, url).some((given) => timingSafeEqual(hashOf(given), hashOf(token)));

/** Whether a browser asks for this console's own page, or follows a link to it. */
function isOfPage({ headers }: IncomingMessage, { pathname }: URL): boolean {
	const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
	return site === 'none' || site === 'same-origin' || (mode === 'navigate' && pathname === ROOT);
}

/** Why a request is refused; `undefined` if it isn't. */
export function refusalOf(door: Door, message: IncomingMessage, url: URL): Refusal | undefined {
	const { host = '', origin } = message.headers;
	if (!isKnownName(door, host)) {
		const advice = 'Open the address that the console printed when it started.';
		return { status: 403, sentence: `This console isn't called ${JSON.stringify(host)}. ${advice}` };
	}
	if (message.method !== 'GET' && message.method !== 'HEAD') {
		return { status: 405, sentence: 'The console only reads. It answers GET and HEAD.' };
	}
	if ((origin !== undefined && URL.parse(origin)?.host !== host) || !isOfPage(message, url)) {
		return { status: 403, sentence: 'Another website may not ask the console.' };
	}
	if (door.token === undefined || hasToken(door.token, message, url)) return undefined;
	const advice = 'Open the address with the token that the console printed when it started.';
	return { status: 401, sentence: `The token is missing or wrong. ${advice}` };
}

/** Whether somebody opens the page by the address with the token, which becomes a cookie. */
export const bringsToken = ({ token }: Door, url: URL): boolean =>
	token !== undefined && url.pathname === ROOT && url.searchParams.has('token');

/** The cookie with the token: scripts can't read it, and other websites can't use it. */
export function cookieOf({ token = '', isSecure }: Door, { headers }: IncomingMessage): string {
	const secure = isSecure ? '; Secure' : '';
	return `${cookieName(headers.host)}=${token}; HttpOnly; SameSite=Strict; Path=${ROOT}${secure}`;
}

/** The address at which a person opens the console. */
export function addressOf({ host, token, publicUrl, isSecure }: Door, port: number): string {
	const name = host.includes(':') ? `[${host}]` : host;
	const origin = publicUrl?.origin ?? `${isSecure ? 'https' : 'http'}://${name}:${port}`;
	return `${origin}${ROOT}${token === undefined ? '' : `?token=${token}`}`;
}
