/** The responders that can own a thread. Facts 2026, §3. */
export const threadRoles = [
	'customer_service',
	'marketing',
	'utility',
	'ctwa',
	'ai_agent',
	'escalation',
] as const;

export type ThreadRole = (typeof threadRoles)[number];
