import type { Call } from '../http/route';
import { plainRefusal } from '../refusal';
import { cursorOf, readCursor } from './cursor';
import { groupLimits, type Group } from './group';

interface Page {
	readonly groups: readonly Group[];
	readonly paging: object;
}

/**
 * One page of the groups. Interface, "Groups": `limit` from 1 to 1024, default 25; `after` and `before` cursors;
 * `next` and `previous` only if there are more.
 * A `limit` or cursor that can't be read answers 400. The interface lists no 400 for this endpoint, and a page that
 * isn't the one asked for would hide the mistake.
 */
export function pageOf(groups: readonly Group[], { query, headers }: Call): Page {
	const limit = readLimit(query.get('limit'));
	const after = readPosition(query, 'after');
	const before = readPosition(query, 'before');
	if (after !== undefined && before !== undefined) throw plainRefusal(400, 'use after or before, not both');
	const page =
		before === undefined
			? groups.filter(({ sequence }) => sequence > (after ?? 0)).slice(0, limit)
			: groups.filter(({ sequence }) => sequence < before).slice(-limit);
	const [first, last] = [page[0], page.at(-1)];
	if (first === undefined || last === undefined) return { groups: [], paging: {} };
	const cursors = { after: cursorOf(last.sequence), before: cursorOf(first.sequence) };
	const link = (name: 'after' | 'before') =>
		`http://${headers.host ?? 'sandbox'}/groups?limit=${limit}&${name}=${cursors[name]}`;
	return {
		groups: page,
		paging: {
			cursors,
			...(groups.some(({ sequence }) => sequence > last.sequence) ? { next: link('after') } : {}),
			...(groups.some(({ sequence }) => sequence < first.sequence) ? { previous: link('before') } : {}),
		},
	};
}

function readLimit(text: string | null): number {
	if (text === null) return groupLimits.defaultPageSize;
	const limit = /^\d+$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= groupLimits.pageSize) return limit;
	throw plainRefusal(400, `limit must be a whole number from 1 to ${groupLimits.pageSize}, got ${text}`);
}

function readPosition(query: URLSearchParams, name: 'after' | 'before'): number | undefined {
	const cursor = query.get(name);
	if (cursor === null) return undefined;
	const position = readCursor(cursor);
	if (position === undefined) throw plainRefusal(400, `${name} is not a cursor of this list: ${cursor}`);
	return position;
}
