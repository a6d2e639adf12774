import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isCustomerList } from '../records';
import { goTo, hrefInList, hrefOf, routeOf } from './route';

/** Where something was opened from. */
interface Origin {
	readonly hash: string;
	/** Whether it was the search; otherwise a row or a link to it, of several the one at this place. */
	readonly isSearch: boolean;
	readonly place: number;
}

/** By the address that was opened. */
const origins = new Map<string, Origin>();
/** The address that a person has just opened: its head takes the focus once it's there. */
let opened: string | undefined;
/** Whether the person has gone anywhere since the page was loaded. */
let hasMoved = false;

const SEARCH = 'input[type="search"]';

const openersOf = (href: string, isSearch: boolean): HTMLElement[] =>
	[...document.querySelectorAll<HTMLElement>(isSearch ? SEARCH : 'main [data-opens], main a[href]')].filter(
		(one) => isSearch || (one.dataset.opens ?? one.getAttribute('href')) === href,
	);

/**
 * Opens something from a row (its `data-opens` is the address), a link, or the search. Its head takes the focus, and Escape
 * leads back.
 * @param from the address of the list, if something else may be open beside it
 */
export function openFrom(opener: HTMLElement, href: string, from = location.hash): void {
	const isSearch = opener.matches(SEARCH);
	origins.set(href, { hash: from, isSearch, place: openersOf(href, isSearch).indexOf(opener) });
	opened = href;
	// What is open comes last.
	if (location.hash === href) [...document.querySelectorAll<HTMLElement>('[data-arrival]')].at(-1)?.focus();
	else goTo(href);
}

/**
 * What takes the focus if it was opened from a row or a link. It needs `tabIndex={-1}` and `data-arrival`.
 * @param isLonely also if nothing else has it, as after the browser's Back
 */
export function useArrival<Arrival extends HTMLElement>(isLonely = false): RefObject<Arrival | null> {
	const arrival = useRef<Arrival>(null);
	useLayoutEffect(() => {
		if (arrival.current === null) return;
		const isOpened = opened === location.hash;
		if (isOpened || (isLonely && hasMoved && document.activeElement === document.body))
			arrival.current.focus();
		if (isOpened) opened = undefined;
	}, []);
	return arrival;
}

/** Gives the focus to what something was opened from, as soon as the page that has it is there, unless the person does something before. */
function focusOpener(href: string, { isSearch, place }: Omit<Origin, 'hash'>): void {
	const wasFocused = () => {
		const openers = openersOf(href, isSearch);
		const opener = openers[place] ?? openers[0];
		if (!opener?.checkVisibility()) return false;
		opener.focus();
		return true;
	};
	const look = () => wasFocused() && stop();
	const observer = new MutationObserver(look);
	const stop = () => {
		observer.disconnect();
		removeEventListener('hashchange', watch);
		for (const act of ['keydown', 'pointerdown']) removeEventListener(act, stop, true);
	};
	// What is shown until then can have a row of the same. What follows the address (`useRoute`) is drawn already.
	const watch = () => {
		observer.observe(document.body, { childList: true, subtree: true, attributes: true });
		look();
	};
	addEventListener('hashchange', watch, { once: true });
	for (const act of ['keydown', 'pointerdown']) addEventListener(act, stop, true);
}

/** The list that has what is open, if the person came from nowhere. */
function listOf(hash: string): string | undefined {
	const { page, open } = routeOf(hash);
	const [first] = open;
	if (first === undefined) return undefined;
	if (page !== 'customers') return hrefOf(page);
	const list = isCustomerList(first) ? first : undefined;
	return list !== undefined && open.length === 1 ? undefined : hrefInList(list);
}

/** Leads back to where what is open was opened from. @param to the address, if a link names it */
function goBack(to?: string): void {
	const { hash } = location;
	const origin = origins.get(hash);
	const target = to ?? origin?.hash ?? listOf(hash);
	if (target === undefined || target === hash) return;
	goTo(target);
	const isThere = origin?.hash === target;
	focusOpener(hash, isThere ? origin : { isSearch: false, place: 0 });
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent | MouseEvent) =>
	!ctrlKey && !metaKey && !altKey && !shiftKey;

function onKeyDown(event: KeyboardEvent): void {
	if (event.key !== 'Escape' || event.defaultPrevented || !isPlain(event)) return;
	const target = event.target as HTMLElement;
	// A search is emptied first, and a list of choices is closed.
	if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.value !== ''))
		return;
	goBack();
}

function onClick(event: MouseEvent): void {
	const link = (event.target as Element).closest<HTMLAnchorElement>('main a[href^="#/"]');
	const href = link?.getAttribute('href');
	if (!link || !href || !isPlain(event)) return;
	event.preventDefault();
	if (link.closest('.back')) goBack(href);
	else openFrom(link, href);
}

/** Escape leads back to the row or the link from which something was opened. */
export function useWayBack(): void {
	useEffect(() => {
		addEventListener('hashchange', () => (hasMoved = true), { once: true });
		document.addEventListener('keydown', onKeyDown);
		document.addEventListener('click', onClick);
		return () => {
			document.removeEventListener('keydown', onKeyDown);
			document.removeEventListener('click', onClick);
		};
	}, []);
}
