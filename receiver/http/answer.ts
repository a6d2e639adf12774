import type { ServerResponse } from 'node:http';
import type { Runtime } from '../../base';
import type { Incident, Tell } from '../incidents';
import type { Metrics, RejectionReason } from './metrics';

/** What to answer: JSON, or a text with its type. */
export interface Answer {
	status: number;
	body: Record<string, unknown> | string;
	headers?: Record<string, string>;
	/** Whether the connection ends with it, although the request may not have come to its end. */
	hangUp?: true;
	/** Whether the connection ends if the request doesn't come to its end soon. */
	endsSoon?: true;
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = 'application/json; charset=utf-8';

/** How long what still comes is let through unread, so that the client sees the answer before the connection ends. ms */
const LINGER = 1_000;

/** An answer as text, with its headers. */
export function written({ body, headers }: Omit<Answer, 'status'>) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const type: Record<string, string> = typeof body === 'string' ? TEXT : { 'content-type': JSON_TYPE };
	return {
		text,
		headers: {
			...type,
			'content-length': String(Buffer.byteLength(text)),
			'x-content-type-options': 'nosniff',
			...headers,
		},
	};
}

/** Ends the connection after the answer, once the request has come to its end or the time for that is over. */
function hangUp(response: ServerResponse, text: string, runtime: Runtime): void {
	const { req: request } = response;
	if (request.complete) return void response.end(text);
	response.write(text);
	const end = () => {
		cancel();
		response.end();
	};
	const cancel = runtime.after(LINGER, end, 'background');
	request.resume().once('end', end).once('close', end);
}

/** Ends the connection if the request still hasn't come to its end when the time for that is over. */
function endSoon({ req: request }: ServerResponse, runtime: Runtime): void {
	if (request.complete) return;
	const { socket } = request;
	const cancel = runtime.after(LINGER, () => socket.destroy(), 'background');
	request.once('end', cancel);
	socket.once('close', cancel);
}

/** Hangs up on a client that doesn't read its answer in time. */
function watchReading(response: ServerResponse, answerTimeout: number, runtime: Runtime): void {
	const { socket } = response;
	if (!socket || socket.writableLength === 0) return;
	const cancel = runtime.after(answerTimeout, () => socket.destroy(), 'background');
	response.once('close', cancel);
}

/** Sends an answer. @param answerTimeout how long the client may take to read it. ms */
export function sendAnswer(
	response: ServerResponse,
	answer: Answer,
	{ answerTimeout, runtime }: { answerTimeout: number; runtime: Runtime },
): void {
	if (response.destroyed || response.req.socket.destroyed) return;
	const { text, headers } = written(answer);
	response.writeHead(answer.status, answer.hangUp ? { ...headers, connection: 'close' } : headers);
	if (answer.hangUp) hangUp(response, text, runtime);
	else response.end(text);
	if (answer.endsSoon) endSoon(response, runtime);
	watchReading(response, answerTimeout, runtime);
}

/** Counts and tells of a request that gets no 200. @returns its answer */
export type Reject = (reason: RejectionReason, answer: Answer, incident?: Partial<Incident>) => Answer;

/** The answer to what is not taken. */
export const refused = (status: number, error: string, headers?: Record<string, string>): Answer => ({
	status,
	body: { error },
	headers,
});

/** The answer if nobody knows what is wrong. */
export const FAILED = refused(503, 'The receiver failed. Send the delivery again.');

export function createReject(metrics: Metrics, tell: Tell): Reject {
	return (reason, answer, incident = {}) => {
		metrics.rejected(reason);
		const { error } = answer.body as { error: string };
		const { status } = answer;
		tell(reason, { level: 'warn', event: 'rejected', message: error, ...incident, reason, status });
		return answer;
	};
}
