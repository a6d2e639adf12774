import { parseArgs } from 'node:util';
import * as z from 'zod';

/** Every mistake in a command line. */
export class FlagMistakes extends Error {
	override readonly name = 'FlagMistakes';

	constructor(readonly mistakes: string[]) {
		super(mistakes.join('\n'));
	}
}

/** A port. 0 stands for any free port. */
export const port = z
	.string()
	.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
		error: ({ input }) => `must be a number from 0 to 65535 (0 for any free port), not "${String(input)}"`,
	})
	.transform(Number);

/** An address to listen on. */
export const host = z.string().min(1, { error: 'must be an address or a host name, such as 0.0.0.0' });

/** A number of things, at least one. */
export const count = z
	.string()
	.refine((text) => /^[1-9]\d{0,8}$/.test(text), {
		error: ({ input }) => `must be a whole number of at least 1, not "${String(input)}"`,
	})
	.transform(Number);

/** One of a list of words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
	z.enum(words, { error: ({ input }) => `must be ${words.join(' or ')}, not "${String(input)}"` });

/** A flag that can be repeated. */
export const list = <Each extends z.ZodType<unknown, string>>(each: Each) => z.array(each).default([]);

/** Whether a flag can be repeated. */
const isList = (schema: z.ZodType) => schema.safeParse([]).success;

/** Whether a flag doesn't take a value. */
const isSwitch = (schema: z.ZodType) => schema.safeParse(true).success;

type Given = Record<string, string | boolean | Array<string | boolean> | undefined>;

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

function mistakesOf(error: z.ZodError, given: Given): string[] {
	return error.issues.flatMap((issue) => {
		if (issue.code === 'unrecognized_keys') return [...new Set(issue.keys.map(unknownFlag))];
		const name = String(issue.path[0]);
		if ([given[name]].flat().includes(true)) return [`--${name} needs a value.`];
		return [`--${name} ${issue.message}.`];
	});
}

/**
 * Reads the flags of a command by their schema. A flag that isn't given can come from the environment variable that
 * `variables` names, unless that is empty.
 *
 * @param consistent returns what is wrong with the combination of flags
 * @throws FlagMistakes
 */
export function readFlags<Shape extends z.ZodRawShape>(
	shape: Shape,
	args: string[],
	{ variables = {}, consistent = () => [] }: FlagRules<Shape> = {},
): z.infer<z.ZodObject<Shape>> {
	const options = Object.fromEntries(
		Object.entries(shape).map(([name, schema]) => {
			const type = isSwitch(schema as z.ZodType) ? ('boolean' as const) : ('string' as const);
			return [name, { type, multiple: isList(schema as z.ZodType) }];
		}),
	);
	const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true });
	const fromEnvironment = Object.entries(variables).map(([name, variable]) => [
		name,
		process.env[variable as string] || undefined,
	]);
	const given = { ...Object.fromEntries(fromEnvironment), ...values } as Given;
	const read = z.strictObject(shape).safeParse(given);
	const mistakes = [
		...positionals.map((text) => `Unexpected argument: ${shown(text)}.`),
		...(read.success ? [] : mistakesOf(read.error, given)),
		...consistent(given as Partial<Record<keyof Shape, unknown>>),
	];
	if (mistakes.length > 0 || !read.success) throw new FlagMistakes(mistakes);
	return read.data as z.infer<z.ZodObject<Shape>>;
}

/** How flags relate to the environment and to each other. */
export interface FlagRules<Shape> {
	/** The environment variable for a flag. */
	variables?: Partial<Record<keyof Shape, string>>;
	consistent?: (given: Partial<Record<keyof Shape, unknown>>) => string[];
}
