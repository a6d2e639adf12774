import type { Violation } from '../../../engine';

/**
 * Refuses a definition that breaks a rule for certain. Warnings pass.
 * @throws Error that names every broken rule, where, and how to fix it
 */
export function refuseViolations(violations: readonly Violation[]): void {
	const errors = violations.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return;
	const lines = errors.map(({ path, rule, message }) => `${path || 'the definition'} (${rule}): ${message}`);
	throw new Error(`Nothing was submitted. ${lines.join(' ')}`);
}

/** The warnings as an item carries them. */
export function warningsOf(violations: readonly Violation[]) {
	return violations
		.filter(({ severity }) => severity === 'warning')
		.map(({ path, rule, message }) => ({ path, rule, message }));
}
