import type { Paging } from '../platform';

interface Page<Item> {
	items: Item[];
	paging: Paging;
}

/**
 * All items of a list with cursors, page by page. A page is the last one when it is empty, has no cursor to go on
 * from or one that was there before, or when `isLast` says so.
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
		seen.add(after);
	}
}
