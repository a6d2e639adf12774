/** Something that happened to a conversation, a template or the account, by a name that workflows can go by. */
export interface Reaction {
	/** A shipped one's name, or that of a reaction in the policy. */
	name: ReactionName | (string & {});
	/** A sentence for people. */
	text: string;
	/** The event it comes from; absent for an act of ours. */
	eventId?: string;
	channel?: string;
	account?: string;
	contact?: string;
	template?: { name: string; language: string };
}

/** The names of the shipped reactions. */
export type ReactionName =
	| 'agent-took-over'
	| 'passed-to-business'
	| 'business-took-over'
	| 'template-approved'
	| 'template-rejected'
	| 'template-paused'
	| 'template-disabled'
	| 'template-in-review'
	| 'template-quality-changed'
	| 'opted-out'
	| 'opted-in'
	| 'window-closed'
	| 'human-replied'
	| 'account-restricted'
	| 'account-reinstated'
	| 'quality-flagged'
	| 'limit-changed'
	| 'budget-half-spent'
	| 'budget-nearly-spent'
	| 'budget-spent';
