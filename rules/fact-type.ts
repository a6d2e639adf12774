/**
 * Type of a fact: what a rule may compare it with. Times are epoch ms, durations ms; a local time is what clocks show
 * where the customer is (`23:15`), and sends are how long ago each message of ours went out (ms, the newest first).
 */
export type FactType = 'boolean' | 'text' | 'number' | 'time' | 'duration' | 'localTime' | 'sends';

export interface FactDefinition {
	type: FactType;
	label: string;
	description: string;
	/** All values a text can have, where they are known. */
	values?: readonly string[];
}

/** Facts by name, from which the form, the docs and the linter are made. */
export type FactCatalogue = Readonly<Record<string, FactDefinition>>;

export type ValueOf<Type extends FactType> = Type extends 'boolean'
	? boolean
	: Type extends 'text' | 'localTime'
		? string
		: Type extends 'sends'
			? number[]
			: number;

/** Every fact of a catalogue, with its value. */
export type FactsOf<Catalogue extends FactCatalogue> = {
	-readonly [Name in keyof Catalogue]: ValueOf<Catalogue[Name]['type']>;
};
