import { didYouMean } from '../../rules';
import type { Action } from '../decision';

/** How to write a statement. */
export const FORM =
	'Write a statement like "never freeform when window is closed", "never send marketing templates when localTime is 21:00-08:00", or "same as strict".';

/** A statement that can't be read. */
export class UnreadableStatement extends Error {
	override readonly name = 'UnreadableStatement';

	/** @param hint what helps with all statements that can't be read for such a reason */
	constructor(
		what: string,
		readonly hint?: string,
	) {
		super(hint === undefined ? what : `${what} ${hint}`);
	}
}

/** The words for what a policy does. */
const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
	send: ['freeform', 'template'],
	freeform: ['freeform'],
	template: ['template'],
	templates: ['template'],
	hold: ['hold'],
	skip: ['skip'],
};

const CATEGORIES: ReadonlySet<string> = new Set(['MARKETING', 'UTILITY', 'AUTHENTICATION']);

/** Words that only join others. */
const JOINING: ReadonlySet<string> = new Set(['a', 'an', 'or', 'and', 'message', 'messages', 'as']);

const QUANTIFIERS = ['never', 'always'];
const BEFORE_CONDITION = ['when', 'while', 'if'];

/** Says that a statement has a word that isn't known, and which one it likely means. */
function unknownWord(word: string, isFirst: boolean): UnreadableStatement {
	const deeds = Object.keys(ACTIONS);
	const meant = didYouMean(word, isFirst ? [...QUANTIFIERS, ...deeds] : [...deeds, ...BEFORE_CONDITION]);
	if (meant !== undefined) return new UnreadableStatement(`"${word}" isn't a word of statements. ${meant}`);
	return isFirst
		? new UnreadableStatement(
				`"${word}" isn't something that a policy does: send, freeform, template, hold, or skip, after "never" or "always".`,
				FORM,
			)
		: new UnreadableStatement(
				`The word "when" is missing before "${word}". After it, compare a fact with a value.`,
				FORM,
			);
}

/** What a statement is about: `send marketing`, `freeform`, `hold or skip`. */
export function readDeed(text: string): { actions: Action[]; categories: string[] } {
	const words = text.split(/[\s,]+/).filter((word) => word !== '' && !JOINING.has(word.toLowerCase()));
	const isCategory = (word: string) => CATEGORIES.has(word.toUpperCase());
	const named = words.filter((word) => !isCategory(word));
	const isOther = (word: string) => !Object.hasOwn(ACTIONS, word.toLowerCase());
	const other = named.find(isOther);
	const isNothingElse = words.length === 1 && QUANTIFIERS.includes(words[0]!.toLowerCase());
	if (words.length === 0 || isNothingElse) {
		throw new UnreadableStatement(
			`It doesn't say what the policy does: send, freeform, template, hold, or skip, after "never" or "always".`,
			FORM,
		);
	}
	if (other !== undefined) throw unknownWord(other, other === named[0]);
	// "send a template" is about templates only.
	const exact = named.filter((word) => word.toLowerCase() !== 'send');
	const actions = (exact.length > 0 ? exact : ['send']).flatMap((word) => ACTIONS[word.toLowerCase()]!);
	const categories = words.filter(isCategory).map((word) => word.toUpperCase());
	return { actions: [...new Set(actions)], categories: [...new Set(categories)] };
}
