import type { PolicyDocument } from '../../engine';

/** A policy with all of its rules turned on. */
export const withAllRules = (policy: PolicyDocument): PolicyDocument => ({
	...policy,
	rules: policy.rules.map((rule) => ({ ...rule, enabled: true })),
});
