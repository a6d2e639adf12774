import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';
import * as z from 'zod';
import type { ProviderProfile } from '../../platform';
import { profiles, resolveProfile } from '../../platform';

/** Name of the credential, as nodes ask for it. */
export const CREDENTIAL = 'businessMessagingApi';

const text = z
	.string()
	.nullish()
	.transform((value) => value?.trim() ?? '');

const credentialData = z.object({
	profile: z.enum(Object.keys(profiles) as [keyof typeof profiles]).catch('gateway'),
	baseUrl: text,
	apiKey: text,
	phoneNumberId: text,
	signingSecret: text,
	accountId: text,
	agentAnswers: z.enum(['learn', 'yes', 'no']).catch('learn'),
	store: text,
	authenticationHeader: text,
	signatureHeader: text,
	threadControlPath: text,
});

/** A Business Messaging API credential, checked. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	/** The phone number ID. */
	channel: string;
	/** Several while the secret is being rotated; none if the field is empty. */
	signingSecrets: string[];
	account?: string;
	/** Whether the business agent answers on the number; absent if events tell. */
	agentAnswers?: boolean;
	/** The store's URL; empty for the default. */
	store: string;
	profile: ProviderProfile;
}

// A default for every provider would send one gateway's key to another one.
const ABOUT_BASE_URL =
	' Base URL is the address of your gateway. Only the provider 360dialog has a default address.';

/** Reads a credential. @throws Error that names every field that is missing */
export function readCredential(data: ICredentialDataDecryptedObject): Credential {
	const given = credentialData.parse(data);
	const overrides = {
		apiKeyHeader: given.authenticationHeader,
		signatureHeader: given.signatureHeader,
		threadControlPath: given.threadControlPath && `/${given.threadControlPath.replace(/^\/+/, '')}`,
	};
	const profile = resolveProfile(given.profile, overrides);
	const baseUrl = given.baseUrl || profile.baseUrl || '';
	const missing = [
		...(baseUrl === '' ? ['Base URL'] : []),
		...(given.apiKey === '' ? ['API Key'] : []),
		...(given.phoneNumberId === '' ? ['Phone Number ID'] : []),
	];
	if (missing.length > 0) {
		const about = baseUrl === '' ? ABOUT_BASE_URL : '';
		throw new Error(
			`The Business Messaging API credential is incomplete. Fill in ${missing.join(', ')}.${about}`,
		);
	}
	return {
		baseUrl,
		apiKey: given.apiKey,
		channel: given.phoneNumberId,
		signingSecrets: given.signingSecret
			.split(',')
			.map((secret) => secret.trim())
			.filter(Boolean),
		...(given.accountId !== '' && { account: given.accountId }),
		...(given.agentAnswers !== 'learn' && { agentAnswers: given.agentAnswers === 'yes' }),
		store: given.store,
		profile,
	};
}

/** The credential chosen in a node. */
export async function credentialOf(
	context: Pick<IAllExecuteFunctions, 'getCredentials'>,
): Promise<Credential> {
	return readCredential(await context.getCredentials(CREDENTIAL));
}
