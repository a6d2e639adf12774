import { normalizeAddress } from '../../platform';
import { isObject } from '../../base';
import type { MessagingEvent } from './messaging-event';

/** Digits of a phone number as people write it, with what stands between them. */
const WRITTEN_NUMBER = /\d[\d\s().-]{4,40}\d/g;

const isDigits = (name: string) => /^\d+$/.test(name);

/** Whether a text contains a name that isn't a part of a longer one. */
function contains(text: string, name: string): boolean {
	const goesOn = isDigits(name) ? /\d/ : /[\p{L}\d]/u;
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const [before, after] = [text.charAt(at - 1), text.charAt(at + name.length)];
		if (!goesOn.test(before) && !goesOn.test(after)) return true;
	}
	return false;
}

/** Whether a text is one of these names, or has one somewhere: in a link, or as people write a number. */
function textMentions(text: string, names: ReadonlySet<string>): boolean {
	if (names.has(normalizeAddress(text))) return true;
	for (const name of names) if (contains(text, name)) return true;
	const written = [...text.matchAll(WRITTEN_NUMBER)];
	return written.some(([number]) => names.has(number.replace(/\D/g, '')));
}

/** The id of a message, which contains the phone number of its customer in base64. */
const MESSAGE_ID = /wamid\.([A-Za-z0-9+/_-]+=*)/g;

/** Whether the id of an event contains a name. */
export function idMentions(id: string, names: ReadonlySet<string>): boolean {
	if (textMentions(id, names)) return true;
	const encoded = [...id.matchAll(MESSAGE_ID)];
	return encoded.some(([, part]) => textMentions(Buffer.from(part!, 'base64').toString('latin1'), names));
}

/** Whether some text in a value mentions one of these names. */
export function mentions(value: unknown, names: ReadonlySet<string>): boolean {
	const left = [value];
	while (left.length > 0) {
		const next = left.pop();
		if (typeof next === 'string' && textMentions(next, names)) return true;
		if (Array.isArray(next) || isObject(next)) left.push(...Object.values(next as object));
	}
	return false;
}

/**
 * Whether an event is about the customer with these names, in a group or not. The user id comes first, as a phone number
 * can become another customer's. What isn't about one customer is about all that it mentions.
 */
export function isAbout(event: MessagingEvent, names: ReadonlySet<string>): boolean {
	if (event.kind === 'unknown' || event.kind === 'group') return mentions(event.raw, names);
	if (!('contact' in event) || event.contact === undefined) return false;
	const { contact, userId = contact, parentUserId } = event;
	return names.has(userId) || (parentUserId !== undefined && names.has(parentUserId));
}
