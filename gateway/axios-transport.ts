import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { AxiosError } from 'axios';
import { MINUTE, onceLoaded, SECOND } from '../base';
import type { GatewayRequest, Transport } from './transport';
import { ANSWER_BYTES, jsonOrText, streamOrError, tooLong, TransportError } from './transport';
import { publicLookup } from './hosts';

export interface AxiosTransportOptions {
	/** How long the gateway may be silent. The client bounds the whole call. ms */
	timeout?: number;
	/** How many connections there are at most. They are opened as they are needed, and kept. */
	connections?: number;
	/**
	 * How long an unused connection is kept, or less if the gateway announces that it closes it sooner
	 * (`Keep-Alive: timeout=…`). If a message is sent just when the gateway closes its connection, nobody learns whether
	 * it arrived. ms
	 */
	unusedFor?: number;
}

/** Most servers keep a connection for 5 s or longer. ms */
const UNUSED_FOR = 4 * SECOND;

/**
 * Makes an agent close a connection that nobody has used for so long (ms). The agent's own option would also bound how
 * long opening a connection may take.
 */
function closingUnused<Kind extends HttpAgent>(agent: Kind, unusedFor: number): Kind {
	const unused = Object.create(agent, { options: { value: { timeout: unusedFor } } }) as Kind;
	const { keepSocketAlive } = agent;
	agent.keepSocketAlive = (socket) => keepSocketAlive.call(unused, socket);
	return agent;
}

/** What axios throws if there is no response. */
const isAxiosError = (error: unknown): error is AxiosError => (error as AxiosError).isAxiosError === true;

/** Whether there was an answer that is longer than it may be: axios has no code for it. */
const isTooLong = ({ message }: AxiosError) => message.startsWith('maxContentLength');

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
	unusedFor = UNUSED_FOR,
}: AxiosTransportOptions = {}): Transport {
	const agent = {
		keepAlive: true,
		// The same value as in axios: otherwise the two change it back and forth with every request.
		keepAliveMsecs: MINUTE,
		maxSockets: connections,
		maxFreeSockets: connections,
		proxyEnv: process.env,
	};

	/**
	 * Loaded with the first request, so that n8n starts faster if its own helper makes them. Asks the adapter without
	 * what axios puts around it (merged settings, interceptors, transformers): a third less processor time a request
	 * (`npm run bench -- send`).
	 */
	const opened = onceLoaded(async () => {
		const { default: axios, AxiosHeaders } = await import('axios');
		const carry = axios.getAdapter('http');
		const settings = {
			...axios.defaults,
			timeout,
			httpAgent: closingUnused(new HttpAgent(agent), unusedFor),
			httpsAgent: closingUnused(new HttpsAgent(agent), unusedFor),
			validateStatus: () => true,
			maxRedirects: 0,
		};
		return ({ method, url, headers, query, body, answer, ...bounds }: GatewayRequest) => {
			const { maxBytes, publicUnlessIn, signal } = bounds;
			const isJson = body !== undefined && !Buffer.isBuffer(body);
			const type = isJson && { 'content-type': 'application/json' };
			return carry({
				...settings,
				method,
				url,
				params: query,
				signal,
				...(publicUnlessIn !== undefined && {
					lookup: publicLookup(new URL(url).hostname, publicUnlessIn) as never,
				}),
				...(answer === 'stream'
					? { responseType: 'stream' }
					: { responseType: 'text', maxContentLength: maxBytes ?? ANSWER_BYTES }),
				headers: new AxiosHeaders({ ...type, ...headers }),
				data: isJson ? JSON.stringify(body) : body,
			});
		};
	});

	return async (request) => {
		const send = await opened();
		try {
			const response = await send(request);
			const { status, data } = response;
			return {
				status,
				headers: plainHeaders(response.headers),
				body:
					request.answer === 'stream'
						? await streamOrError(status, data as Readable)
						: jsonOrText(data as string),
			};
		} catch (error) {
			if (!isAxiosError(error)) throw error;
			if (isTooLong(error)) throw tooLong(request.maxBytes ?? ANSWER_BYTES);
			throw new TransportError(error.message, error.code);
		}
	};
}
