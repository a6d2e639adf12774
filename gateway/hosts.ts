import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const STAR = '*.';
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function urlOf(host: string): URL | undefined {
	const rest = host.startsWith(STAR) ? host.slice(STAR.length) : host;
	const isBare = /^[^*/\\?#@\s]+$/.test(rest);
	return isBare && URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : undefined;
}

/** Whether a text is a host such as `files.example.com`, with a port or not, or `*.example.com`. */
export const isHostPattern = (text: string): boolean => urlOf(text) !== undefined;

/** Names below a country that others can register names below, too: `co.uk`, `com.br`. */
const BELOW_COUNTRY = /^(ac|co|com|edu|go|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

/** Whether anybody can have a host of a pattern, as with `*`, `*.com`, or `*.co.uk`. */
export function isTooWide(host: string): boolean {
	if (!host.startsWith('*')) return false;
	const below = urlOf(host)?.hostname.replace(/\.$/, '') ?? '';
	return !below.includes('.') || BELOW_COUNTRY.test(below);
}

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

/** Networks that aren't the public internet (RFC 6890, and the carrier and multicast networks). */
const NETWORKS: ReadonlyArray<readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']> = [
	['0.0.0.0', 8, 'ipv4'],
	['10.0.0.0', 8, 'ipv4'],
	['100.64.0.0', 10, 'ipv4'],
	['127.0.0.0', 8, 'ipv4'],
	['169.254.0.0', 16, 'ipv4'],
	['172.16.0.0', 12, 'ipv4'],
	['192.0.0.0', 24, 'ipv4'],
	['192.168.0.0', 16, 'ipv4'],
	['198.18.0.0', 15, 'ipv4'],
	['224.0.0.0', 3, 'ipv4'],
	['::', 96, 'ipv6'],
	['64:ff9b::', 96, 'ipv6'],
	['64:ff9b:1::', 48, 'ipv6'],
	['2002::', 16, 'ipv6'],
	['fc00::', 7, 'ipv6'],
	['fe80::', 10, 'ipv6'],
	['fec0::', 10, 'ipv6'],
	['ff00::', 8, 'ipv6'],
];

const privateNetworks = new BlockList();
for (const network of NETWORKS) privateNetworks.addSubnet(...network);

const isPrivate = (address: string) => privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether the host of a URL is a private address as it is written. What a name resolves to isn't asked. */
export function isPrivateHost(hostname: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, '');
	return isIP(bare) > 0 ? isPrivate(bare) : /(^|\.)localhost\.?$/i.test(hostname);
}

/** The private address that a host is or has; `undefined` if it has none, or can't be found. */
export async function privateAddressOf(hostname: string): Promise<string | undefined> {
	const bare = hostname.replace(/^\[|\]$/g, '');
	if (isPrivateHost(hostname)) return bare;
	const addresses = await lookup(bare, { all: true }).catch(() => []);
	return addresses.find(({ address }) => isPrivate(address))?.address;
}

/** Why a name isn't asked. `code` says that nothing was sent. */
class PrivateAddress extends Error {
	readonly code = 'ERR_PRIVATE_ADDRESS';
}

/**
 * Looks up a host as Node does, but fails if it has a private address.
 * @param host the host that must be public; others, such as a proxy, may be anywhere
 * @param field where it can be named, so that it needn't be
 */
export const publicLookup =
	(host: string, field: string) =>
	async (name: string, options: LookupOptions): Promise<LookupAddress[]> => {
		const addresses = await lookup(name, { ...options, all: true });
		const found = addresses.find(({ address }) => name === host && isPrivate(address));
		if (found) {
			throw new PrivateAddress(
				`${name} has the private address ${found.address}. Name ${name} in ${field} if you trust it.`,
			);
		}
		return addresses;
	};
