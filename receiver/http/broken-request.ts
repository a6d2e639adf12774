import type { Duplex } from 'node:stream';
import { written } from './answer';

/** A request that isn't HTTP or arrives too slowly. */
export type BrokenRequest = { reason: 'malformed' | 'timeout'; status: 400 | 408 | 431; error: string };

/** What is wrong with a request that could not be read, by the code of the error. */
export function brokenBy(code: string | undefined): BrokenRequest {
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
		return { reason: 'timeout', status: 408, error: "The request didn't arrive in time." };
	if (code === 'HPE_HEADER_OVERFLOW')
		return { reason: 'malformed', status: 431, error: 'The request headers are too large.' };
	return { reason: 'malformed', status: 400, error: "The request isn't valid HTTP." };
}

const REASON_PHRASES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** If no request could be read, there is no response object: the answer is written to the connection itself. */
export function refuseConnection(socket: Duplex, { status, error }: BrokenRequest): void {
	const { text, headers } = written({ body: { error } });
	const lines = Object.entries({ ...headers, connection: 'close' }).map(
		([name, value]) => `${name}: ${value}`,
	);
	const head = [`HTTP/1.1 ${status} ${REASON_PHRASES[status]}`, ...lines].join('\r\n');
	socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}
