import type { PageRecord, Update } from '../../../sandbox/simulator/records';

/** The page's live updates, as the page collects them. */
export interface Updates {
	readonly records: Map<string, PageRecord>;
	/** Resolves with the first thing that `find` sees in the records, now or after an update. */
	until<Found>(find: (records: PageRecord[]) => Found | undefined): Promise<Found>;
	close(): void;
}

/** Follows the updates of a page, over HTTP. */
export async function followUpdates(sandboxUrl: string): Promise<Updates> {
	const ending = new AbortController();
	const response = await fetch(`${sandboxUrl}/sandbox/live`, { signal: ending.signal });
	const records = new Map<string, PageRecord>();
	const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	const readUpdate = async () => {
		while (!text.includes('\n\n')) {
			const { value, done } = await reader.read();
			if (done) throw new Error('the updates ended');
			text += value;
		}
		const [message = '', ...rest] = text.split('\n\n');
		text = rest.join('\n\n');
		if (!message.startsWith('data: ')) return;
		const { reset, put, drop } = JSON.parse(message.slice('data: '.length)) as Update;
		if (reset) records.clear();
		for (const key of drop) records.delete(key);
		for (const [key, record] of Object.entries(put)) records.set(key, record);
	};
	await readUpdate();
	return {
		records,
		async until(find) {
			for (;;) {
				const found = find([...records.values()]);
				if (found !== undefined) return found;
				await readUpdate();
			}
		},
		close: () => ending.abort(),
	};
}
