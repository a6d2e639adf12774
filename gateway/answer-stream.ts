import type { Readable } from 'node:stream';
import { ANSWER_BYTES } from './bounds';
import { TransportError } from './transport';

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
