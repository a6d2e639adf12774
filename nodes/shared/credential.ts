import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';
import * as z from 'zod';
import { errorText, HEADER_NAME } from '../../base';
import type { MediaHost } from '../../gateway';
import { readMediaHosts } from '../../gateway';
import type { ProviderProfile } from '../../platform';
import { profiles, resolveProfile } from '../../platform';
import type { NumberFields } from './more-numbers';
import { ABOUT_ID, readMoreNumbers } from './more-numbers';

/** Name of the credential, as nodes ask for it. */
export const CREDENTIAL = 'businessMessagingApi';

/** An expression can return a number. What isn't a text at all is as good as empty. */
const text = z.lazy(() =>
	z
		.union([z.string(), z.number()])
		.nullish()
		.catch(undefined)
		.transform((value) => String(value ?? '').trim()),
);

const credentialData = z.lazy(() =>
	z.object({
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
		agentRole: text,
		defaultCountry: text,
		mediaHosts: text,
		keepSentTexts: z.boolean().catch(false),
		messagesPerSecond: text,
		moreNumbers: z.unknown().optional(),
	}),
);

/** A Business Messaging API credential, checked, as it is for one of its numbers. */
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
	/** How fast the number can send; absent if the credential doesn't say. Messages a second */
	perSecond?: number;
	/** Whether the store keeps what sent messages said. */
	keepSentTexts: boolean;
	/** Where files may be downloaded besides the gateway; none for the platform's CDN. */
	mediaHosts: MediaHost[];
	/** The store's URL; empty for the default. */
	store: string;
	profile: ProviderProfile;
	/** The country of numbers without a country code (ISO 3166 alpha-2); empty for none. */
	defaultCountry: string;
}

type Given = z.output<typeof credentialData>;

// A default for every provider would send one gateway's key to another one.
const BASE_URL_IS_EMPTY =
	'Base URL is empty. Enter the address of your gateway, for example https://gateway.example.com. Only the provider 360dialog has an address of its own.';

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** What people call the fields that have IDs and secrets. */
const LONG_FIELDS = {
	apiKey: 'API Key',
	phoneNumberId: 'Phone Number ID',
	signingSecret: 'Signing Secret',
	accountId: 'Account ID',
};

/** Numbers that are longer than numbers can be. */
const problemsOfLong = (data: ICredentialDataDecryptedObject): string[] =>
	Object.entries(LONG_FIELDS).flatMap(([field, label]) => {
		const given = data[field];
		const isLong = typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER;
		return isLong
			? [`${label} is a number that is too long to keep all of its digits. Write it in quotes, as text.`]
			: [];
	});

const isRate = (text: string) => Number(text) > 0 && Number.isFinite(Number(text));

function problemsOf(
	{ apiKey, phoneNumberId, messagesPerSecond, authenticationHeader, signatureHeader }: Given,
	baseUrl: string,
): string[] {
	const isHeader = (name: string) => name === '' || HEADER_NAME.fits(name);
	return [
		baseUrl === '' && BASE_URL_IS_EMPTY,
		baseUrl !== '' &&
			!isWebAddress(baseUrl) &&
			`Base URL is "${baseUrl}", which isn't a web address. Enter all of it, for example https://gateway.example.com.`,
		apiKey === '' && 'API Key is empty. Copy it from your provider.',
		phoneNumberId === '' && `Phone Number ID is empty. ${ABOUT_ID}`,
		phoneNumberId !== '' &&
			!/^\d+$/.test(phoneNumberId) &&
			`Phone Number ID is "${phoneNumberId}", which isn't an ID. ${ABOUT_ID}`,
		!isHeader(authenticationHeader) &&
			`Authentication Header is "${authenticationHeader}", which isn't the name of a header.`,
		!isHeader(signatureHeader) &&
			`Signature Header is "${signatureHeader}", which isn't the name of a header.`,
		messagesPerSecond !== '' &&
			!isRate(messagesPerSecond) &&
			`Messages per Second is "${messagesPerSecond}", which isn't a number above 0. Leave it empty if you don't know it.`,
	].filter((problem): problem is string => problem !== false);
}

/** The secrets of a field: several, separated by commas, while one is being rotated. */
const secretsIn = (field: string) =>
	field
		.split(',')
		.map((secret) => secret.trim())
		.filter(Boolean);

function readHosts(field: string): { hosts: MediaHost[]; problems: string[] } {
	try {
		return { hosts: readMediaHosts(field), problems: [] };
	} catch (error) {
		return { hosts: [], problems: [errorText(error)] };
	}
}

/**
 * Reads a credential: what it is for each of its numbers, first for that of Phone Number ID, then for those of More
 * Numbers in their order. They differ in key, secret, and account.
 * @throws Error that names everything that is wrong with it, and what to do
 */
export function readCredentials(data: ICredentialDataDecryptedObject): [Credential, ...Credential[]] {
	const given = credentialData.parse(data);
	const overrides = {
		apiKeyHeader: given.authenticationHeader,
		signatureHeader: given.signatureHeader,
		agentRole: given.agentRole,
		threadControlPath: given.threadControlPath && `/${given.threadControlPath.replace(/^\/+/, '')}`,
	};
	const profile = resolveProfile(given.profile, overrides);
	const baseUrl = given.baseUrl || profile.baseUrl || '';
	const more = readMoreNumbers(given.moreNumbers, given.phoneNumberId);
	const media = readHosts(given.mediaHosts);
	const problems = [
		...problemsOfLong(data),
		...problemsOf(given, baseUrl),
		...media.problems,
		...more.problems,
	];
	if (problems.length > 0) {
		throw new Error(`The Business Messaging API credential can't be used. ${problems.join(' ')}`);
	}
	const forNumber = ({ phoneNumberId, apiKey, signingSecret, accountId }: NumberFields): Credential => ({
		baseUrl,
		apiKey,
		channel: phoneNumberId,
		signingSecrets: secretsIn(signingSecret),
		...(accountId !== '' && { account: accountId }),
		...(given.agentAnswers !== 'learn' && { agentAnswers: given.agentAnswers === 'yes' }),
		...(given.messagesPerSecond !== '' && { perSecond: Number(given.messagesPerSecond) }),
		keepSentTexts: given.keepSentTexts,
		mediaHosts: media.hosts,
		store: given.store,
		profile,
		defaultCountry: given.defaultCountry,
	});
	return [forNumber(given), ...more.numbers.map(forNumber)];
}

type Context = Pick<IAllExecuteFunctions, 'getCredentials'>;

/** What the credential chosen in a node is for each of its numbers. */
export async function credentialsOf(context: Context): Promise<[Credential, ...Credential[]]> {
	return readCredentials(await context.getCredentials(CREDENTIAL));
}

/** The numbers of a credential, for a sentence. */
export const listNumbers = (numbers: ReadonlyArray<Pick<Credential, 'channel'>>) =>
	numbers.map(({ channel }) => channel).join(', ');

/**
 * The credential chosen in a node.
 * @throws Error if it has several numbers: then somebody has to say which of them is meant
 */
export async function credentialOf(context: Context): Promise<Credential> {
	const [credential, ...others] = await credentialsOf(context);
	if (others.length === 0) return credential;
	throw new Error(
		`The credential has several numbers: ${listNumbers([credential, ...others])}. Choose one of them in From Number.`,
	);
}

/** The data of a credential as if it were for one of its numbers alone. */
export function dataForNumber(
	data: ICredentialDataDecryptedObject,
	{ channel, apiKey, signingSecrets, account = '' }: Credential,
): ICredentialDataDecryptedObject {
	const ofNumber = { apiKey, signingSecret: signingSecrets.join(','), accountId: account };
	return { ...data, ...ofNumber, phoneNumberId: channel, moreNumbers: '' };
}
