import type { Runtime } from '../../base';
import { HOUR } from '../../base';
import type { DueWait } from '../../engine';

/** What came back for a post: n8n's status and text, or nothing if nobody answered. */
export interface PostAnswer {
	status: number;
	/** Its beginning, if there was more than is read. */
	text: string;
	/** Whether there was more. */
	cut?: boolean;
}

/** How long n8n may take to continue an execution. ms */
const POST_TIMEOUT = 15_000;

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
	const cancel = runtime.after(POST_TIMEOUT, () => inTime.abort(), 'background');
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

/** What a post means for the wait. */
type PostResult = 'delivered' | 'reminded' | 'ended' | 'again';

interface Circumstances {
	/** Whether the execution has taken the answer, by what the store says. */
	claimed: boolean;
	/** How often it was posted before. */
	tries: number;
	/** For how long it has been due. ms */
	age: number;
}

/** What the webhook answers when it has taken care of a reminder, and the execution continues to wait. */
export const REMINDED = 202;

/** An answer that nobody takes for so long is treated as any other message. ms */
const LONGEST_TRYING = HOUR;

/** An execution that took its answer and can't be continued by so many tries has crashed. */
const TRIES_OF_CRASHED = 8;

/** n8n says 409 about executions that run, and about those that have ended. Only the first may still come to wait. */
const isRunning = ({ status, text }: PostAnswer) => status === 409 && text.includes('is running already');

const isTrouble = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/**
 * What a post means. Only the store says that the execution has taken an answer: n8n says 200 about one that has
 * finished, too. What n8n says decides whether the post is tried again.
 */
export function resultOfPost(
	answer: PostAnswer | undefined,
	{ claimed, tries, age }: Circumstances,
): PostResult {
	if (answer?.status === REMINDED) return 'reminded';
	const isOver = answer !== undefined && !isTrouble(answer.status);
	if (isOver && (claimed || !isRunning(answer))) return claimed ? 'delivered' : 'ended';
	if (claimed && answer !== undefined && tries >= TRIES_OF_CRASHED) return 'delivered';
	if (age < LONGEST_TRYING) return 'again';
	return claimed ? 'delivered' : 'ended';
}
