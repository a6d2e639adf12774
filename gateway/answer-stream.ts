import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { TransportError } from './transport';

/** What a text holds: its JSON, else the text itself. */
export function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The error of a stream that broke, as one of the transport. */
export function brokenStream(error: unknown): TransportError {
	const { message, code } = error as NodeJS.ErrnoException;
	return new TransportError(message, code);
}

/** Reads a stream to its end: its JSON, else its text. @throws TransportError where it breaks */
export async function readParsed(stream: Readable): Promise<unknown> {
	const content = await buffer(stream).catch((error: unknown) => {
		throw brokenStream(error);
	});
	return jsonOrText(content.toString('utf8'));
}

/** The body of an answer that was asked for as a stream: the stream itself for success, parsed for an error. */
export async function streamOrError(status: number, stream: Readable): Promise<unknown> {
	return status >= 200 && status <= 299 ? stream : readParsed(stream);
}
