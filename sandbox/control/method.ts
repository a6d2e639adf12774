import type { z } from 'zod';
import { describeProblems, problemsOf } from '../problems';
import type { World } from '../world';

/** A control method: its arguments' names and schema, and what it does. */
export interface Method<Args extends z.ZodType<readonly unknown[]>, Result> {
	readonly names: readonly string[];
	readonly args: Args;
	readonly run: (world: World, ...args: z.output<Args>) => Result;
}

/** Declares a control method. */
export function method<Args extends z.ZodType<readonly unknown[]>, Result>(
	names: readonly string[],
	args: Args,
	run: (world: World, ...args: z.output<Args>) => Result,
): Method<Args, Result> {
	return { names, args, run };
}

/** Thrown if a control method gets arguments that it doesn't accept. Names every problem. */
export class ControlError extends Error {
	override readonly name = 'ControlError';
}

/** Reads the arguments of `method`, or throws a `ControlError`. `names` are the names of the arguments in the problems. */
export function readArguments<Args extends z.ZodType<readonly unknown[]>>(
	method: string,
	names: readonly string[],
	schema: Args,
	given: readonly unknown[],
): z.output<Args> {
	const padded = names.map((_name, index) => given[index]);
	const result = schema.safeParse(given.length > names.length ? given : trimmed(padded));
	if (result.success) return result.data;
	const problems = problemsOf(result.error, padded).map((problem) => {
		const [index = '', ...rest] = problem.path.split('.');
		return { ...problem, path: [names[Number(index)] ?? '', ...rest].filter(Boolean).join('.') };
	});
	const takes = names.length === 0 ? 'takes no arguments' : `takes (${names.join(', ')})`;
	throw new ControlError(`${method} ${takes}: ${describeProblems(problems)}`);
}

function trimmed(values: readonly unknown[]): unknown[] {
	return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
}
