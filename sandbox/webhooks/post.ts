import { createHmac } from 'node:crypto';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';

const ANSWER_TIMEOUT_MS = 10_000;
const SOCKETS = 64;

/** HMAC-SHA256 of `body` under `secret`, in bare lower-case hex (docs/interface.md, Delivery). */
export function signature(body: string, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** Posts webhook bodies over kept-alive connections; `close` cuts them all. */
export class Poster {
	readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
	readonly #secureAgent = new SecureAgent({ keepAlive: true, maxSockets: SOCKETS });
	readonly #inFlight = new Set<ClientRequest>();

	/** The receiver's status and body. Rejects when no answer came. */
	post(
		url: string,
		body: string,
		headers: Record<string, string>,
	): Promise<{ status: number; text: string }> {
		return this.#exchange('POST', url, headers, body);
	}

	/** Gets `url`, for the verification challenge. */
	get(url: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
		return this.#exchange('GET', url, headers);
	}

	/** Ends all connections and requests at once. */
	close(): void {
		for (const request of this.#inFlight) request.destroy();
		this.#agent.destroy();
		this.#secureAgent.destroy();
	}

	#exchange(method: string, url: string, headers: Record<string, string>, body?: string) {
		return new Promise<{ status: number; text: string }>((resolve, reject) => {
			const secure = url.startsWith('https:');
			const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
			const options = {
				method,
				agent: secure ? this.#secureAgent : this.#agent,
				headers: { ...headers, ...length },
				timeout: ANSWER_TIMEOUT_MS,
			};
			const request = (secure ? httpsRequest : httpRequest)(url, options);
			this.#inFlight.add(request);
			request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)));
			request.on('close', () => this.#inFlight.delete(request));
			request.on('error', reject);
			request.on('response', (response) => {
				readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
			});
			request.end(body);
		});
	}
}

async function readText(response: IncomingMessage): Promise<string> {
	response.setEncoding('utf8');
	let text = '';
	for await (const chunk of response) text += String(chunk);
	return text;
}

/** Asks `url` to answer the verification challenge, and returns whether it did (docs/interface.md, Delivery). */
export async function answersChallenge(
	poster: Poster,
	url: string,
	verifyToken: string,
	headers: Record<string, string>,
): Promise<boolean> {
	const challenge = String(1e9 + Math.floor(Math.random() * 1e9));
	const asked = new URL(url);
	asked.searchParams.set('hub.mode', 'subscribe');
	asked.searchParams.set('hub.challenge', challenge);
	asked.searchParams.set('hub.verify_token', verifyToken);
	const answer = await poster.get(asked.href, headers).catch(() => undefined);
	return answer?.status === 200 && answer.text.trim() === challenge;
}
