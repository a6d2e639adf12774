import { poll } from '../poll';
import type { Owner } from '../process/environment';

/** n8n answered one of our requests with an error. */
export class N8nRequestError extends Error {
	constructor(
		readonly method: string,
		readonly path: string,
		readonly status: number,
		readonly body: unknown,
	) {
		super(`${method} ${path} failed with ${status}: ${messageOf(body)}`);
		this.name = 'N8nRequestError';
	}
}

const messageOf = (body: unknown) =>
	typeof body === 'object' && body !== null && 'message' in body
		? String(body.message)
		: JSON.stringify(body);

/** What lets somebody in. It outlives a restart of n8n. */
export interface Access {
	url: string;
	/** The owner's, such as `n8n-auth=…`. */
	cookie: string;
	/** Of the public API. */
	apiKey: string;
}

export interface N8nSession {
	url: string;
	access: Access;
	/** Calls a path that the editor calls, such as `/rest/workflows`, and returns the `data` of the answer. */
	editor(method: string, path: string, body?: unknown): Promise<unknown>;
	/** Calls a path of the public API, such as `/executions/1`. */
	publicApi(method: string, path: string, body?: unknown): Promise<unknown>;
}

/**
 * What a busy n8n answers before it does anything: its database has to wake up, or it gave up a regular expression of its
 * own, for which it takes only so long.
 */
const isBusy = (status: number, text: string) =>
	(status === 503 && /Database is not ready/.test(text)) ||
	(status === 500 && /Regular expression execution timed out/.test(text));

async function request(
	url: string,
	method: string,
	path: string,
	headers: Record<string, string>,
	body: unknown,
) {
	const ask = async () => {
		// A busy n8n may have just closed a kept-alive connection.
		const response = await fetch(`${url}${path}`, {
			method,
			headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch((cause: unknown) => {
			throw new Error(`n8n didn't answer ${method} ${path}.`, { cause });
		});
		return { response, text: await response.text() };
	};
	const { response, text } = await poll(
		async () => {
			const asked = await ask();
			return isBusy(asked.response.status, asked.text) ? undefined : asked;
		},
		{ onTimeout: () => `n8n is too busy for ${method} ${path}.` },
	);
	const answer: unknown =
		/json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text;
	if (!response.ok) throw new N8nRequestError(method, path, response.status, answer);
	return { answer, response };
}

const dataOf = (answer: unknown) =>
	typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;

/** Logs the owner in, and creates a key for the public API. n8n takes five logins in five minutes. */
export async function logIn(url: string, { email, password }: Owner): Promise<Access> {
	const login = await request(url, 'POST', '/rest/login', {}, { emailOrLdapLoginId: email, password });
	const cookie = login.response.headers
		.getSetCookie()
		.map((each) => each.split(';')[0])
		.join('; ');
	const { editor } = openSession({ url, cookie, apiKey: '' });
	const scopes = await editor('GET', '/rest/api-keys/scopes');
	const label = `tests ${Date.now()}`;
	const key = (await editor('POST', '/rest/api-keys', { label, scopes, expiresAt: null })) as {
		rawApiKey: string;
	};
	return { url, cookie, apiKey: key.rawApiKey };
}

export function openSession(access: Access): N8nSession {
	const { url, cookie, apiKey } = access;
	return {
		url,
		access,
		editor: async (method, path, body) => dataOf((await request(url, method, path, { cookie }, body)).answer),
		publicApi: async (method, path, body) =>
			(await request(url, method, `/api/v1${path}`, { 'x-n8n-api-key': apiKey }, body)).answer,
	};
}
