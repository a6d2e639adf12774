import type { Kinds, WrongType } from '../base';
import { HEADER_OR_NONE, isObject, kind, OBJECT, oneOfTexts, optional, TEXT, wrongTypes } from '../base';

/** The parts of a thread-control action, by what its body calls them; a dot leads into an object. */
export interface ThreadControlFields {
	/** `release`, `pass`, or `take`. */
	action: string;
	/** The customer, by a phone number or an account id. */
	to: string;
	/** The customer, by a user id. */
	recipient: string;
	metadata: string;
	/** Who gets the conversation. */
	targetRole: string;
}

/** The names of the platform itself (docs/interface.md, Conversation control). */
const PLATFORM_FIELDS: ThreadControlFields = {
	action: 'action',
	to: 'to',
	recipient: 'recipient',
	metadata: 'metadata',
	targetRole: 'control_pass.target_role',
};

/** How one provider of the gateway names things (docs/interface.md, Providers). Every value can be overridden. */
export interface ProviderProfile {
	/** Header that carries the API key of a request. */
	apiKeyHeader: string;
	/** Header that carries the signature of a webhook delivery. */
	signatureHeader: string;
	/** Where the API is, if the provider has one address for everyone. */
	baseUrl?: string;
	/** The business agent's role in handover events. The names that are known count with every provider. */
	agentRole: string;
	/** Path of the thread-control action. The interface shows none: inferred. */
	threadControlPath: string;
	/** What the body of the thread-control action calls its parts. The interface shows none. */
	threadControlFields: ThreadControlFields;
	/**
	 * The part of a multipart body that has the picture of a group. The interface shows none (docs/interface.md,
	 * Groups).
	 */
	groupPictureField: string;
	/** The part of a multipart body that has a file to upload. The interface shows none (docs/interface.md, Media). */
	mediaFileField: string;
	/**
	 * Where media files are downloaded: at the `answered` URL, or at its path on the `gateway` itself
	 * (docs/interface.md, Media).
	 */
	mediaHost: 'answered' | 'gateway';
}

export const profiles = {
	gateway: {
		apiKeyHeader: 'SVC-API-KEY',
		signatureHeader: 'x-provider-signature',
		agentRole: 'platform_business_agent',
		threadControlPath: '/thread_control',
		threadControlFields: PLATFORM_FIELDS,
		groupPictureField: 'file',
		mediaFileField: 'file',
		mediaHost: 'answered',
	},
	'360dialog': {
		apiKeyHeader: 'D360-API-KEY',
		signatureHeader: 'x-360dialog-signature',
		baseUrl: 'https://waba-v2.360dialog.io',
		agentRole: 'meta_business_agent',
		threadControlPath: '/thread_control',
		threadControlFields: PLATFORM_FIELDS,
		groupPictureField: 'file',
		mediaFileField: 'file',
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

/**
 * The URL of a path at a gateway. Some have everything below `/v1`, like 360dialog's sandbox (docs/interface.md,
 * Providers): paths that begin with it don't repeat it.
 * @param base without a slash at the end
 */
export const urlAt = (base: string, path: string): string =>
	`${path.startsWith('/v1/') ? base.replace(/\/v1$/, '') : base}${path}`;

/** A provider's name, or what differs from the `gateway` profile. */
export const PROFILE = kind(
	`one of ${Object.keys(profiles)
		.map((name) => JSON.stringify(name))
		.join(', ')}, or an object with what differs from "gateway"`,
	(value) => isObject(value) || (typeof value === 'string' && Object.hasOwn(profiles, value)),
);

const PROFILE_PARTS: Kinds = {
	apiKeyHeader: optional(HEADER_OR_NONE),
	signatureHeader: optional(HEADER_OR_NONE),
	baseUrl: optional(TEXT),
	agentRole: optional(TEXT),
	threadControlPath: optional(TEXT),
	threadControlFields: optional(OBJECT),
	groupPictureField: optional(TEXT),
	mediaFileField: optional(TEXT),
	mediaHost: optional(oneOfTexts(['answered', 'gateway'])),
};

/** What is wrong with the parts of a profile; empty if nothing is, or if it's a name. */
export const wrongInProfile = (profile: unknown): WrongType[] =>
	isObject(profile) ? wrongTypes(profile, PROFILE_PARTS, ['profile']) : [];
