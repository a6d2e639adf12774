import type { z } from 'zod';
import { describeProblems, problemsOf } from '../problems';
import type { Refusal } from '../refusal';

/** Reads `value` as `shape`, or throws the refusal that `refuse` makes from a sentence that names every problem. */
export function readAs<Shape extends z.ZodType>(
	shape: Shape,
	value: unknown,
	refuse: (sentence: string) => Refusal,
): z.output<Shape> {
	const result = shape.safeParse(value);
	if (result.success) return result.data;
	throw refuse(describeProblems(problemsOf(result.error, value)));
}
