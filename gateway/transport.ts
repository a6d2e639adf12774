import type { Readable } from 'node:stream';
import type { CallKind } from '../platform';

/** Longest answer that isn't a list or a file, decompressed. bytes */
export const ANSWER_BYTES = 1_024 * 1_024;

/** Longest page of a list, decompressed: the longest one of templates that there can be is a few of them. bytes */
export const LIST_BYTES = 16 * ANSWER_BYTES;

/** A request to the gateway. */
export interface GatewayRequest {
	/** By the method if left out: GET reads, everything else writes. */
	kind?: CallKind;
	method: 'GET' | 'POST' | 'DELETE';
	url: string;
	/** With the API key, unless it isn't sent there: a transport adds none. */
	headers: Record<string, string>;
	query?: Record<string, string | number>;
	/** Sent as JSON; a Buffer goes out as it is, with the content type of the headers. */
	body?: unknown;
	/** How the body of a 2xx answer is returned: parsed (if left out), or as a `Readable` of its bytes. */
	answer?: 'parsed' | 'stream';
	/** The most bytes of a parsed answer, decompressed. A longer one isn't read any further. 1 MB if left out. */
	maxBytes?: number;
	/**
	 * The host must not have a private address: the field in which it could be named for that, for the error. A transport
	 * that can't see the addresses leaves this out.
	 */
	publicUnlessIn?: string;
	/** The answer no longer matters: the connection can be closed. */
	signal?: AbortSignal;
}

/** An answer of the gateway, whatever its status. */
export interface GatewayResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string | undefined>;
	/** The parsed JSON, otherwise the text; a `Readable` if a stream was requested and the status is 2xx. */
	body: unknown;
}

/**
 * Sends one request. It resolves for every status, and rejects with a `TransportError` only if there was no
 * answer, or none that may be read to its end. It doesn't follow redirects.
 */
export type Transport = (request: GatewayRequest) => Promise<GatewayResponse>;

export const kindOf = ({ kind, method }: Pick<GatewayRequest, 'kind' | 'method'>): CallKind =>
	kind ?? (method === 'GET' ? 'read' : 'write');

/** Errors that prove that the request did not reach the gateway: no connection, no trust, or no request at all. */
const NOT_SENT: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_INVALID_CHAR',
	'ERR_INVALID_URL',
	'ERR_INVALID_PROTOCOL',
	'ERR_PRIVATE_ADDRESS',
]);

/** No answer came. */
export class TransportError extends Error {
	override readonly name = 'TransportError';
	/** Whether the request may have reached the gateway. */
	readonly maybeSent: boolean;

	constructor(message: string, errorCode: string | undefined) {
		super(message);
		this.maybeSent = !NOT_SENT.has(errorCode ?? '');
	}
}

/** The content of a text: its JSON, otherwise the text itself. */
export function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
	} catch {
		return text;
	}
}

/** The error of a stream that broke, as one of the transport. */
export function brokenStream(error: unknown): TransportError {
	if (error instanceof TransportError) return error;
	const { message, code } = error as NodeJS.ErrnoException;
	return new TransportError(message, code);
}

/** What is left of a response with more bytes than are allowed. */
export const tooLong = (most: number) =>
	new TransportError(`The response has more than ${most} bytes.`, undefined);

/** Reads a stream to its end: its JSON, otherwise its text. @throws TransportError if it breaks, or is too long */
export async function readParsed(stream: Readable, most = ANSWER_BYTES): Promise<unknown> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (bytes > most) throw tooLong(most);
			chunks.push(chunk);
		}
	} catch (error) {
		stream.destroy();
		throw brokenStream(error);
	}
	return jsonOrText(Buffer.concat(chunks).toString('utf8'));
}

/** The body of an answer that was asked for as a stream: the stream itself for success, parsed for an error. */
export async function streamOrError(status: number, stream: Readable): Promise<unknown> {
	return status >= 200 && status <= 299 ? stream : readParsed(stream);
}

/** A file on its way to the gateway. */
export interface OutgoingFile {
	content: Uint8Array;
	/** For example `image/jpeg`. */
	mimeType: string;
	/** `file` by default. */
	filename?: string;
}

/** A multipart body: texts, and one file. */
export interface Form {
	fields: Record<string, string | undefined>;
	file: OutgoingFile;
	/** The part with the file. */
	fileField: string;
}

/** A form as the bytes and the content type of a request, the same for every transport. */
export async function encodeForm({
	fields,
	file,
	fileField,
}: Form): Promise<{ body: Buffer; contentType: string }> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
	const blob = new Blob([new Uint8Array(file.content)], { type: file.mimeType });
	form.append(fileField, blob, file.filename ?? 'file');
	const encoded = new Response(form);
	return {
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type')!,
	};
}
