import * as z from 'zod';
import { filledText, orderedRuleOf, ruleOf } from '../../rules';

const policyRule = orderedRuleOf(
	z.strictObject({
		type: z.enum(['freeform', 'template', 'hold', 'skip']),
		params: z.strictObject({
			/** Names facts in braces, and `{retryAt}`. */
			reason: filledText,
			/** Names a time, or a fact whose condition in this rule ends as time passes. */
			retryAt: z.string().optional(),
		}),
	}),
);

const reactionRule = ruleOf(
	z.strictObject({
		type: z.literal('reaction'),
		params: z.strictObject({
			/** Names facts of the event in braces. */
			text: filledText,
		}),
	}),
);

/** The form of a policy document; `lintPolicy` says whether its content makes sense. */
export const policyDocument = z.strictObject({
	name: filledText,
	version: z.number().int().positive(),
	description: z.string().optional(),
	rules: z.array(policyRule).min(1),
	reactions: z.array(reactionRule).optional(),
});

/**
 * Named rules in order, of which the first that applies decides, each a rule of json-rules-engine; and reactions to
 * events, of which all that fit fire, beside the shipped ones. A reaction with a shipped one's name replaces it.
 */
export type PolicyDocument = z.infer<typeof policyDocument>;

export type PolicyRule = z.infer<typeof policyRule>;

export type ReactionRule = z.infer<typeof reactionRule>;
