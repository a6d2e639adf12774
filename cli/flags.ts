import { parseArgs } from 'node:util';
import * as z from 'zod';

/** What is wrong with a command line: all of it at once. */
export class FlagMistakes extends Error {
	override readonly name = 'FlagMistakes';

	constructor(readonly mistakes: string[]) {
		super(mistakes.join('\n'));
	}
}

/** A port of this machine; 0 is a free one. */
export const port = z
	.string()
	.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
		error: ({ input }) => `takes a number from 0 to 65535 (0: a free one), not "${String(input)}"`,
	})
	.transform(Number);

/** A number of things, at least one. */
export const count = z
	.string()
	.refine((text) => /^[1-9]\d{0,8}$/.test(text), {
		error: ({ input }) => `takes a whole number from 1 on, not "${String(input)}"`,
	})
	.transform(Number);

/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
	z.enum(words, { error: ({ input }) => `takes ${words.join(' or ')}, not "${String(input)}"` });

/** Whether a flag is one that takes no value. */
const isSwitch = (schema: z.ZodType) => schema.safeParse(true).success;

type Given = Record<string, string | boolean | undefined>;

function mistakesOf(error: z.ZodError, given: Given): string[] {
	return error.issues.flatMap((issue) => {
		if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `There is no flag --${key}.`);
		const name = String(issue.path[0]);
		if (given[name] === true) return [`--${name} needs a value.`];
		return [`--${name} ${issue.message}.`];
	});
}

/**
 * Reads the flags of a command by their schema; what is not given comes from the environment, where `variables` names
 * it. Empty counts as not given there.
 *
 * @param consistent says what is wrong with the flags together
 * @throws FlagMistakes
 */
export function readFlags<Shape extends z.ZodRawShape>(
	shape: Shape,
	args: string[],
	{ variables = {}, consistent = () => [] }: FlagRules<Shape> = {},
): z.infer<z.ZodObject<Shape>> {
	const options = Object.fromEntries(
		Object.entries(shape).map(([name, schema]) => {
			return [name, { type: isSwitch(schema as z.ZodType) ? ('boolean' as const) : ('string' as const) }];
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
		...positionals.map((text) => `"${text}" belongs to no flag.`),
		...(read.success ? [] : mistakesOf(read.error, given)),
		...consistent(given as Partial<Record<keyof Shape, unknown>>),
	];
	if (mistakes.length > 0 || !read.success) throw new FlagMistakes(mistakes);
	return read.data as z.infer<z.ZodObject<Shape>>;
}

/** What flags have to do with the environment, and with each other. */
export interface FlagRules<Shape> {
	/** Environment variable of a flag. */
	variables?: Partial<Record<keyof Shape, string>>;
	consistent?: (given: Partial<Record<keyof Shape, unknown>>) => string[];
}
