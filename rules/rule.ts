import * as z from 'zod';

/** Compares a fact with a value. */
export interface Condition {
	fact: string;
	operator: string;
	value: unknown;
}

export type Conditions = Condition | { all: Conditions[] } | { any: Conditions[] } | { not: Conditions };

/** A rule with any kind of event. */
export interface Rule<Event = unknown> {
	/** Unique among the rules beside it. */
	name: string;
	/** A rule that is turned off (`false`) stays in the document and never fires. */
	enabled?: boolean | undefined;
	conditions: Conditions;
	/** The highest comes first. If no rule has one, they're asked in the order of the document. */
	priority?: number | undefined;
	event: Event;
}

/** A text that isn't empty. */
export const filledText = z.lazy(() => z.string().min(1, 'It is empty.'));

/** The form of a rule with this event, of which all that fit fire. */
export const ruleOf = <Event extends z.ZodType>(event: Event) =>
	z.strictObject({
		name: filledText,
		enabled: z.boolean().optional(),
		// The linter looks through them: it can say which part has none of the four forms.
		conditions: z.custom<Conditions>(),
		event,
	});

/** The form of a rule with this event, of which the first that fits fires. */
export const orderedRuleOf = <Event extends z.ZodType>(event: Event) =>
	z.strictObject({ ...ruleOf(event).shape, priority: z.number().int().positive().optional() });

/** The rules that are turned on. */
export function rulesTurnedOn<Each extends Rule>(rules: readonly Each[]): Each[] {
	return rules.filter(({ enabled }) => enabled !== false);
}

/** The rules that are turned on, in the order in which they are asked. */
export function rulesInOrder<Each extends Rule>(rules: readonly Each[]): Each[] {
	return rulesTurnedOn(rules).sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
}
