import type { Sandbox } from '../../../sandbox';
import type { AnswerBody } from './wire';

export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly body: AnswerBody;
}

/** A bare HTTP client of the sandbox. */
export function clientOf(
	sandbox: Sandbox,
	headers: Record<string, string> = { 'SVC-API-KEY': sandbox.apiKey },
) {
	const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
		const response = await fetch(sandbox.url + path, {
			method,
			headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return {
			status: response.status,
			headers: response.headers,
			body: JSON.parse(text || '{}') as AnswerBody,
		};
	};
	const message = (to: string, fields: object) =>
		call('POST', '/messages', { messaging_product: 'whatsapp', to, ...fields });
	return {
		call,
		get: (path: string) => call('GET', path),
		post: (path: string, body?: unknown) => call('POST', path, body),
		delete: (path: string, body?: unknown) => call('DELETE', path, body),
		message,
		text: (to: string, body = 'Hi', fields: object = {}) =>
			message(to, { type: 'text', text: { body }, ...fields }),
		template: (to: string, name: string, fields: object = {}, language = 'en_US') =>
			message(to, { type: 'template', template: { name, language: { code: language } }, ...fields }),
		setWebhook: (url: string) => call('POST', '/v1/configs/webhook', { url }),
	};
}

export type Client = ReturnType<typeof clientOf>;
