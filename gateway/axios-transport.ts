import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { AxiosError, AxiosInstance } from 'axios';
import { streamOrError } from './answer-stream';
import type { Transport } from './transport';
import { TransportError } from './transport';

export interface AxiosTransportOptions {
	/** How long an answer may take. ms */
	timeout?: number;
	/** How many connections there are at most. They are opened as they are needed, and kept. */
	connections?: number;
}

/** What axios throws where no answer came. */
const isAxiosError = (error: unknown): error is AxiosError => (error as AxiosError).isAxiosError === true;

/** Headers of an answer with names in lower case and one value each. */
export function plainHeaders(headers: object): Record<string, string | undefined> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			value === undefined ? undefined : String(value),
		]),
	);
}

/**
 * A transport over axios that keeps its connections open. It goes through the proxy that HTTP_PROXY, HTTPS_PROXY and
 * NO_PROXY name, as the agents of Node 24 do it (axios leaves it to them), and trusts what NODE_EXTRA_CA_CERTS adds.
 */
export function axiosTransport({
	timeout = 30_000,
	connections = 1_000,
}: AxiosTransportOptions = {}): Transport {
	const agent = {
		keepAlive: true,
		maxSockets: connections,
		maxFreeSockets: connections,
		proxyEnv: process.env,
	};
	let opening: Promise<AxiosInstance> | undefined;

	/** Loaded with the first request: n8n starts faster where its own helper does them. */
	async function open(): Promise<AxiosInstance> {
		const { default: axios } = await import('axios');
		return axios.create({
			timeout,
			httpAgent: new HttpAgent(agent),
			httpsAgent: new HttpsAgent(agent),
			validateStatus: () => true,
			maxRedirects: 0,
		});
	}

	return async ({ method, url, headers, query, body, answer }) => {
		const asStream = answer === 'stream' && ({ responseType: 'stream' } as const);
		const request = { method, url, headers, params: query, data: body, ...asStream };
		const client = await (opening ??= open());
		try {
			const response = await client.request<unknown>(request);
			const { status, data } = response;
			return {
				status,
				headers: plainHeaders(response.headers),
				body: answer === 'stream' ? await streamOrError(status, data as Readable) : data,
			};
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			throw new TransportError(error.message, error.code);
		}
	};
}
