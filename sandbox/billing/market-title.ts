/** The market of all countries that a table doesn't list (docs/interface.md, Prices). */
export const OTHER = 'OTHER';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** What a market is called. */
export const marketTitle = (market: string): string =>
	market === OTHER ? 'Other' : (names.of(market) ?? market);
