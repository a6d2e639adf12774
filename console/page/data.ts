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

/** Loads a list. It begins anew if the query changes, or `version`. */
export function usePages<Row>(
	name: string,
	query: Readonly<Record<string, string | undefined>>,
	version: unknown = 0,
): PagedList<Row> {
	const first = addressOf(`api/${name}`, query);
	const [loaded, setLoaded] = useState<Loaded<Row>>(nothing);
	const asked = useRef<string | undefined>(undefined);
	const ask = useCallback((of: string, address: string, before: readonly Row[]) => {
		asked.current = address;
		load<Row>(address).then(
			({ rows, next, now }) => {
				if (asked.current !== address) return;
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
				if (asked.current !== address) return;
				const trouble = error instanceof TypeError ? SILENT : (error as Error).message;
				setLoaded((known) => {
					const kept = known.first === of ? known : nothing;
					return { ...kept, first: of, isLoaded: true, next: undefined, trouble };
				});
			},
		);
	}, []);
	useEffect(() => ask(first, first, []), [first, version, ask]);
	const { rows, next, isLoaded, trouble, now } = loaded.first === first ? loaded : nothing;
	const loadMore = useCallback(() => {
		if (next === undefined || asked.current !== undefined) return;
		ask(first, `${first}&${new URLSearchParams({ after: next })}`, rows);
	}, [next, rows, first, ask]);
	return { rows, isLoaded, trouble, now, isWhole: isLoaded && next === undefined, loadMore };
}
