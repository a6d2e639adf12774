/** Drawn in a square of 24 by 24, with lines only. */
const PATHS = {
	chat: 'M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z',
	gateway: 'M4 5h16v6H4zM4 13h16v6H4zM7.500 8h.01M7.500 16h.01M11 8h5M11 16h5',
	help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 17h.01',
	sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
	moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z',
	plus: 'M12 5v14M5 12h14',
	send: 'M4 12 20 4l-5 16-3.500-6.500L4 12ZM11.500 13.500 20 4',
	back: 'M15 5l-7 7 7 7',
	close: 'M6 6l12 12M18 6 6 18',
	picture: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 9.500h.01',
	voice: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3ZM6 11v1a6 6 0 0 0 12 0v-1M12 18v3',
	location:
		'M12 21s7-6.200 7-11.500A7 7 0 0 0 5 9.500C5 14.800 12 21 12 21ZM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
	document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
	ad: 'M4 10v4h3l7 4V6l-7 4H4ZM17.500 9a4 4 0 0 1 0 6',
	call: 'M6 3h3l2 5-2.500 1.500a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
	stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.700 5.700l12.600 12.600',
	go: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.500l2.500 2.500L16 9.500',
	phone: 'M7 2.500h10v19H7zM11 18.500h2',
	smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.500 14a4 4 0 0 0 7 0M9 9.500h.01M15 9.500h.01',
	reply: 'M10 6 4 12l6 6M4 12h9a7 7 0 0 1 7 7',
	person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
	people:
		'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.300a6.500 6.500 0 0 1 3.500 5.700',
	copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
	link: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
	list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
	clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a word that says the same. */
export function Icon({ name }: { readonly name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
			<path d={PATHS[name]} />
		</svg>
	);
}
