/** A text for those who read a document, with the names in it, and for those who fill in a form, with its labels only. */
export interface Wording {
	document: string;
	form: string;
}

type Part = string | number | Wording;

export const asWording = (part: Part): Wording =>
	typeof part === 'object' ? part : { document: String(part), form: String(part) };

/** Something with a label in a form and a name in a document: `Window (window)`; only its label if it has no other name. */
export const named = (label: string, name: string): Wording => ({
	document: name === '' ? label : `${label} (${name})`,
	form: label,
});

/** A text that is worded in both ways, from parts that are. */
export function wording(texts: TemplateStringsArray, ...parts: Part[]): Wording {
	const inWay = (way: keyof Wording) =>
		texts.reduce((said, text, index) => `${said}${asWording(parts[index - 1]!)[way]}${text}`);
	return { document: inWay('document'), form: inWay('form') };
}

/** `Window (window), Holder (holder)` */
export const listed = (parts: readonly Wording[]): Wording => ({
	document: parts.map(({ document }) => document).join(', '),
	form: parts.map(({ form }) => form).join(', '),
});
