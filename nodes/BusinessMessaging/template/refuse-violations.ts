import type { Violation } from '../../../engine';
import { ProblemList } from '../../shared/errors/item-errors';
import { placeOf } from './place-of-violation';

/** The violations with the place of each by the labels of the form. */
export const placed = (definition: unknown, violations: readonly Violation[]) =>
	violations.map((violation) => ({ where: placeOf(definition, violation), ...violation }));

/**
 * Refuses a definition that breaks a rule for certain. Warnings pass.
 * @throws ProblemList of every broken rule: where, and how to fix it
 */
export function refuseViolations(definition: unknown, violations: readonly Violation[]): void {
	const errors = placed(definition, violations).filter(({ severity }) => severity === 'error');
	const problems = errors.map(({ where, message }) => `${where}: ${message}`);
	if (problems.length > 0) throw new ProblemList('Nothing was submitted.', problems);
}

/** The warnings as an item carries them. */
export function warningsOf(definition: unknown, violations: readonly Violation[]) {
	return placed(definition, violations)
		.filter(({ severity }) => severity === 'warning')
		.map(({ where, path, rule, message }) => ({ where, path, rule, message }));
}
