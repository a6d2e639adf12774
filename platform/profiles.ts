/** How one provider of the gateway names things (platform-facts, section 1). Every value can be overridden. */
export interface ProviderProfile {
	/** Header that carries the API key of a request. */
	apiKeyHeader: string;
	/** Header that carries the signature of a webhook delivery. */
	signatureHeader: string;
	/** Where the API is, if the provider has one address for everyone. */
	baseUrl?: string;
	/** `previous_owner_app_role` of the business agent in handover events. */
	agentRole: string;
	/** Path of the thread-control action. The interface shows none: inferred. */
	threadControlPath: string;
	/**
	 * Where media files are downloaded: at the `answered` URL, or at its path on the `gateway` itself
	 * (platform-facts, section 7).
	 */
	mediaHost: 'answered' | 'gateway';
}

export const profiles = {
	gateway: {
		apiKeyHeader: 'SVC-API-KEY',
		signatureHeader: 'x-provider-signature',
		agentRole: 'platform_business_agent',
		threadControlPath: '/thread_control',
		mediaHost: 'answered',
	},
	'360dialog': {
		apiKeyHeader: 'D360-API-KEY',
		signatureHeader: 'x-360dialog-signature',
		baseUrl: 'https://waba-v2.360dialog.io',
		agentRole: 'meta_business_agent',
		threadControlPath: '/thread_control',
		mediaHost: 'gateway',
	},
} as const satisfies Record<string, ProviderProfile>;

export type ProfileName = keyof typeof profiles;

/** A profile by name, with what the user overrides. Empty overrides count as none. */
export function resolveProfile(
	name: ProfileName = 'gateway',
	overrides: Partial<ProviderProfile> = {},
): ProviderProfile {
	const given = Object.entries(overrides).filter(([, value]) => value !== undefined && value !== '');
	return { ...profiles[name], ...Object.fromEntries(given) };
}
