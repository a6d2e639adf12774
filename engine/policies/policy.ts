import * as z from 'zod';
import { type Conditions, filledText, orderedRuleOf, type Rule, ruleOf } from '../../rules';

/** A rule about a message. The first that applies decides. */
export type PolicyRule = Rule<{
	type: 'freeform' | 'template' | 'hold' | 'skip';
	params: {
		/**
		 * Names facts in braces, and `{retryAt}`. Of a fact that the rule compares, `{localTime.limit}` is what with, and
		 * `{marketingSent.count}` how often it happened within the period.
		 */
		reason: string;
		/** Reasons for some situations: the first whose conditions hold is told instead. They can ask for `retryAt`, too. */
		reasons?: Array<{ conditions: Conditions; reason: string }> | undefined;
		/** Names a time, or a fact whose condition in this rule ends as time passes. */
		retryAt?: string;
	};
}>;

/** A rule about an event. All that fit fire. */
export type ReactionRule = Omit<
	Rule<{
		type: 'reaction';
		params: {
			/** Names facts of the event in braces. */
			text: string;
		};
	}>,
	'priority'
>;

/** The types that a fact of one's own can have. */
const OWN_FACT_TYPES = ['boolean', 'text', 'number', 'time'] as const;

/** A fact that the package doesn't know and that the messages bring along, such as whether a customer is a VIP. */
export interface OwnFact {
	type: (typeof OWN_FACT_TYPES)[number];
	/** What forms and sentences call it; its name if left out. */
	label?: string | undefined;
	description?: string | undefined;
	/** Every value that a text can have, if they are known. */
	values?: string[] | undefined;
	/**
	 * What it is for a message that doesn't say it. If left out, nothing is guessed: a message whose decision depends on it
	 * is held, by the rule `fact-missing`.
	 */
	missing?: boolean | number | string | undefined;
}

/**
 * Named rules in order, of which the first that applies decides, each a rule of json-rules-engine; and reactions to
 * events, of which all that fit fire, beside the shipped ones. A reaction with a shipped one's name replaces it.
 */
export interface PolicyDocument {
	name: string;
	/** 1 or more. */
	version: number;
	description?: string;
	/** Facts that the messages bring along, by name: 20 at most. Its rules ask for them like for any other. */
	facts?: Record<string, OwnFact>;
	/** At least one. */
	rules: PolicyRule[];
	reactions?: ReactionRule[];
}

/** What a policy decides about one message. */
export interface PolicyExample {
	name: string;
	/** Those that matter, as `tryPolicy` takes them. */
	facts: Readonly<Record<string, unknown>>;
	action: PolicyRule['event']['type'];
	/** Any, if left out. */
	rule?: string | undefined;
	/** The time that counts if the facts have none. Epoch ms */
	at: number;
}

/** What a policy does in every situation, as `readStatement` takes it. */
export interface PolicyStatement {
	name: string;
	statement: string;
}

/** What a policy has to decide, kept beside it. Adding one makes no new version of the policy. */
export type PolicyTest = PolicyExample | PolicyStatement;

/** The form of a fact that a policy declares. */
export const ownFact: z.ZodType<OwnFact> = z.lazy(() =>
	z.strictObject({
		type: z.enum(OWN_FACT_TYPES),
		label: filledText.optional(),
		description: z.string().optional(),
		values: z.array(filledText).min(1).optional(),
		missing: z.union([z.boolean(), z.number(), z.string()]).optional(),
	}),
);

const MOST_REASONS = 10;

const policyRule = z.lazy(() =>
	orderedRuleOf(
		z.strictObject({
			type: z.enum(['freeform', 'template', 'hold', 'skip']),
			params: z.strictObject({
				reason: filledText,
				reasons: z
					.array(z.strictObject({ conditions: z.custom<Conditions>(), reason: filledText }))
					.min(1)
					.max(MOST_REASONS)
					.optional(),
				retryAt: z.string().optional(),
			}),
		}),
	),
);

const reactionRule = z.lazy(() =>
	ruleOf(
		z.strictObject({
			type: z.literal('reaction'),
			params: z.strictObject({ text: filledText }),
		}),
	),
);

/** A policy as its author writes it: saving it counts its versions. */
type WrittenPolicy = Omit<PolicyDocument, 'version'> & { version?: number | undefined };

/** The document of a policy whose form is right: one without a version is the first. */
export const asPolicy = (written: WrittenPolicy): PolicyDocument =>
	written.version === undefined ? { ...written, version: 1 } : (written as PolicyDocument);

/** The form of a policy document; `lintPolicy` says whether its content makes sense. */
export const policyDocument: z.ZodType<WrittenPolicy> = z.lazy(() =>
	z.strictObject({
		name: filledText,
		version: z.number().int().positive().optional(),
		description: z.string().optional(),
		facts: z.record(z.string(), ownFact).optional(),
		rules: z.array(policyRule).min(1, 'It is empty. A policy needs at least one rule.'),
		reactions: z.array(reactionRule).optional(),
	}),
);
