import type { Runtime } from '../../base';
import type { DueWait } from '../../engine';
import type { PostAnswer } from './post-result';

/** How long n8n may take to continue an execution. ms */
const TIMEOUT = 15_000;

/** How much of an answer is read: n8n says in a line what it makes of a post. bytes */
export const POST_ANSWER_BYTES = 64 * 1_024;

/** The beginning of an answer. The rest of it isn't received. */
async function readStart({ body }: Response): Promise<Pick<PostAnswer, 'text' | 'cut'>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = body?.getReader();
	while (reader && size <= POST_ANSWER_BYTES) {
		const { value, done } = await reader.read();
		if (done) break;
		chunks.push(value);
		size += value.length;
	}
	if (size > POST_ANSWER_BYTES) await reader?.cancel();
	const text = Buffer.concat(chunks).subarray(0, POST_ANSWER_BYTES).toString('utf8');
	return { text, ...(size > POST_ANSWER_BYTES && { cut: true }) };
}

/**
 * Posts a wait to the execution. What the customer answered stays in the store.
 * @throws if nobody answers in time, or when the signal ends it
 */
export async function postWait(
	{ id, resumeUrl }: DueWait,
	runtime: Runtime,
	signal: AbortSignal,
): Promise<PostAnswer> {
	const inTime = new AbortController();
	const cancel = runtime.after(TIMEOUT, () => inTime.abort(), 'background');
	try {
		const response = await fetch(resumeUrl, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ wait: id }),
			redirect: 'manual',
			signal: AbortSignal.any([inTime.signal, signal]),
		});
		return { status: response.status, ...(await readStart(response)) };
	} finally {
		cancel();
	}
}
