/**
 * Who holds a conversation: the business through this gateway, its agent, another responder, or nobody until the
 * customer writes again.
 */
export type Holder = 'business' | 'agent' | 'other' | 'nobody';

/** Somebody who can hold a conversation. */
export type Responder = Exclude<Holder, 'nobody'>;

/** The roles of responders (docs/interface.md, Conversation control). */
export const RESPONDER_ROLES = [
	'customer_service',
	'marketing',
	'utility',
	'ctwa',
	'ai_agent',
	'escalation',
] as const;
export type ResponderRole = (typeof RESPONDER_ROLES)[number];

/**
 * The roles that thread control names, exactly as it names them, and who they are to us (docs/interface.md,
 * Conversation control; Providers). A role that isn't here says nothing.
 */
const RESPONDER_OF_ROLE = {
	ai_agent: 'agent',
	meta_business_agent: 'agent',
	platform_business_agent: 'agent',
	business: 'business',
	customer_service: 'business',
	ctwa: 'other',
	escalation: 'other',
	marketing: 'other',
	utility: 'other',
} as const satisfies Record<string, Responder>;

/** Who has a role; `undefined` for a role that nobody told us of. */
export function responderOf(role: string | undefined): Responder | undefined {
	if (role === undefined || !Object.hasOwn(RESPONDER_OF_ROLE, role)) return undefined;
	return RESPONDER_OF_ROLE[role as keyof typeof RESPONDER_OF_ROLE];
}

/** What a handover event says of the owners. */
export interface Owners {
	type: string;
	newRole?: string;
	previousRole?: string;
	/** The deprecated names of both, which are still sent. */
	newAppRole?: string;
	previousAppRole?: string;
}

/** Who holds a conversation after a handover. */
export interface NextHolder {
	/** Absent if nobody can tell. */
	to?: Responder;
	/** No role says so: it follows from there being two holders only, so it doesn't count on a number that has more. */
	assumed?: true;
	/** Why nobody can tell, as a sentence. */
	hint?: string;
}

/**
 * Who is left if this one no longer holds. A number with two responders goes back and forth between the business and
 * its agent; what is taken from the business goes to a third, unless the app's own role says that there are only two.
 */
function otherThan(previous: Responder | undefined, isTaken: boolean): Responder | undefined {
	if (previous === 'agent') return 'business';
	if (previous === 'business') return isTaken ? 'other' : 'agent';
	return undefined;
}

const given = (role: string | undefined): role is string => role !== undefined && role !== '';

/**
 * Who holds the conversation after a handover: the new owner's role says so, then the previous owner's, then the
 * app's. The interface knows two holders (Conversation control), so if no role is named at all, the agent holds. A role
 * that nobody told us of changes nothing.
 * @param agentRole what the provider calls the agent, besides the names that are known
 */
export function holderAfterHandover(owners: Owners, agentRole?: string): NextHolder {
	const whoIs = (role: string | undefined) =>
		role === agentRole && given(role) ? 'agent' : responderOf(role);
	const named = [owners.newRole, owners.newAppRole].filter(given);
	const next = named.map(whoIs).find((responder) => responder !== undefined);
	if (next !== undefined) return { to: next };
	const before = [owners.previousRole, owners.previousAppRole].filter(given);
	if (named.length > 0) return { hint: unknownRole('new', named[0]!) };
	if (before.length === 0) return { to: 'agent', assumed: true };
	const isTaken = owners.type === 'control_taken';
	const left =
		otherThan(whoIs(owners.previousRole), isTaken) ?? otherThan(whoIs(owners.previousAppRole), false);
	if (left !== undefined) return { to: left };
	if (before.some((role) => whoIs(role) !== undefined)) {
		return {
			hint: `It names the previous owner (${before[0]!}) but no new one, so nobody can tell who holds the conversation now. Nothing changes.`,
		};
	}
	return { hint: unknownRole('previous', before[0]!) };
}

const unknownRole = (owner: 'new' | 'previous', role: string) =>
	`The role of the ${owner} owner (${role}) is unknown, so nobody can tell who holds the conversation now. Nothing changes. If it's the agent's role, enter it as Agent Role in the credential, and as --agent-role of business-messaging receive.`;
