import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Runtime } from '../base';
import { asPath, backoffAfter, dottedPath, SECOND, sleep } from '../base';
import type { ProviderProfile } from '../platform';
import { CALL_TIME, successAnswer, urlAt } from '../platform';
import { GatewayError, hiderOf } from './gateway-error';
import type { MediaHost } from './media-hosts';
import { admissions, MEDIA_HOSTS } from './media-hosts';
import type { Form, GatewayRequest, GatewayResponse, Transport } from './transport';
import { encodeForm, TransportError } from './transport';

/** What is left of a response that took too long. */
const tooLate = (ms: number) =>
	new TransportError(`The response wasn't complete after ${ms / 1_000} seconds.`, undefined);

/**
 * Does something that has to be over after so long (ms), and aborts it then.
 * @throws TransportError if it isn't, even if it doesn't listen to the signal
 */
function within<Result>(
	runtime: Runtime,
	ms: number,
	act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	return new Promise((resolve, reject) => {
		const give = () => {
			reject(tooLate(ms));
			controller.abort();
		};
		const cancel = runtime.after(ms, give, 'background');
		void act(controller.signal).then(resolve, reject).finally(cancel);
	});
}

/** What the gateway's clock said, in the `Date` header of an answer. */
export interface ClockReading {
	/** Epoch ms */
	gatewayTime: number;
	/** When it was read, on the local clock. Epoch ms */
	readAt: number;
	/** Whether this clock can jump: an emulator's virtual clock says so in a header. */
	virtual: boolean;
}

/** A `Date` has whole seconds; what an emulator says beside it is used if it agrees. Epoch ms */
const preciseTime = (date: number, said: number): number =>
	Math.floor(said / SECOND) * SECOND === date ? said : date;

interface ConnectionOptions {
	baseUrl: string;
	apiKey: string;
	profile: ProviderProfile;
	transport: Transport;
	runtime: Runtime;
	/** Where files may be downloaded besides the gateway; the platform's CDN if left out or empty. */
	mediaHosts?: readonly MediaHost[];
}

/** Part of nearly every body. */
export const PRODUCT = { messaging_product: 'whatsapp' };

/** One call of the gateway, before address and key are put to it. */
interface Call<Schema extends z.ZodType> extends Pick<GatewayRequest, 'kind' | 'method' | 'query' | 'body'> {
	path: string;
	/** Sent as multipart/form-data, instead of `body`. */
	form?: Form;
	answer: Schema;
	/** The most bytes of the answer, decompressed. 1 MB by default. */
	maxBytes?: number;
}

/** Bytes that come from the gateway. The caller has to read the stream or destroy it. */
export interface Stream {
	request: GatewayRequest;
	headers: GatewayResponse['headers'];
	body: Readable;
}

/**
 * Carries calls to one gateway with one key, bounds how long and how large the answers are, checks them, and reads the
 * gateway's clock from them.
 */
export interface Connection {
	call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.output<Schema>>;
	/**
	 * Gets a URL, with the key if its host gets it: the bytes of a successful answer as they come. Follows redirects.
	 * @throws InvalidRequest if files may not be downloaded from a host
	 */
	stream(url: string, query?: GatewayRequest['query']): Promise<Stream>;
	clock(): ClockReading | undefined;
	/** Takes the key out of what an error keeps or shows. */
	hideKey<Value>(value: Value): Value;
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

/** How long a file may take in all: 100 MB at less than 200 KB a second. ms */
const FILE_TIME = 600_000;

/** How often a download may be sent to another URL. */
const MOST_REDIRECTS = 3;

/** The URL that a download is sent on to, if it is. */
function redirectOf(request: GatewayRequest, { status, headers }: GatewayResponse): string | undefined {
	const isRedirect = request.answer === 'stream' && [301, 302, 303, 307, 308].includes(status);
	const { location = '' } = headers;
	return isRedirect && URL.canParse(location, request.url) ? new URL(location, request.url).href : undefined;
}

export function openConnection({
	baseUrl,
	apiKey,
	profile,
	transport,
	runtime,
	mediaHosts,
}: ConnectionOptions): Connection {
	const base = baseUrl.trim().replace(/\/+$/, '');
	const hideKey = hiderOf(apiKey);
	const admissionOf = admissions(base, mediaHosts);
	let clock: ClockReading | undefined;

	function readClock(headers: Record<string, string | undefined>) {
		const date = Date.parse(headers.date ?? '');
		if (Number.isNaN(date)) return;
		const virtual = headers['x-virtual-clock'];
		const gatewayTime = virtual === undefined ? date : preciseTime(date, Number(virtual));
		clock = { gatewayTime, readAt: runtime.now(), virtual: virtual !== undefined };
	}

	const refusal = (request: GatewayRequest, response: GatewayResponse) =>
		GatewayError.fromResponse(request, { ...response, body: hideKey(response.body) });

	/** The answer to a request, if it succeeds, or sends to another URL. @throws GatewayError */
	async function carry(request: GatewayRequest): Promise<GatewayResponse> {
		const response = await transport(request);
		// A file may come from another host, whose clock counts for nothing.
		if (request.url.startsWith(`${base}/`)) readClock(response.headers);
		if (redirectOf(request, response) !== undefined) return response;
		if (response.status < 200 || response.status > 299) throw refusal(request, response);
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

	/** Does something for a request, in time. @throws GatewayError */
	function inTime<Result>(
		request: GatewayRequest,
		ms: number,
		act: (request: GatewayRequest) => Promise<Result>,
	): Promise<Result> {
		return within(runtime, ms, (signal) => act({ ...request, signal })).catch((error: unknown) => {
			if (!(error instanceof TransportError)) throw error;
			const { maybeSent, message } = error;
			throw GatewayError.fromTransport(request, { maybeSent, message: hideKey(message) });
		});
	}

	/** @throws InvalidRequest if files may not be downloaded there */
	function requestOfFile(url: string, query?: GatewayRequest['query']): GatewayRequest {
		const { sendKey, mayBePrivate } = admissionOf(url);
		const headers = { ...(sendKey && { [profile.apiKeyHeader]: apiKey }), accept: '*/*' };
		return {
			method: 'GET',
			url,
			headers,
			query,
			answer: 'stream',
			...(!mayBePrivate && { publicUnlessIn: MEDIA_HOSTS }),
		};
	}

	return {
		baseUrl: base,
		profile,
		clock: () => clock,
		hideKey,
		async call({ kind, method, path, query, body: given, form, answer, maxBytes }) {
			const encoded = form && (await encodeForm(form));
			const headers = {
				[profile.apiKeyHeader]: apiKey,
				accept: 'application/json',
				...(encoded && { 'content-type': encoded.contentType }),
			};
			const url = urlAt(base, path);
			const content = { query, body: encoded?.body ?? given };
			const request: GatewayRequest = { kind, method, url, headers, ...content, maxBytes };
			const response = await inTime(request, form ? FILE_TIME : CALL_TIME, carryAgain);
			const parsed = answer.safeParse(response.body);
			if (parsed.success) return parsed.data;
			const problems = parsed.error.issues.map(
				({ path: at, message }) => `${dottedPath(asPath(at)) || 'the body'}: ${message}`,
			);
			const body = hideKey(response.body);
			throw GatewayError.fromUnknownAnswer(request, { ...response, body }, hideKey(problems.join('; ')));
		},
		async stream(url, query) {
			let request = requestOfFile(url, query);
			for (let redirects = 0; ; redirects += 1) {
				const response = await inTime(request, CALL_TIME, carry);
				const redirect = redirectOf(request, response);
				if (redirect === undefined) {
					const body = response.body as Readable;
					const cancel = runtime.after(FILE_TIME, () => body.destroy(tooLate(FILE_TIME)), 'background');
					body.once('close', cancel);
					return { request, headers: response.headers, body };
				}
				if (redirects === MOST_REDIRECTS) throw refusal(request, response);
				request = requestOfFile(redirect);
			}
		},
	};
}

/**
 * The gateway can answer 200 and say in the body that nothing was done: that is an error too.
 * @throws GatewayError with what the body says
 */
export function doneOrError(
	{ baseUrl, hideKey }: Pick<Connection, 'baseUrl' | 'hideKey'>,
	{ method, path }: Pick<GatewayRequest, 'method'> & { path: string },
	isDone: boolean,
	body: unknown,
): void {
	if (isDone) return;
	const request = { method, url: urlAt(baseUrl, path), headers: {} };
	throw GatewayError.fromResponse(request, { status: 200, headers: {}, body: hideKey(body) });
}

/** Makes a call that changes something. @throws GatewayError, also if the answer is `{ success: false }` */
export async function act(
	connection: Connection,
	request: Omit<Call<typeof successAnswer>, 'answer'>,
): Promise<{ success: true }> {
	const answer = await connection.call({ ...request, answer: successAnswer });
	doneOrError(connection, request, answer.success, answer);
	return { success: true };
}
