import type { Readable } from 'node:stream';
import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { QueuedForward } from '../../engine';
import type { Transport } from '../../gateway';

/** How long a target may take. ms */
export const POST_TIMEOUT = 10_000;

/** How long the rest of an answer may take that says that the delivery was taken, and how long it may be. ms, bytes */
const REST_TIMEOUT = 1_000;
export const ANSWER_BYTES = 64 * 1_024;

/** Answers of what stands in front of a target, or of one that is in trouble: they say nothing about the delivery. */
const OF_TROUBLE: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** What became of a try: it was passed on unless there is an error. */
export interface Tried {
	delivery: QueuedForward;
	error?: string;
	/** Whether the target itself answered that it doesn't take this delivery. */
	refused?: boolean;
	/** Whether the target took it and didn't end its answer, so that the connection was closed. */
	held?: boolean;
}

const isRedirect = (status: number) => status >= 300 && status <= 399;

/**
 * Lets the rest of an answer through, so that its connection can be used again. Closes the connection if that takes too
 * long: each would else be one more. Nobody needs what is in the answer.
 * @returns whether it was closed
 */
function letThrough(body: Readable, runtime: Runtime): Promise<boolean> {
	return new Promise((resolve) => {
		let size = 0;
		const cancel = runtime.after(REST_TIMEOUT, () => end(true), 'background');
		function end(held: boolean): void {
			cancel();
			if (held) body.destroy();
			resolve(held);
		}
		body.on('error', () => end(false));
		body.once('close', () => end(false));
		body.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > ANSWER_BYTES) end(true);
		});
	});
}

/** Posts a delivery as it came. Never rejects. */
export async function post(
	delivery: QueuedForward,
	to: { target: string; publicUnlessIn?: string },
	{ transport, runtime, signal }: { transport: Transport; runtime: Runtime; signal: AbortSignal },
): Promise<Tried> {
	const giveUp = new AbortController();
	const late = runtime.after(POST_TIMEOUT, () => giveUp.abort(), 'background');
	const { target: url, publicUnlessIn } = to;
	try {
		const { status, body } = await transport({
			method: 'POST',
			url,
			headers: delivery.headers,
			publicUnlessIn,
			answer: 'stream',
			body: Buffer.from(delivery.body),
			signal: AbortSignal.any([signal, giveUp.signal]),
		});
		if (status >= 200 && status <= 299) {
			const held = await letThrough(body as Readable, runtime);
			late();
			return { delivery, ...(held && { held }) };
		}
		late();
		const error = `It answered ${status}${isRedirect(status) ? ', and redirects are not followed' : ''}.`;
		return { delivery, error, refused: !OF_TROUBLE.has(status) };
	} catch (error) {
		late();
		const isLate = giveUp.signal.aborted;
		return {
			delivery,
			error: isLate ? `It didn't answer within ${POST_TIMEOUT / 1_000} s.` : errorText(error),
		};
	}
}
