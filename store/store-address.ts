import { hostname } from 'node:os';
import { resolve } from 'node:path';

/** Where a store is. */
export type StoreAddress = { database: 'sqlite'; file: string } | { database: 'postgres'; url: string };

/** The URL of a store names none: trying again doesn't help. */
export class InvalidStoreUrl extends Error {
	override readonly name = 'InvalidStoreUrl';
}

/** Whether a Postgres URL is whole. A character of the password that has a meaning in URLs ends it too soon. */
function isWhole(url: string): boolean {
	const parsed = URL.parse(url);
	if (parsed === null || parsed.hash !== '') return false;
	const { pathname, search, searchParams } = parsed;
	return searchParams.has('user') || !`${pathname}${search}`.includes('@');
}

/** Reads the URL of a store. @throws InvalidStoreUrl that says what such a URL looks like */
export function storeAddress(url: string): StoreAddress {
	const named = String(url ?? '').trim();
	const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(named)?.[1];
	if (file) return { database: 'sqlite', file };
	if (/^postgres(ql)?:\/\//.test(named)) {
		if (isWhole(named)) return { database: 'postgres', url: named };
		// An error of URL itself would have the password in it.
		throw new InvalidStoreUrl(
			"The URL of the Postgres store can't be read. If its user or password has characters with a meaning in URLs, write their codes instead, such as %23 for #, %2F for /, %3F for ?, and %40 for @.",
		);
	}
	throw new InvalidStoreUrl(
		'The URL of a store is sqlite:<file>, postgres://<user>:<password>@<host>:5432/<database>, or sqlite::memory: for a store that ends with the process.',
	);
}

/** Where a store is, for people: without user and password. A file with the same path can be on several machines. */
export function nameOf(address: StoreAddress): string {
	if (address.database === 'sqlite') {
		const { file } = address;
		return `sqlite:${file === ':memory:' ? file : resolve(file)} on ${hostname()}`;
	}
	const { host, pathname, searchParams } = new URL(address.url);
	const schema = searchParams.get('schema');
	return `postgres://${host}${pathname}${schema === null ? '' : `?schema=${schema}`}`;
}
