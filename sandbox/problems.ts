import type { z } from 'zod';
import type { Refusal } from './refusal';

/** One problem with a value: where, what, and whether the value is missing. */
interface Problem {
	readonly path: string;
	readonly message: string;
	readonly missing: boolean;
}

/** Every problem zod found in `value`, in the words of an error answer. */
export function problemsOf(error: z.ZodError, value: unknown): Problem[] {
	return error.issues.map((issue) => ({
		path: issue.path.map(String).join('.'),
		message: issue.message,
		missing: OF_THE_VALUE.has(issue.code) && valueAt(value, issue.path) === undefined,
	}));
}

/** Issues with the value itself. Others are also with what is there around it. */
const OF_THE_VALUE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** All problems in one sentence: `to is missing; text.body: Too big`. */
export function describeProblems(problems: readonly Problem[]): string {
	return problems
		.map(({ path, message, missing }) => {
			if (missing) return `${path || 'the value'} is missing`;
			return path === '' ? message : `${path}: ${message}`;
		})
		.join('; ');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((inner, key) => {
		return typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
	}, value);
}

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
