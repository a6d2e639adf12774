/** What came back for a post: n8n's status and text, or nothing if nobody answered. */
export interface PostAnswer {
	status: number;
	/** Its beginning, if there was more than is read. */
	text: string;
	/** Whether there was more. */
	cut?: boolean;
}

/** What a post means for the wait. */
export type PostResult = 'delivered' | 'reminded' | 'ended' | 'again';

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
const LONGEST_TRYING = 60 * 60_000;

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
