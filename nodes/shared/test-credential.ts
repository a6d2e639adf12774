import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import * as z from 'zod';
import { errorText } from '../../base';
import { isPlausibleNumber, urlAt } from '../../platform';
import type { Credential } from './credential';
import { listNumbers, readCredentials } from './credential';
import { connectionFailure } from './errors/connection-failure';
import { sharedStore, storeUrl } from './shared-store';

/** How long to wait for the gateway. ms */
const PATIENCE = 15_000;

/** Where every gateway has an answer that changes nothing (docs/interface.md, Webhook configuration and migration). */
const CONFIGURATION = '/v1/configs/webhook';
/**
 * Where the number of the key is named (docs/interface.md, Providers). The interface doesn't list it: some don't have
 * it.
 */
const HEALTH = '/health_status';

interface Answer {
	status: number;
	body: unknown;
}

const health = z.object({
	health_status: z.object({
		entities: z.array(z.object({ entity_type: z.string(), id: z.coerce.string() })),
	}),
});

function ask(context: ICredentialTestFunctions, credential: Credential, path: string): Promise<Answer> {
	const { baseUrl, apiKey, profile } = credential;
	const options = {
		method: 'GET',
		uri: urlAt(baseUrl.replace(/\/+$/, ''), path),
		headers: { [profile.apiKeyHeader]: apiKey, accept: 'application/json' },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: PATIENCE,
	};
	return context.helpers
		.request(options)
		.then(({ statusCode, body }: { statusCode: number; body: unknown }) => ({ status: statusCode, body }));
}

/** What is wrong with an answer, and what to do; `undefined` if it is the one of a gateway that knows the key. */
function problemOf({ status, body }: Answer, { baseUrl, profile }: Credential): string | undefined {
	const { host } = new URL(baseUrl);
	if (status === 401 || status === 403) {
		return `The gateway at ${host} doesn't accept the API key. Copy it again from your provider, all of it. If it is right, check Provider: the key is sent in the header ${profile.apiKeyHeader}.`;
	}
	if (status === 429) return 'The gateway had too many requests. Wait a minute, then try again.';
	if (status >= 500)
		return `The gateway at ${host} is having problems right now (${status}). Try again later.`;
	if (status !== 200 || typeof body !== 'object' || body === null) {
		return `${host} answers, but not like a gateway (${status} for ${CONFIGURATION}). Base URL may be the address of a website, or miss a part.`;
	}
	return undefined;
}

/** The IDs of the numbers that the key is for; none if the gateway doesn't tell. */
async function numbersOf(context: ICredentialTestFunctions, credential: Credential): Promise<string[]> {
	const answer = await ask(context, credential, HEALTH).catch(() => undefined);
	const read = health.safeParse(answer?.body);
	if (answer?.status !== 200 || !read.success) return [];
	const { entities } = read.data.health_status;
	return entities.flatMap(({ entity_type: type, id }) => (type === 'PHONE_NUMBER' ? [id] : []));
}

const wrongNumber = (channel: string, numbers: string[]) =>
	`Phone Number ID is ${channel}, but the API key is for ${numbers.join(', ')}. Enter ${numbers.length === 1 ? 'that ID' : 'one of these IDs'}.`;

/** IDs of numbers are longer than almost all numbers. digits */
const LONGEST_NUMBER = 13;

/** A warning if the ID is rather the number itself; the gateway doesn't tell. */
function mistakenFor(channel: string): string | undefined {
	const isNumber = channel.length <= LONGEST_NUMBER && isPlausibleNumber(channel);
	if (!isNumber && !channel.startsWith('0')) return undefined;
	return `Phone Number ID is ${channel}, which looks like the phone number itself. Enter its ID: your provider shows it beside the number.`;
}

/** What is wrong with the credential for one of its numbers. */
async function problemOfNumber(
	context: ICredentialTestFunctions,
	credential: Credential,
): Promise<string | undefined> {
	const { host } = new URL(credential.baseUrl);
	try {
		const problem = problemOf(await ask(context, credential, CONFIGURATION), credential);
		if (problem !== undefined) return problem;
	} catch (error) {
		return connectionFailure(error, host);
	}
	const numbers = await numbersOf(context, credential);
	const { channel } = credential;
	if (numbers.length === 0) return mistakenFor(channel);
	return numbers.includes(channel) ? undefined : wrongNumber(channel, numbers);
}

/** What is wrong with the credential for its numbers: each is asked with its own key. */
async function problemsOfNumbers(
	context: ICredentialTestFunctions,
	numbers: readonly Credential[],
): Promise<string[]> {
	const found = await Promise.all(
		numbers.map(async (number) => ({ number, problem: await problemOfNumber(context, number) })),
	);
	const problems = new Set(found.flatMap(({ problem }) => problem ?? []));
	return [...problems].map((problem) => {
		const having = found.filter((each) => each.problem === problem).map(({ number }) => number);
		return having.length === numbers.length ? problem : `Number ${listNumbers(having)}: ${problem}`;
	});
}

/** Why nothing can be kept in the store; `undefined` if it can. */
async function problemOfStore({ store }: Credential): Promise<string | undefined> {
	try {
		await (await sharedStore(storeUrl(store))).check();
		return undefined;
	} catch (error) {
		return `The store can't be used, so nothing can be sent or received. ${errorText(error)}`;
	}
}

const ACCEPTED = 'The gateway accepts the API key.';
const NO_SECRET =
	'Signing Secret is empty: that is enough to send. Fill it in before you publish a Business Messaging Trigger.';

/** What the credential can be used for. */
function accepted(numbers: readonly Credential[]): string {
	const silent = numbers.filter(({ signingSecrets }) => signingSecrets.length === 0);
	if (numbers.length === 1) return silent.length === 0 ? ACCEPTED : `${ACCEPTED} ${NO_SECRET}`;
	const all = `The gateway accepts the API keys of all ${numbers.length} numbers.`;
	if (silent.length === 0) return all;
	return `${all} ${listNumbers(silent)} can only send: fill in the signing secret before a Business Messaging Trigger receives for it.`;
}

/** Tests a Business Messaging API credential against its gateway and its store, and describes everything that is wrong with it. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const numbers = readCredentials(data);
		const found = await Promise.all([problemsOfNumbers(this, numbers), problemOfStore(numbers[0])]);
		const problems = found.flat().filter((problem) => problem !== undefined);
		if (problems.length > 0) return { status: 'Error', message: problems.join(' ') };
		return { status: 'OK', message: accepted(numbers) };
	} catch (error) {
		return { status: 'Error', message: errorText(error) };
	}
}
