/** Lengths and counts of a template's parts (docs/interface.md, Template components; Limits). */
export const templateLimits = {
	headerText: 60,
	bodyText: 1024,
	bodyTextWithOffer: 600,
	footerText: 60,
	buttons: 10,
	buttonText: 25,
	url: 2000,
	phoneNumber: 20,
	couponCode: 15,
	offerText: 16,
	cards: { min: 2, max: 10 },
	codeExpirationMinutes: { min: 1, max: 90 },
} as const;

/**
 * Seconds that a message may wait for its delivery; -1 is 30 days, except for MARKETING (docs/interface.md, Pacing and
 * time to live).
 */
export const timeToLive = {
	AUTHENTICATION: { min: 30, max: 900, orLongest: true },
	UTILITY: { min: 30, max: 43_200, orLongest: true },
	MARKETING: { min: 43_200, max: 2_592_000, orLongest: false },
} as const;

/** Minutes that a call button works (docs/interface.md, Template components). */
export const callMinutes = { min: 1440, max: 43_200 } as const;

/** How many buttons of each type a template may have. */
export const buttonCounts: Readonly<Record<string, number>> = {
	QUICK_REPLY: 10,
	URL: 2,
	PHONE_NUMBER: 1,
	COPY_CODE: 1,
	OTP: 1,
	FLOW: 1,
	MPM: 1,
	SPM: 1,
	CATALOG: 1,
	VOICE_CALL: 1,
	REQUEST_CONTACT_INFO: 1,
	ORDER_DETAILS: 1,
};

/** How many characters a text has. An emoji is one, although JavaScript counts two. */
export const charactersIn = (text: string): number => [...text].length;

/** A problem if `text` is missing or longer than `most`. */
export function lengthProblems(where: string, text: string | undefined, most: number): string[] {
	if (text === undefined || text === '') return [`${where} is missing`];
	const length = charactersIn(text);
	return length > most ? [`${where} has ${length} characters, at most ${most} are allowed`] : [];
}

/** The value at `key`, if `holder` is an object. */
export function valueOf(holder: unknown, key: string): unknown {
	return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

/** Whether `value` is a list with at least `least` items. */
export function isList(value: unknown, least: number): value is unknown[] {
	return Array.isArray(value) && value.length >= least;
}
