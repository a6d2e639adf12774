import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { FromEnvironment } from '../base';
import { fromEnvironment } from '../base';
import type { Action, Call, Command } from './command';
import type { Flags } from './flags';
import { isList } from './flags';

/** Every mistake in a command line. */
export class FlagMistakes extends Error {
	override readonly name = 'FlagMistakes';

	constructor(readonly mistakes: string[]) {
		super(mistakes.join('\n'));
	}
}

/** The value of each flag: `true` if none follows, `NEXT_FLAG` if another flag follows. */
type Given = Record<string, string | boolean | symbol | Array<string | boolean> | undefined>;

const NEXT_FLAG = Symbol('next flag');

/** A word that can't be a key or a password, which nothing may print: a command line is copied into reports. */
const PLAIN_WORD = /^[a-z]+(-[a-z]+)*$/;
const LONGEST_WORD = 20;
/** How much of a flag is shown that a value may be glued to. */
const LONGEST_NAME = 8;

/** What somebody wrote in the wrong place, if it can be shown. */
export function shown(text: string): string {
	return PLAIN_WORD.test(text) && text.length <= LONGEST_WORD
		? text
		: '(not shown, because it can be a secret)';
}

/** An unknown flag, by as much of its name as looks like one. */
function unknownFlag(name: string): string {
	if (name.length === 1) return 'Unknown flag: -. Flags begin with two dashes.';
	const [word = ''] = /^[a-z-]*/.exec(name)!;
	const isShown = word === name && shown(word) === word;
	return `Unknown flag: --${isShown ? word : `${word.slice(0, LONGEST_NAME)}…`}.`;
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function mistakesIn(error: z.ZodError, given: Given, named: (flag: string) => string): string[] {
	return error.issues.map(({ path, message }) => {
		const name = String(path[0]);
		if ([given[name]].flat().includes(true)) return `--${name} needs a value.`;
		if (given[name] === NEXT_FLAG) {
			return `--${name} needs a value. If it begins with two dashes, write --${name}=VALUE.`;
		}
		return `${named(name)} ${ended(message)}`;
	});
}

/** A list of words as a choice: `a, b, or c`. */
export function choice(words: readonly string[]): string {
	if (words.length < 3) return words.join(' or ');
	return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)!}`;
}

/** A command and one of its actions, as they are typed. */
export const typed = (command: string, { name }: Pick<Action, 'name'>) =>
	name === undefined ? command : `${command} ${name}`;

/** The action that is meant, and what is left of the words. @throws FlagMistakes if it is none */
function actionOf({ name: command, actions }: Command, words: string[], unknown: string[]) {
	const [first] = actions;
	if (first.name === undefined) return { chosen: first, rest: words };
	const [word, ...rest] = words;
	const chosen = actions.find(({ name }) => name === word);
	if (chosen) return { chosen, rest };
	const expected = choice(actions.map((each) => `"${typed(command, each)}"`));
	const mistake =
		word === undefined
			? `Say what to do: ${expected}.`
			: `Expected ${expected}, not "${command} ${shown(word)}".`;
	throw new FlagMistakes([...unknown, mistake]);
}

/** Flags of other actions. */
function misplaced({ name: command, actions }: Command, { flags }: Action, names: string[]): string[] {
	const strange = names.filter((name) => !Object.hasOwn(flags, name));
	return strange.flatMap((name) => {
		const others = actions.filter((each) => Object.hasOwn(each.flags, name));
		const works = choice(others.map((each) => typed(command, each)));
		return others.length === 0 ? [] : [`--${name} only works with ${works}.`];
	});
}

/** What comes from the environment for flags that weren't given, and what is wrong with it. */
function readEnvironment(flags: Flags, given: Given) {
	const found = new Map<string, FromEnvironment>();
	const mistakes = Object.entries(flags).flatMap(([name, { variable }]) => {
		if (variable === undefined || given[name] !== undefined) return [];
		try {
			const value = fromEnvironment(variable);
			if (value) found.set(name, value);
			return [];
		} catch (error) {
			found.set(name, { variable, value: '' });
			return [(error as Error).message];
		}
	});
	return { found, mistakes };
}

/** What the words say that stand behind an action. */
function readWord(command: string, chosen: Action, [given = '', ...tooMany]: string[]) {
	const word = given.trim() === '' ? '' : given;
	const { word: taken } = chosen;
	const unexpected = taken || word === '' ? tooMany : [word, ...tooMany];
	const isMissing = taken?.needed !== undefined && word === '';
	return {
		word,
		mistakes: [
			...(isMissing ? [`${typed(command, chosen)} needs ${taken.needed}.`] : []),
			...unexpected.map((text) => `Unexpected argument: ${shown(text)}.`),
		],
	};
}

/**
 * Reads what stands behind a command: which of its actions is meant, and the flags by their schemas. A flag that isn't
 * given can come from the environment.
 * @throws FlagMistakes with every mistake
 */
export function readArguments(command: Command, args: string[]): { chosen: Action; call: Call<Flags> } {
	const all = Object.assign({}, ...command.actions.map(({ flags }) => flags)) as Flags;
	const options = Object.fromEntries(
		Object.entries(all).map(([name, each]) => {
			const type = each.value === undefined ? ('boolean' as const) : ('string' as const);
			return [name, { type, multiple: isList(each) }];
		}),
	);
	const reading = { args, options, strict: false, allowPositionals: true, tokens: true } as const;
	const { values, positionals, tokens } = parseArgs(reading);
	// "--secret $SECRET --json" without the secret: the next flag must not become one.
	const without = tokens.flatMap((token) =>
		token.kind === 'option' && token.inlineValue === false && token.value.startsWith('--') ? token.name : [],
	);
	const given: Given = { ...values, ...Object.fromEntries(without.map((name) => [name, NEXT_FLAG])) };
	const names = Object.keys(given);
	const unknown = [...new Set(names.filter((name) => !Object.hasOwn(all, name)).map(unknownFlag))];
	const { chosen, rest } = actionOf(command, positionals, unknown);
	const { word, mistakes: ofWord } = readWord(command.name, chosen, rest);

	const own = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(chosen.flags, name)));
	const environment = readEnvironment(chosen.flags, own);
	const named = (name: string) => environment.found.get(name)?.variable ?? `--${name}`;
	const complete = {
		...Object.fromEntries([...environment.found].map(([name, { value }]) => [name, value])),
		...own,
	};
	const shape = Object.fromEntries(Object.entries(chosen.flags).map(([name, { schema }]) => [name, schema]));
	const read = z.object(shape).safeParse(complete);
	const isBroken = environment.mistakes.length > 0;
	const mistakes = [
		...(read.success || isBroken ? [] : mistakesIn(read.error, given, named)),
		...environment.mistakes,
		...unknown,
		...misplaced(command, chosen, names),
		...ofWord,
		...(chosen.problems?.(complete, word) ?? []),
	];
	if (mistakes.length > 0 || !read.success) throw new FlagMistakes(mistakes);
	return { chosen, call: { flags: read.data, word, named } };
}
