import type { Paging } from '../platform';

interface Page<Item> {
	items: Item[];
	paging: Paging;
}

/** More pages than any list of the interface has: a gateway whose lists don't end isn't read forever. */
export const MOST_PAGES = 1_000;

export const tooManyPages = (list: string) =>
	new Error(`The gateway's ${list} doesn't end. Reading stopped after ${MOST_PAGES} pages.`);

/**
 * All items of a list with cursors, page by page. A page is the last one when it is empty, has no cursor to continue
 * from or one that was there before, or when `isLast` says so.
 * @throws Error if there are too many pages
 */
export async function collectPages<Item>(
	fetchPage: (after: string | undefined) => Promise<Page<Item>>,
	isLast: (page: Page<Item>) => boolean,
): Promise<Item[]> {
	const items: Item[] = [];
	const seen = new Set<string | undefined>([undefined]);
	for (let after: string | undefined; ;) {
		const page = await fetchPage(after);
		items.push(...page.items);
		after = page.paging?.cursors?.after;
		if (page.items.length === 0 || seen.has(after) || isLast(page)) return items;
		if (seen.size === MOST_PAGES) throw tooManyPages('list');
		seen.add(after);
	}
}
