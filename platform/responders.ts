/**
 * Who holds a conversation: the business through this gateway, its agent, another responder, or nobody until the
 * customer writes again.
 */
export type Holder = 'business' | 'agent' | 'other' | 'nobody';

/** Somebody who can hold a conversation. */
export type Responder = Exclude<Holder, 'nobody'>;

/** The roles of responders (platform-facts-2026, section 3). */
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
 * The roles that thread control names, exactly as it names them, and who they are to us (platform-facts-2026,
 * section 3; the agent's older names: platform-facts, section 1). A role that isn't here says nothing.
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

/**
 * Who is left if this one no longer holds. A number with two responders goes back and forth between the business and
 * its agent; what is taken from the business goes to a third, unless the app's own role says that there are only two.
 */
function otherThan(previous: string | undefined, isTaken: boolean): Responder | undefined {
	const holder = responderOf(previous);
	if (holder === 'agent') return 'business';
	if (holder === 'business') return isTaken ? 'other' : 'agent';
	return undefined;
}

/**
 * Who holds the conversation after a handover: the new owner's role says so, then the previous owner's, then the
 * app's. `undefined` if none of them is known: then nothing changes.
 */
export function holderAfterHandover(owners: Owners): Responder | undefined {
	const isTaken = owners.type === 'control_taken';
	return (
		responderOf(owners.newRole) ??
		otherThan(owners.previousRole, isTaken) ??
		responderOf(owners.newAppRole) ??
		otherThan(owners.previousAppRole, false)
	);
}
