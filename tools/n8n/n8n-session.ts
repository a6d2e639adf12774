import type { Owner } from './environment';

/** n8n answered a request of ours with an error. */
export class N8nRequestError extends Error {
	constructor(
		readonly method: string,
		readonly path: string,
		readonly status: number,
		readonly body: unknown,
	) {
		super(`${method} ${path} was answered ${status}: ${messageOf(body)}`);
		this.name = 'N8nRequestError';
	}
}

const messageOf = (body: unknown) =>
	typeof body === 'object' && body !== null && 'message' in body
		? String(body.message)
		: JSON.stringify(body);

export interface N8nSession {
	url: string;
	/** A call as the editor makes it, to a path such as `/rest/workflows`; gives its `data`. */
	editor(method: string, path: string, body?: unknown): Promise<unknown>;
	/** A call of the public API, to a path such as `/executions/1`. */
	publicApi(method: string, path: string, body?: unknown): Promise<unknown>;
}

async function request(
	url: string,
	method: string,
	path: string,
	headers: Record<string, string>,
	body: unknown,
) {
	const json = body === undefined ? {} : { body: JSON.stringify(body) };
	// A connection that is kept may be one that a busy n8n has just given up.
	const response = await fetch(`${url}${path}`, {
		method,
		headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
		...json,
	});
	const text = await response.text();
	const answer: unknown =
		/json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text;
	if (!response.ok) throw new N8nRequestError(method, path, response.status, answer);
	return { answer, response };
}

const dataOf = (answer: unknown) =>
	typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;

/** Logs the owner in and makes an API key for the public API. */
export async function openSession(url: string, { email, password }: Owner): Promise<N8nSession> {
	const login = await request(url, 'POST', '/rest/login', {}, { emailOrLdapLoginId: email, password });
	const cookie = login.response.headers
		.getSetCookie()
		.map((each) => each.split(';')[0])
		.join('; ');
	const editor = async (method: string, path: string, body?: unknown) =>
		dataOf((await request(url, method, path, { cookie }, body)).answer);

	const scopes = await editor('GET', '/rest/api-keys/scopes');
	const label = `host ${Date.now()}`;
	const key = (await editor('POST', '/rest/api-keys', { label, scopes, expiresAt: null })) as {
		rawApiKey: string;
	};
	const publicApi = async (method: string, path: string, body?: unknown) =>
		(await request(url, method, `/api/v1${path}`, { 'x-n8n-api-key': key.rawApiKey }, body)).answer;
	return { url, editor, publicApi };
}
