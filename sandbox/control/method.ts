import type { z } from 'zod';
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
