import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Runtime } from '../base';
import { backoffAfter, sleep } from '../base';
import type { ProviderProfile } from '../platform';
import type { Form } from './form';
import { encodeForm } from './form';
import { GatewayError } from './gateway-error';
import type { GatewayRequest, GatewayResponse, Transport } from './transport';
import { TransportError } from './transport';

/** What the gateway's clock said, in the `Date` header of an answer. */
export interface ClockReading {
	/** Epoch ms */
	gatewayTime: number;
	/** When it was read, on the local clock. Epoch ms */
	readAt: number;
	/** Whether this clock can jump: an emulator's virtual clock says so in a header. */
	virtual: boolean;
}

export interface ConnectionOptions {
	baseUrl: string;
	apiKey: string;
	profile: ProviderProfile;
	transport: Transport;
	runtime: Runtime;
}

/** One call of the gateway, before address and key are put to it. */
export interface Call<Schema extends z.ZodType> extends Pick<
	GatewayRequest,
	'kind' | 'method' | 'query' | 'body'
> {
	path: string;
	/** Sent as multipart/form-data, instead of `body`. */
	form?: Form;
	answer: Schema;
}

/** Bytes that come from the gateway. The caller has to read the stream or destroy it. */
export interface Stream {
	request: GatewayRequest;
	headers: GatewayResponse['headers'];
	body: Readable;
}

/** Carries calls to one gateway with one key, checks what comes back, and reads the gateway's clock from it. */
export interface Connection {
	call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>>;
	/** Gets a URL with the key: the bytes of a successful answer as they come. */
	stream(url: string, query?: GatewayRequest['query']): Promise<Stream>;
	clock(): ClockReading | undefined;
	/** Without a slash at its end. */
	baseUrl: string;
	profile: ProviderProfile;
}

/** How often a call that only reads is tried, and how long to wait between tries. */
const READ_TRIES = 3;
const READ_BACKOFF = { first: 250, most: 1_000 };

/** Only answers count: without one each try could take as long as the timeout. */
const isWorthAnotherTry = (error: unknown) =>
	error instanceof GatewayError &&
	error.call === 'read' &&
	error.status !== undefined &&
	(error.effect === 'retry' || error.effect === 'slow-number');

export function openConnection({
	baseUrl,
	apiKey,
	profile,
	transport,
	runtime,
}: ConnectionOptions): Connection {
	const base = baseUrl.trim().replace(/\/+$/, '');
	if (!URL.canParse(base)) {
		throw new Error(`The base URL "${baseUrl}" isn't a URL. Use a URL such as https://gateway.example.com`);
	}
	let clock: ClockReading | undefined;

	function readClock(headers: Record<string, string | undefined>) {
		const gatewayTime = Date.parse(headers.date ?? '');
		if (Number.isNaN(gatewayTime)) return;
		clock = { gatewayTime, readAt: runtime.now(), virtual: headers['x-virtual-clock'] !== undefined };
	}

	/** The answer to a request, if it succeeds. @throws GatewayError */
	async function carry(request: GatewayRequest): Promise<GatewayResponse> {
		const response = await transport(request).catch((error: unknown) => {
			throw error instanceof TransportError ? GatewayError.fromTransport(request, error) : error;
		});
		// A file may come from another host, whose clock counts for nothing.
		if (request.url.startsWith(`${base}/`)) readClock(response.headers);
		if (response.status < 200 || response.status > 299) throw GatewayError.fromResponse(request, response);
		return response;
	}

	/** Carries a request; one that only reads is tried again while the gateway has trouble. @throws GatewayError */
	async function carryAgain(request: GatewayRequest): Promise<GatewayResponse> {
		for (let failures = 1; ; failures += 1) {
			try {
				return await carry(request);
			} catch (error) {
				if (!isWorthAnotherTry(error) || failures >= READ_TRIES) throw error;
				await sleep(runtime, backoffAfter(READ_BACKOFF, failures));
			}
		}
	}

	return {
		baseUrl: base,
		profile,
		clock: () => clock,
		async call({ kind, method, path, query, body, form, answer }) {
			const encoded = form && (await encodeForm(form));
			const headers = {
				[profile.apiKeyHeader]: apiKey,
				accept: 'application/json',
				...(encoded && { 'content-type': encoded.contentType }),
			};
			const url = `${base}${path}`;
			const request: GatewayRequest = { kind, method, url, headers, query, body: encoded?.body ?? body };
			const response = await carryAgain(request);
			const parsed = answer.safeParse(response.body);
			if (parsed.success) return parsed.data;
			const problems = parsed.error.issues.map(
				({ path: at, message }) => `${at.join('.') || 'the body'}: ${message}`,
			);
			throw GatewayError.fromUnknownAnswer(request, response, problems.join('; '));
		},
		async stream(url, query) {
			const headers = { [profile.apiKeyHeader]: apiKey, accept: '*/*' };
			const request: GatewayRequest = { method: 'GET', url, headers, query, answer: 'stream' };
			const { body, headers: answered } = await carry(request);
			return { request, headers: answered, body: body as Readable };
		},
	};
}
