import type { Problem } from '../../rules';
import {
	listOf,
	problemsOfForm,
	problemsOfReach,
	problemsOfRetryTime,
	problemsOfRules,
	problemsOfSentence,
} from '../../rules';
import { eventFactCatalogue } from '../reactions/event-facts';
import { askedRules } from './asked-rules';
import { REASON_FACTS } from './facts';
import { catalogueOf, problemsOfDeclared } from './own-facts';
import { possibleOf } from './possible';
import type { PolicyDocument } from './policy';
import { policyDocument } from './policy';

/** The errors that prevent a document from being used. */
function errorsIn(document: unknown): Problem[] {
	const catalogue = catalogueOf(document);
	return [
		...problemsOfForm(policyDocument, document),
		...problemsOfDeclared(document),
		...problemsOfRules(document, {
			field: 'rules',
			catalogue,
			problemsOfParams: ({ reason, retryAt }, conditions, path) => [
				...problemsOfSentence(reason, `${path}.reason`, { ...catalogue, ...REASON_FACTS }),
				...problemsOfRetryTime(retryAt, conditions, `${path}.retryAt`, catalogue),
			],
		}),
		...problemsOfRules(document, {
			field: 'reactions',
			catalogue: eventFactCatalogue,
			problemsOfParams: ({ text }, _, path) => problemsOfSentence(text, `${path}.text`, eventFactCatalogue),
		}),
	];
}

/**
 * Everything that is wrong with a policy document; empty if nothing is.
 *
 * Errors: a form other than a policy's, facts and operators that don't exist, values that don't fit a fact, two rules
 * of the same name. Warnings, once there are no errors: rules that can never fire, situations in which none does.
 */
export function lintPolicy(document: unknown): Problem[] {
	const errors = errorsIn(document);
	if (errors.length > 0) return errors;
	const policy = document as PolicyDocument;
	return problemsOfReach(policy.rules, {
		...possibleOf(policy),
		asked: askedRules(policy),
		whenNoneFires: 'the message is held',
	});
}

/**
 * A policy document that can be used.
 * @throws Error that names every error with its path.
 * @example
 * const policy = definePolicy(JSON.parse(await readFile('policy.json', 'utf8')));
 */
export function definePolicy(document: unknown): PolicyDocument {
	const errors = errorsIn(document);
	if (errors.length > 0) throw new Error(`This policy can't be used:\n${listOf(errors)}`);
	return document as PolicyDocument;
}
