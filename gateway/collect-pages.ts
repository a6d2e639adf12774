import type { Paging } from '../platform';

interface Page<Item> {
	items: Item[];
	paging?: Paging | undefined;
}

/** Where pages that follow each other begin and end together. */
function pagingOfAll(first: Paging | undefined, last: Paging | undefined): Paging | undefined {
	if (!first && !last) return undefined;
	const given = (fields: object) =>
		Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
	return given({
		cursors: given({ after: last?.cursors?.after, before: first?.cursors?.before }),
		next: last?.next,
		previous: first?.previous,
	});
}

/** More pages than any list of the interface has: a gateway whose lists don't end isn't read forever. */
export const MOST_PAGES = 1_000;

export const tooManyPages = (list: string) =>
	new Error(`The gateway's ${list} doesn't end. Reading stopped after ${MOST_PAGES} pages.`);

interface Reading {
	/** Whether to read on after the last item of a page, or backwards before its first. */
	direction: 'after' | 'before';
	/** Where to begin; at the end that the direction leads away from if left out. */
	cursor?: string;
	/** How many items are enough. */
	limit: number;
}

/**
 * The items of a list with cursors, page by page, in the list's order, as one page. A page is the last one when it is empty, has no
 * cursor to continue from or one that was there before, when there are enough items, or when `isLast` says so.
 *
 * @param fetchPage reads at most so many items from a cursor on
 * @throws Error if there are too many pages
 */
export async function collectPages<Item>(
	fetchPage: (cursor: string | undefined, limit: number) => Promise<Page<Item>>,
	isLast: (page: Page<Item>) => boolean,
	{ direction, cursor: start, limit }: Reading = { direction: 'after', limit: Infinity },
): Promise<Page<Item>> {
	const pages: Array<Page<Item>> = [];
	const seen = new Set([undefined, start]);
	for (let cursor = start, rest = limit; ;) {
		const page = await fetchPage(cursor, rest);
		pages.push({ items: page.items.slice(0, rest), paging: page.paging });
		rest -= page.items.length;
		cursor = page.paging?.cursors?.[direction];
		if (page.items.length === 0 || rest <= 0 || seen.has(cursor) || isLast(page)) break;
		if (pages.length === MOST_PAGES) throw tooManyPages('list');
		seen.add(cursor);
	}
	if (direction === 'before') pages.reverse();
	return {
		items: pages.flatMap(({ items }) => items),
		paging: pagingOfAll(pages[0]!.paging, pages.at(-1)!.paging),
	};
}
