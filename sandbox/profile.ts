/** What a provider calls things on the wire. Facts, §1. */
export interface Profile {
	readonly apiKeyHeader: string;
	readonly signatureHeader: string;
	readonly agentRole: string;
	readonly lowerCaseTemplateStatus: boolean;
}

export type ProfileName = 'gateway' | '360dialog';

export const profiles: Readonly<Record<ProfileName, Profile>> = {
	gateway: {
		apiKeyHeader: 'svc-api-key',
		signatureHeader: 'x-provider-signature',
		agentRole: 'platform_business_agent',
		lowerCaseTemplateStatus: false,
	},
	'360dialog': {
		apiKeyHeader: 'd360-api-key',
		signatureHeader: 'x-360dialog-signature',
		agentRole: 'meta_business_agent',
		lowerCaseTemplateStatus: true,
	},
};
