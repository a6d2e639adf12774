import { z } from 'zod';

export interface Condition {
	fact: string;
	operator: string;
	value: unknown;
}

export type Conditions = Condition | { all: Conditions[] } | { any: Conditions[] } | { not: Conditions };

const rule = z.strictObject({
	name: z.string().min(1),
	/** Looked through by `lintPolicy`, which can say what is wrong with a part that has none of the four forms. */
	conditions: z.custom<Conditions>(),
	event: z.strictObject({
		type: z.enum(['freeform', 'template', 'hold', 'skip']),
		params: z.strictObject({ reason: z.string().min(1), retryAt: z.string().optional() }),
	}),
});

/** The form of a policy document; `lintPolicy` tells whether what it says makes sense. */
export const policyDocument = z.strictObject({
	name: z.string().min(1),
	version: z.number().int().positive(),
	description: z.string().optional(),
	rules: z.array(rule).min(1),
});

/** Named rules in order, the first hit wins. Each is a rule of json-rules-engine; its order is its priority. */
export type PolicyDocument = z.infer<typeof policyDocument>;

export type PolicyRule = PolicyDocument['rules'][number];

/** What is wrong with a policy, where, and what to do. */
export interface Problem {
	/** Where in the document, for example `rules[2].conditions.all[0].fact`. */
	path: string;
	/** A policy with errors cannot be used; a warning is worth a look. */
	severity: 'error' | 'warning';
	message: string;
}
