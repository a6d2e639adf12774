const STAR = '*.';
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function urlOf(host: string): URL | undefined {
	const rest = host.startsWith(STAR) ? host.slice(STAR.length) : host;
	const isBare = /^[^*/\\?#@\s]+$/.test(rest);
	return isBare && URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : undefined;
}

/** Whether a text is a host such as `files.example.com`, with a port or not, or `*.example.com`. */
export const isHostPattern = (text: string): boolean => urlOf(text) !== undefined;

/**
 * Whether a URL is at a host: `files.example.com`, `*.example.com` for every host below it, or `*` for every host; with a
 * port if it isn't the default one.
 */
export function matchesHost(host: string, { hostname, port, protocol }: URL): boolean {
	if (host === '*') return port === '';
	const pattern = urlOf(host);
	if (!pattern) return false;
	const samePort = pattern.port === port || pattern.port === DEFAULT_PORTS[protocol];
	const isBelow = host.startsWith(STAR) && hostname.endsWith(`.${pattern.hostname}`);
	return samePort && (isBelow || (!host.startsWith(STAR) && hostname === pattern.hostname));
}
