import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { LiveMessage, PageOf } from '../records';

const addressOf = (path: string, query: Readonly<Record<string, string | undefined>>) => {
	const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return `/console/${path}?${new URLSearchParams(given)}`;
};

/** A view that follows the store: what it shows, and what is wrong, for people. */
interface LiveView<View> {
	readonly view: View | undefined;
	readonly trouble: string | undefined;
}

const SILENT = 'The console doesn’t answer. Is it still running?';

/** Follows a view. The browser connects again by itself. */
export function useLive<View>(name: string, query: Readonly<Record<string, string>> = {}): LiveView<View> {
	const address = addressOf(`live/${name}`, query);
	const [shown, setShown] = useState<LiveView<View> & { address: string }>();
	useEffect(() => {
		const source = new EventSource(address);
		source.onmessage = ({ data }: MessageEvent<string>) => {
			const message = JSON.parse(data) as LiveMessage<View>;
			setShown((before) =>
				'view' in message
					? { address, view: message.view, trouble: undefined }
					: { address, view: before?.view, trouble: message.trouble },
			);
		};
		source.onerror = () =>
			setShown((before) => ({ address, view: before?.view, trouble: before?.trouble ?? SILENT }));
		return () => source.close();
	}, [address]);
	return shown?.address === address ? shown : { view: undefined, trouble: undefined };
}

/** A list that is loaded page by page, as far as a person scrolls. */
interface PagedList<Row> {
	readonly rows: readonly Row[];
	/** Whether the first page has come. */
	readonly isLoaded: boolean;
	/** By which the rows are dated. Epoch ms */
	readonly now: number | undefined;
	/** Whether everything has come. */
	readonly isWhole: boolean;
	readonly trouble: string | undefined;
	/** Loads the next page, if there is one. */
	loadMore(): void;
}

interface Loaded<Row> {
	/** The address of the first page. */
	readonly first: string;
	readonly rows: readonly Row[];
	readonly next: string | undefined;
	readonly isLoaded: boolean;
	readonly trouble: string | undefined;
	readonly now?: number;
}

const nothing: Loaded<never> = { first: '', rows: [], next: undefined, isLoaded: false, trouble: undefined };

async function load<Row>(address: string): Promise<PageOf<Row>> {
	const response = await fetch(address);
	const answer = (await response.json()) as PageOf<Row> & { error?: string };
	if (!response.ok) throw new Error(answer.error ?? `The console answered ${response.status}.`);
	return answer;
}

const pageAfter = (first: string, after: string) => `${first}&${new URLSearchParams({ after })}`;

/** The first rows of a list, page by page. @param atLeast so many, if there are */
async function loadFrom<Row>(first: string, atLeast: number): Promise<PageOf<Row>> {
	let page = await load<Row>(first);
	while (page.next !== undefined && page.rows.length < atLeast) {
		const { rows, ...rest } = await load<Row>(pageAfter(first, page.next));
		page = { ...rest, rows: [...page.rows, ...rows] };
	}
	return page;
}

/** A list of more rows stays as it was loaded: loading it again takes too long while everything changes. */
const LOADED_AGAIN = 500;

/**
 * Loads a list. It begins anew if the query changes. If `version` changes, what has been loaded is loaded again, up to
 * `LOADED_AGAIN` rows, and stays until that has come.
 */
export function usePages<Row>(
	name: string,
	query: Readonly<Record<string, string | undefined>>,
	version: unknown = 0,
): PagedList<Row> {
	const first = addressOf(`api/${name}`, query);
	const [loaded, setLoaded] = useState<Loaded<Row>>(nothing);
	const asked = useRef<Promise<PageOf<Row>> | undefined>(undefined);
	const ask = useCallback((of: string, page: Promise<PageOf<Row>>, before: readonly Row[]) => {
		asked.current = page;
		page.then(
			({ rows, next, now }) => {
				if (asked.current !== page) return;
				asked.current = undefined;
				setLoaded({
					first: of,
					rows: [...before, ...rows],
					next,
					isLoaded: true,
					trouble: undefined,
					...(now && { now }),
				});
			},
			(error: unknown) => {
				if (asked.current !== page) return;
				asked.current = undefined;
				const trouble = error instanceof TypeError ? SILENT : (error as Error).message;
				setLoaded((known) => {
					const kept = known.first === of ? known : nothing;
					return { ...kept, first: of, isLoaded: true, next: undefined, trouble };
				});
			},
		);
	}, []);
	const { rows, next, isLoaded, trouble, now } = loaded.first === first ? loaded : nothing;
	useEffect(() => {
		if (rows.length <= LOADED_AGAIN) ask(first, loadFrom(first, rows.length), []);
	}, [first, version, ask]);
	const loadMore = useCallback(() => {
		if (next === undefined || asked.current !== undefined) return;
		ask(first, load(pageAfter(first, next)), rows);
	}, [next, rows, first, ask]);
	return { rows, isLoaded, trouble, now, isWhole: isLoaded && next === undefined, loadMore };
}
