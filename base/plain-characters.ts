/** What moves a terminal's cursor, colors it, or turns its text around. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** A text that a terminal only shows: what would control it is written as an escape. Tabs and line ends stay. */
export function inPlainCharacters(text: string): string {
	return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
