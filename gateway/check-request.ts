import type { z } from 'zod';
import type { Kinds, Path } from '../base';
import { asPath, dottedPath, kind, optional, TEXT, wrongTypes } from '../base';

/** One thing that is wrong with a request: where, and what. */
export interface RequestProblem {
	/** The field by the interface's names, for example `['participants', 0, 'user']`; empty if it's the whole request. */
	path: Path;
	message: string;
}

/** A request that breaks a limit of the interface, so it was not sent. Names everything that is wrong, at once. */
export class InvalidRequest extends Error {
	override readonly name = 'InvalidRequest';
	readonly problems: readonly RequestProblem[];

	constructor(problems: readonly RequestProblem[]) {
		const sentences = problems.map(({ path, message }) => `${dottedPath(path) || 'the request'} ${message}`);
		super(`Nothing was sent: ${sentences.join('; ')}.`);
		this.problems = problems;
	}
}

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
		path: [...(at === undefined ? [] : [at]), ...asPath(path)],
		message,
	}));
}

/** What is wrong with one field: the sentences that apply. */
export const problemsAt = (field: string, sentences: ReadonlyArray<string | false | undefined>) =>
	sentences.flatMap((message): RequestProblem[] =>
		typeof message === 'string' ? [{ path: [field], message }] : [],
	);

const OUTGOING_FILE: Kinds = {
	content: kind('bytes, such as a Buffer', ArrayBuffer.isView),
	mimeType: TEXT,
	filename: optional(TEXT),
};

/** What is wrong with the form of a file that is to be sent. */
export const problemsOfFile = (file: unknown): RequestProblem[] => wrongTypes(file, OUTGOING_FILE, ['file']);

/** Throws if there are problems. @throws InvalidRequest */
export function refuse(problems: readonly RequestProblem[]): void {
	if (problems.length > 0) throw new InvalidRequest(problems);
}

/** What is wrong with a segment: an empty one, and dots, would make it the path of something else. */
export function problemsOfSegment(name: string, segment: unknown): RequestProblem[] {
	if (typeof segment !== 'string') return problemsAt(name, ['must be a text']);
	const trimmed = segment.trim();
	return problemsAt(name, [
		trimmed === '' && 'is empty',
		(trimmed === '.' || trimmed === '..') && "isn't an ID",
	]);
}

/**
 * A path of the gateway from its segments, each of them escaped.
 * @throws InvalidRequest if one of them can't be one
 */
export function pathOf(...segments: [string, ...string[]]): string {
	const name = `${segments[0].replace(/s$/, '')}_id`;
	refuse(segments.flatMap((segment) => problemsOfSegment(name, segment)));
	return `/${segments.map((segment) => encodeURIComponent(segment.trim())).join('/')}`;
}
