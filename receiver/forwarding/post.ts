import type { Readable } from 'node:stream';
import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { QueuedForward } from '../../engine';
import type { Transport } from '../../gateway';

/** How long a target may take. ms */
export const POST_TIMEOUT = 10_000;

/** Answers of what stands in front of a target, or of one that is in trouble: they say nothing about the delivery. */
const OF_TROUBLE: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** What became of a try: it was passed on unless there is an error. */
export interface Tried {
	delivery: QueuedForward;
	error?: string;
	/** Whether the target itself answered that it doesn't take this delivery. */
	refused?: boolean;
}

const isRedirect = (status: number) => status >= 300 && status <= 399;

/** Lets the rest of an answer through, so that its connection can be used again. */
function letThrough(body: unknown, done: () => void): void {
	(body as Readable).on('error', done).once('close', done).resume();
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
			...{ method: 'POST', url, headers: delivery.headers, publicUnlessIn, answer: 'stream' },
			body: Buffer.from(delivery.body),
			signal: AbortSignal.any([signal, giveUp.signal]),
		});
		if (status >= 200 && status <= 299) {
			letThrough(body, late);
			return { delivery };
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
