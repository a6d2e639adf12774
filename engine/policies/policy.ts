import * as z from 'zod';

export interface Condition {
	fact: string;
	operator: string;
	value: unknown;
}

export type Conditions = Condition | { all: Conditions[] } | { any: Conditions[] } | { not: Conditions };

const text = z.string().min(1, 'It is empty.');

const ofEveryRule = {
	name: text,
	/** A rule that is switched off (`false`) stands in the document and never fires. */
	enabled: z.boolean().optional(),
	/** Looked through by `lintPolicy`, which can say what is wrong with a part that has none of the four forms. */
	conditions: z.custom<Conditions>(),
};

const rule = z.strictObject({
	...ofEveryRule,
	/** The higher goes first; where no rule has one, they go in the order of the document. */
	priority: z.number().int().positive().optional(),
	/** The reason names facts in braces, and `{retryAt}`; `retryAt` names a time, or what ends by itself in the conditions. */
	event: z.strictObject({
		type: z.enum(['freeform', 'template', 'hold', 'skip']),
		params: z.strictObject({ reason: text, retryAt: z.string().optional() }),
	}),
});

const reaction = z.strictObject({
	...ofEveryRule,
	/** The text names facts of the event in braces. */
	event: z.strictObject({
		type: z.literal('reaction'),
		params: z.strictObject({ text }),
	}),
});

/** The form of a policy document; `lintPolicy` tells whether what it says makes sense. */
export const policyDocument = z.strictObject({
	name: text,
	version: z.number().int().positive(),
	description: z.string().optional(),
	rules: z.array(rule).min(1),
	reactions: z.array(reaction).optional(),
});

/**
 * Named rules in order, the first hit wins, each a rule of json-rules-engine; and reactions to events, of which all
 * that fit fire, beside the shipped ones. A reaction of a shipped one's name takes its place.
 */
export type PolicyDocument = z.infer<typeof policyDocument>;

export type PolicyRule = PolicyDocument['rules'][number];

export type ReactionRule = z.infer<typeof reaction>;

/** The rules that are switched on, in the order in which they are asked. */
export function rulesInOrder({ rules }: Pick<PolicyDocument, 'rules'>): PolicyRule[] {
	return rules
		.filter(({ enabled }) => enabled !== false)
		.sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
}

/** What is wrong with a policy, where, and what to do. */
export interface Problem {
	/** Where in the document, for example `rules[2].conditions.all[0].fact`. */
	path: string;
	/** A policy with errors cannot be used; a warning is worth a look. */
	severity: 'error' | 'warning';
	message: string;
}
