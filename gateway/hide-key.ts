import { isObject } from '../base';

const HIDDEN = '[API key]';

/** A shorter key would hide ordinary words. characters */
const SHORTEST_KEY = 8;

/** No answer that means something is nested deeper. */
const MOST_LEVELS = 20;

/**
 * A key in base64 and hex, as in `Authorization: Basic`. What stands before it shifts its bits: of each shift, those
 * characters that the key alone decides.
 */
function encodingsOf(key: string): string[] {
	if (key.length < SHORTEST_KEY) return [];
	const bytes = Buffer.from(key);
	const inBase64 = [0, 1, 2].flatMap((before) => {
		const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
		const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
		return (['base64', 'base64url'] as const).map((as) => shifted.toString(as).slice(from, to));
	});
	return [...inBase64, bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
}

/**
 * Makes a function that takes an API key out of what an error keeps or shows, however deep a gateway's answer repeats
 * it. What is nested too deep is left out.
 */
export function hiderOf(apiKey: string): <Value>(value: Value) => Value {
	const key = apiKey.trim();
	const written = [...new Set([key, encodeURIComponent(key), ...encodingsOf(key)])].filter(
		({ length }) => length >= SHORTEST_KEY,
	);
	const inText = (text: string) => written.reduce((rest, each) => rest.replaceAll(each, HIDDEN), text);

	function hide(value: unknown, level: number): unknown {
		if (typeof value === 'string') return inText(value);
		const isList = Array.isArray(value);
		if (!isList && !isObject(value)) return value;
		if (level === MOST_LEVELS) return '…';
		if (isList) return value.map((each: unknown) => hide(each, level + 1));
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [inText(name), hide(each, level + 1)]),
		);
	}

	return (value) => hide(value, 0) as typeof value;
}
