import { refuse } from './check-request';
import { isHostPattern, isPrivateHost, isTooWide, matchesHost } from './hosts';

/** What the credential's form calls them. */
export const MEDIA_HOSTS = 'Media Hosts';

/** A host that files may be downloaded from. */
export interface MediaHost {
	/**
	 * `files.example.com`, `*.example.com` for every host below it, or `*` for every host; with a port if it isn't the
	 * default one. A pattern with a star never includes private addresses.
	 */
	host: string;
	/** Whether requests to it carry the API key. They don't by default. */
	sendKey?: boolean;
}

/** The platform's CDN, used unless other hosts are specified. It must not see the gateway's key. */
const PLATFORM_HOSTS: readonly MediaHost[] = [
	{ host: 'lookaside.fbsbx.com' },
	{ host: '*.fbcdn.net' },
	{ host: '*.whatsapp.net' },
];

/** How a URL may be requested. */
export interface Admission {
	sendKey: boolean;
	/** Whether the host may have a private address: it is the gateway, or specified by its name. */
	mayBePrivate: boolean;
}

/**
 * Reads hosts from a text: separated by commas or white space, each with `+key` at its end if the API key goes there.
 * @throws Error that names everything that isn't a host
 */
export function readMediaHosts(text: string): MediaHost[] {
	const entries = text.split(/[\s,]+/).filter(Boolean);
	const hosts = entries.map((entry) => {
		const sendKey = entry.endsWith('+key');
		return { host: (sendKey ? entry.slice(0, -'+key'.length) : entry).toLowerCase(), sendKey };
	});
	const problems = hosts.flatMap(({ host, sendKey }) => {
		if (host !== '*' && !isHostPattern(host)) return [`"${host}" isn't a host such as files.example.com`];
		if (!sendKey || !isTooWide(host)) return [];
		const every = host === '*' ? 'every host' : `every host below ${host.slice('*.'.length)}`;
		return [`the API key can't go to ${every}, so "${host}+key" isn't allowed`];
	});
	if (problems.length > 0) throw new Error(`${MEDIA_HOSTS}: ${problems.join('; ')}.`);
	return hosts;
}

/**
 * Says how a file's URL may be requested: at the gateway's own origin with the key, at one of the hosts as specified.
 * Only https, unless the gateway itself isn't.
 * @returns a function that throws an InvalidRequest for any other URL
 */
export function admissions(
	baseUrl: string,
	hosts: readonly MediaHost[] | undefined,
): (url: string) => Admission {
	const gateway = new URL(baseUrl);
	const listed = hosts && hosts.length > 0 ? hosts : PLATFORM_HOSTS;
	const protocols = ['https:', gateway.protocol];

	return (text) => {
		const url = new URL(text);
		if (url.origin === gateway.origin) return { sendKey: true, mayBePrivate: true };
		const found = listed.filter(({ host }) => matchesHost(host, url));
		const isNamed = found.some(({ host }) => !host.startsWith('*'));
		const isSafe = protocols.includes(url.protocol);
		const message = `${found.length === 0 ? "doesn't include" : "doesn't name"} ${url.host}, where the file is. Add ${url.host} if you trust it`;
		refuse([
			...(isSafe
				? []
				: [{ path: ['The URL of the file'], message: `doesn't begin with https: ${url.origin}` }]),
			...(found.length === 0 || (isPrivateHost(url.hostname) && !isNamed)
				? [{ path: [MEDIA_HOSTS], message }]
				: []),
		]);
		return { sendKey: found.some(({ sendKey }) => sendKey), mayBePrivate: isNamed };
	};
}
