/** Where a store is. */
export type StoreAddress = { database: 'sqlite'; file: string } | { database: 'postgres'; url: string };

/** Reads the URL of a store. @throws Error that says what such a URL looks like */
export function storeAddress(url: string): StoreAddress {
	const named = url.trim();
	const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(named)?.[1];
	if (file) return { database: 'sqlite', file };
	if (/^postgres(ql)?:\/\//.test(named)) return { database: 'postgres', url: named };
	throw new Error(
		'The URL of a store is sqlite:<file>, postgres://<user>:<password>@<host>:5432/<database>, or sqlite::memory: for a store that ends with the process.',
	);
}
