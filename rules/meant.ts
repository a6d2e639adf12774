import { distance } from 'fastest-levenshtein';
import { oneOf } from '../base';

/** A word with so many of its letters wrong, as a share, is likely another one with a typing error. */
const MOST_TYPOS = 0.34;

const letters = (word: string) => [...word].sort().join('');

/** Which share of a word is typed wrong. Letters that changed places count once. */
export function typosIn(written: string, word: string): number {
	const [one, other] = [written.toLowerCase(), word.toLowerCase()];
	const wrong = distance(one, other) / (letters(one) === letters(other) ? 2 : 1);
	return wrong / Math.max(one.length, other.length);
}

/** What somebody likely meant: what is nearest, several if they are as near, and nothing if none is near. */
export function nearest<Entry>(entries: readonly Entry[], typosOf: (entry: Entry) => number): Entry[] {
	const typos = entries.map(typosOf);
	const fewest = Math.min(...typos);
	return fewest > MOST_TYPOS ? [] : entries.filter((_, index) => typos[index] === fewest);
}

/** `Did you mean Sunday or Monday?`; undefined if no word is near to what somebody wrote. */
export function didYouMean(written: string, words: readonly string[]): string | undefined {
	const meant = nearest(words, (word) => typosIn(written, word));
	return meant.length === 0 ? undefined : `Did you mean ${oneOf(meant)}?`;
}
