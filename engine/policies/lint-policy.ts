import { problemsOfReach } from './lint-reach';
import { problemsOfReactions, problemsOfRules } from './lint-rules';
import type { PolicyDocument, Problem } from './policy';
import { policyDocument } from './policy';

/** A path as people write it: `rules[2].conditions`. */
const written = (path: PropertyKey[]) =>
	path.reduce<string>(
		(text, key) => text + (typeof key === 'number' ? `[${key}]` : `${text && '.'}${String(key)}`),
		'',
	);

/** What keeps a document from being used. */
function errorsIn(document: unknown): Problem[] {
	const issues = policyDocument.safeParse(document).error?.issues ?? [];
	const ofForm = issues.map(({ path, message }): Problem => ({
		path: written(path),
		severity: 'error',
		message,
	}));
	return [...ofForm, ...problemsOfRules(document), ...problemsOfReactions(document)];
}

/**
 * Everything that is wrong with a policy document, all at once; empty when there is nothing to say.
 *
 * Errors: another form than a policy's, unknown facts, operators and values that do not fit a fact, two rules of one
 * name or priority. Warnings, once there are no errors: rules that can never fire, situations in which none does.
 */
export function lintPolicy(document: unknown): Problem[] {
	const errors = errorsIn(document);
	return errors.length > 0 ? errors : problemsOfReach(document as PolicyDocument);
}

/**
 * A policy document that can be used.
 * @throws Error that names every error with its path.
 */
export function definePolicy(document: unknown): PolicyDocument {
	const errors = errorsIn(document);
	if (errors.length > 0) {
		const lines = errors.map(({ path, message }) => `- ${path || 'the document'}: ${message}`);
		throw new Error(`This policy cannot be used:\n${lines.join('\n')}`);
	}
	return document as PolicyDocument;
}
