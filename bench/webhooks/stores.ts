import { existsSync, statSync } from 'node:fs';
import { openStore } from '../../engine';

const PAGE = 5_000;

/** The ids of all events in a store's inbox. */
export async function idsInStore(url: string): Promise<string[]> {
	const store = await openStore(url);
	const ids: string[] = [];
	for (let after = 0; ;) {
		const page = await store.inbox.read({ after, limit: PAGE });
		if (page.length === 0) break;
		for (const { event } of page) ids.push(event.id);
		after = page.at(-1)!.seq;
	}
	await store.close();
	return ids;
}

/** What a SQLite database takes on the disk, its log of writes included. bytes */
export function sizeOfSqlite(file: string): number {
	return [file, `${file}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0);
}
