/**
 * The type of a fact, which says what a rule can compare it with. Times are epoch ms, durations are ms. A local time
 * is what clocks show (`23:15`), a weekday and a date what calendars show (`Saturday`, `2026-12-24`). Occurrences say how long ago something happened each time (ms, the newest first).
 */
export type FactType =
	'boolean' | 'text' | 'number' | 'time' | 'duration' | 'localTime' | 'weekday' | 'date' | 'occurrences';

export interface FactDefinition {
	type: FactType;
	label: string;
	description: string;
	/** Every value that a text can have, if they are known. */
	values?: readonly string[];
	/** How a sentence names values of a text that aren't words for people. */
	inSentences?: Readonly<Record<string, string>>;
	/** The number that stands for one that isn't known. */
	unknownNumber?: number;
	/** How a sentence names a time or a number that isn't known. */
	unknown?: string;
	/** How a sentence writes a number that is known, if not as it is. */
	written?: (known: number) => string;
	/** Whether a number can be below 0. */
	signed?: boolean;
	/** Whether it can be `null`: nobody said it. */
	optional?: boolean;
}

/** Facts by name. Forms, docs, and the linter are made from it. A fact in it always has a value, unless it's optional. */
export type FactCatalogue = Readonly<Record<string, FactDefinition>>;

type ValueOf<Type extends FactType> = Type extends 'boolean'
	? boolean
	: Type extends 'text' | 'localTime' | 'weekday' | 'date'
		? string
		: Type extends 'occurrences'
			? number[]
			: number;

/** Every fact of a catalogue, with its value. */
export type FactsOf<Catalogue extends FactCatalogue> = {
	-readonly [Name in keyof Catalogue]: ValueOf<Catalogue[Name]['type']>;
};

/** Facts of any catalogue, by name. */
export type FactValues = Readonly<Record<string, unknown>>;

/**
 * The facts that say when and where the rules are asked. A catalogue whose rules wait for something to end by itself
 * has both.
 */
export interface MomentFacts {
	/** Epoch ms */
	now: number;
	/** IANA names, separated by a comma and a space, or `unknown`. */
	timeZones: string;
}

/** What a catalogue says about a fact; `undefined` for anything that isn't the name of one. */
export function factDefinition(catalogue: FactCatalogue, name: unknown): FactDefinition | undefined {
	return typeof name === 'string' && Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
}
