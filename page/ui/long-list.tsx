import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface LongListProps<Item> {
	readonly label: string;
	readonly items: readonly Item[];
	readonly keyOf: (item: Item) => string;
	/** The height of a row in px. Only the chosen row can be higher, by what it shows below itself. */
	readonly rowHeight: number;
	/** The key of the chosen row, which is always drawn. */
	readonly chosen: string | undefined;
	/** The last rows are about to be seen: there may be more to load. */
	readonly onEnd?: () => void;
	/** A person in the list types a letter. The field that gets the focus here gets the letter, too. */
	readonly onType?: () => void;
	/** A row: a button with this `tabIndex`, and perhaps more below it. */
	readonly children: (item: Item, tabIndex: 0 | -1) => ComponentChildren;
}

/** How many rows are drawn before and after those that are seen, so that scrolling shows no gaps. */
const SPARE = 20;

/**
 * A list of thousands, of which only what is seen is drawn. It is one tab stop: the arrow keys, Page Up, Page Down,
 * Home, and End move between its rows.
 */
export function LongList<Item>(props: LongListProps<Item>) {
	const { label, items, keyOf, rowHeight, chosen, onEnd, onType, children } = props;
	const scroller = useRef<HTMLDivElement>(null);
	const [{ top, height }, setView] = useState({ top: 0, height: 0 });
	const [current, setCurrent] = useState<string>();
	const places = new Map(items.map((item, index) => [keyOf(item), index]));
	const chosenAt = places.get(chosen ?? '') ?? -1;
	const currentAt = places.get(current ?? '') ?? Math.max(0, chosenAt);
	const extra = useExtraHeight(scroller, chosenAt === -1 ? undefined : chosen, rowHeight);
	const chosenTop = chosenAt * rowHeight;
	const topOf = (index: number) => index * rowHeight + (chosenAt !== -1 && index > chosenAt ? extra : 0);
	const indexAt = (y: number) =>
		Math.floor((chosenAt === -1 || y < chosenTop ? y : Math.max(chosenTop, y - extra)) / rowHeight);
	const first = Math.max(0, indexAt(top) - SPARE);
	const last = Math.min(items.length - 1, indexAt(top + height) + SPARE);
	const drawn = items.flatMap((_, index) => {
		const isDrawn = (index >= first && index <= last) || index === currentAt || index === chosenAt;
		return isDrawn ? [index] : [];
	});

	const look = () => setView({ top: scroller.current!.scrollTop, height: scroller.current!.clientHeight });
	const reveal = (index: number) => {
		const list = scroller.current!;
		const end = topOf(index) + rowHeight + (index === chosenAt ? extra : 0);
		list.scrollTop = Math.min(topOf(index), Math.max(list.scrollTop, end - list.clientHeight));
	};
	useLayoutEffect(() => {
		const observer = new ResizeObserver(look);
		observer.observe(scroller.current!);
		look();
		return () => observer.disconnect();
	}, []);
	useLayoutEffect(() => {
		if (chosenAt === -1) return;
		setCurrent(chosen);
		reveal(chosenAt);
		// What is chosen may come into the list later.
	}, [chosen, chosenAt === -1]);
	useLayoutEffect(() => {
		if (scroller.current!.querySelector('[data-chosen]:focus-within') !== null) reveal(chosenAt);
	}, [extra]);
	useStillness(
		scroller,
		places,
		drawn.map((index) => keyOf(items[index]!)),
		rowHeight,
	);

	const wasSeen = useRef(false);
	useLayoutEffect(() => {
		// Unlike the others, the chosen row can move far at once: to the top as soon as its customer writes.
		if (wasSeen.current && chosenAt !== -1) reveal(chosenAt);
	}, [chosenAt]);
	useLayoutEffect(() => {
		const { scrollTop, clientHeight } = scroller.current!;
		const from = topOf(chosenAt);
		wasSeen.current = chosenAt !== -1 && from + rowHeight > scrollTop && from < scrollTop + clientHeight;
	});

	useEffect(() => {
		if (height > 0 && last === items.length - 1) onEnd?.();
	}, [last, items.length, height, onEnd]);

	const toFocus = useRef(false);
	useLayoutEffect(() => {
		if (!toFocus.current) return;
		toFocus.current = false;
		reveal(currentAt);
		scroller.current!.querySelector<HTMLElement>('[data-current] > button')?.focus({ preventScroll: true });
	}, [current]);
	const moveTo = (index: number) => {
		const key = keyOf(items[Math.min(items.length - 1, Math.max(0, index))]!);
		toFocus.current = key !== current;
		setCurrent(key);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const { key, ctrlKey, metaKey, altKey, target } = event;
		if (ctrlKey || metaKey || altKey || !(target as HTMLElement).matches('li > button')) return;
		const page = Math.max(1, Math.floor(height / rowHeight) - 1);
		const targets: Readonly<Record<string, number>> = {
			ArrowDown: currentAt + 1,
			ArrowUp: currentAt - 1,
			PageDown: currentAt + page,
			PageUp: currentAt - page,
			Home: 0,
			End: items.length - 1,
		};
		const next = targets[key];
		if (next !== undefined) {
			event.preventDefault();
			moveTo(next);
		} else if (key.length === 1 && key !== ' ') onType?.();
	};

	return (
		<div class="long-list" ref={scroller} onScroll={look}>
			<ul aria-label={label} style={{ height: `${topOf(items.length)}px` }} onKeyDown={onKeyDown}>
				{drawn.map((index) => (
					<li
						key={keyOf(items[index]!)}
						style={{ top: `${topOf(index)}px`, minHeight: `${rowHeight}px` }}
						aria-setsize={items.length}
						aria-posinset={index + 1}
						data-current={index === currentAt || undefined}
						data-chosen={index === chosenAt || undefined}
						onFocusCapture={() => setCurrent(keyOf(items[index]!))}
					>
						{children(items[index]!, index === currentAt ? 0 : -1)}
					</li>
				))}
			</ul>
		</div>
	);
}

type Scroller = RefObject<HTMLDivElement | null>;

/** How much higher the chosen row is than the others, in px. */
function useExtraHeight(scroller: Scroller, chosen: string | undefined, rowHeight: number): number {
	const [extra, setExtra] = useState(0);
	useLayoutEffect(() => {
		const row = scroller.current!.querySelector<HTMLElement>('[data-chosen]');
		const measure = () => setExtra(row === null ? 0 : row.offsetHeight - rowHeight);
		measure();
		if (row === null) return undefined;
		const observer = new ResizeObserver(measure);
		observer.observe(row);
		return () => observer.disconnect();
	}, [chosen, rowHeight]);
	return extra;
}

/**
 * Rows that come in above don't move the ones that a person looks at. What counts is how most of the drawn rows move,
 * because a single row can also move on its own.
 */
function useStillness(
	scroller: Scroller,
	places: ReadonlyMap<string, number>,
	drawn: readonly string[],
	rowHeight: number,
): void {
	const before = useRef<ReadonlyMap<string, number>>(new Map());
	useLayoutEffect(() => {
		const moves = [...before.current]
			.flatMap(([key, place]) => (places.has(key) ? [places.get(key)! - place] : []))
			.sort((a, b) => a - b);
		const move = moves[moves.length >> 1] ?? 0;
		if (scroller.current!.scrollTop > 0) scroller.current!.scrollTop += move * rowHeight;
		before.current = new Map(drawn.map((key) => [key, places.get(key)!]));
	});
}
