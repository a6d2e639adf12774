import { useEffect, useState } from 'preact/hooks';
import type { CustomerList } from '../records';

/** The pages, in their order. */
export const PAGES = ['overview', 'customers', 'campaigns', 'templates', 'policies'] as const;
export type PageName = (typeof PAGES)[number];

/** What the address after the # shows: a page, and what is open on it. */
export interface Route {
	readonly page: PageName;
	readonly open: readonly string[];
}

/** `#/campaigns/106540352242922/spring` */
export const hrefOf = (page: PageName, ...open: string[]): string =>
	`#/${[page, ...open].map(encodeURIComponent).join('/')}`;

/** A list of customers, of everybody if left out, and who is open in it. */
export const hrefInList = (list: CustomerList | undefined, ...open: string[]): string =>
	hrefOf('customers', ...(list === undefined ? [] : [list]), ...open);

/** A version of a policy, and perhaps one of its rules. */
export const hrefOfPolicy = (
	{ name, version }: { readonly name: string; readonly version: number },
	...rule: string[]
): string => hrefOf('policies', name, String(version), ...rule);

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** What an address shows. */
export function routeOf(hash: string): Route {
	const [name = '', ...open] = hash.replace(/^#\/?/, '').split('/').map(decoded);
	const page = PAGES.find((each) => each === name) ?? 'overview';
	return { page, open: page === name ? open.filter((part) => part !== '') : [] };
}

/** Where the person is. */
export function useRoute(): Route {
	const [route, setRoute] = useState(() => routeOf(location.hash));
	useEffect(() => {
		const follow = () => setRoute(routeOf(location.hash));
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return route;
}

/** Goes somewhere else. */
export function goTo(href: string): void {
	location.hash = href;
}
