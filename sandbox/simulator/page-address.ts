import { networkInterfaces } from 'node:os';
import { PAGE, type Door } from './door';

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
