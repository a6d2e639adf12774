import type { z } from 'zod';
import type { RequestProblem } from './invalid-request';
import { InvalidRequest } from './invalid-request';

/** Whether a call is refused before it is made. */
export interface Checks {
	/** `false` leaves the documented limits to the gateway, which may know others. */
	checkFirst?: boolean;
}

/** What is wrong with a value; empty if nothing is. Paths start with `at` if that is specified. */
export function problemsIn(schema: z.ZodType, value: unknown, at?: string): RequestProblem[] {
	const result = schema.safeParse(value);
	if (result.success) return [];
	return result.error.issues.map(({ path, message }) => ({
		path: [...(at === undefined ? [] : [at]), ...path].join('.') || 'the request',
		message,
	}));
}

/** Throws if there are problems. @throws InvalidRequest */
export function refuse(problems: readonly RequestProblem[]): void {
	if (problems.length > 0) throw new InvalidRequest(problems);
}
