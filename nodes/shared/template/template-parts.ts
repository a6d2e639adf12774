import * as z from 'zod';

/** Formats of a header that is a file. */
export const MEDIA_FORMATS: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'DOCUMENT']);

const component = z.looseObject({
	type: z.string().toUpperCase().catch(''),
	text: z.string().catch(''),
	format: z.string().toUpperCase().catch('TEXT'),
	example: z.unknown().optional(),
	buttons: z
		.array(
			z.looseObject({
				type: z.string().toUpperCase().catch(''),
				text: z.string().optional().catch(undefined),
				url: z.string().optional().catch(undefined),
			}),
		)
		.catch([]),
	limited_time_offer: z
		.looseObject({ has_expiration: z.boolean().catch(false) })
		.catch({ has_expiration: false }),
	cards: z.array(z.looseObject({ components: z.array(z.unknown()).catch([]) })).catch([]),
});

/** A component of a template as the gateway lists it, as far as it can be read. */
export type Component = z.output<typeof component>;
export type Button = Component['buttons'][number];

/** The components of a template or of a card. */
export const partsOf = (components: readonly unknown[]): Component[] =>
	components.flatMap((each) => component.safeParse(each).data ?? []);

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names between double braces, each once, in order. */
export const placeholders = (text: string): string[] => [
	...new Set([...text.matchAll(VARIABLE)].map((match) => match[1]!)),
];

/** A text with its variables filled in; one without a value stays as it is. */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string =>
	text.replace(VARIABLE, (whole, name: string) => valueOf(name) ?? whole);
