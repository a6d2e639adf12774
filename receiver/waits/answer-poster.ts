import { backoffAfter, createSignal, errorText } from '../../base';
import type { DueWait, Store } from '../../engine';
import type { Log } from '../incidents';
import { followStore, logToStderr, STORE_BACKOFF, withoutFloods } from '../incidents';
import type { PostAnswer } from './post-wait';
import { POST_ANSWER_BYTES, postWait, resultOfPost } from './post-wait';

/** What a message that answers a wait must be sorted into, before triggers start for it. */
export interface Sorted {
	/** Messages that executions have taken. */
	delivered: ReadonlySet<string>;
	/** Whether it isn't known yet of some. */
	pending: boolean;
}

/** Brings answers to the executions that wait for them. */
export interface AnswerPoster {
	/** Posts what is due, now and later, as long as anything is. Returns at once. */
	wake(): void;
	/** Which of these events executions have taken, as far as that is known after so long (ms). */
	sort(eventIds: string[], waitMs: number): Promise<Sorted>;
	/** Begins nothing more, ends what is being posted, and resolves when it has: it's posted again later. */
	close(): Promise<void>;
}

interface AnswerPosterOptions {
	store: Store;
	log?: Log;
}

/** How long a process has a wait to itself while it posts. ms */
const LEASE = 30_000;
/** How many are posted at a time. */
const AT_A_TIME = 20;
/** How long to wait between posts of the same wait. ms */
const BACKOFF = { first: 150, most: 10_000 };
/** How often to look whether another process has made something due. ms */
const LOOK_AGAIN = 15_000;
/** How often to look whether another process has posted. ms */
const LOOK_AT_OTHERS = 250;

export function createAnswerPoster({
	store: { runtime, waits },
	log = logToStderr,
}: AnswerPosterOptions): AnswerPoster {
	const { tell, flush } = withoutFloods(log, runtime);
	const state = followStore(tell);
	const woken = createSignal(runtime, 'background');
	const settled = createSignal(runtime, 'background');
	const closing = new AbortController();
	let posting: Promise<void> | undefined;
	let isWoken = false;

	async function tryPost(wait: DueWait): Promise<PostAnswer | undefined> {
		try {
			return await postWait(wait, runtime, closing.signal);
		} catch (error) {
			if (closing.signal.aborted) return undefined;
			const { origin } = new URL(wait.resumeUrl);
			const message = `n8n can't be reached at ${origin} to continue an execution with a customer's answer: ${errorText(error)}. Set BUSINESS_MESSAGING_RESUME_URL to an address of n8n that all processes reach.`;
			tell('resume', { level: 'warn', event: 'resume-failed', message });
			return undefined;
		}
	}

	function tellOfCut({ resumeUrl }: DueWait): void {
		const { origin } = new URL(resumeUrl);
		const message = `What answers at ${origin} sent more than ${POST_ANSWER_BYTES / 1_024} KB, and the rest was dropped. n8n answers with a line: check that BUSINESS_MESSAGING_RESUME_URL is an address of n8n.`;
		tell('resume-cut', { level: 'warn', event: 'resume-answer-cut', message });
	}

	async function postOne(wait: DueWait): Promise<void> {
		const { id, tries, since } = wait;
		const answer = await tryPost(wait);
		if (answer?.cut) tellOfCut(wait);
		const now = runtime.now();
		const claimed = await waits.isClaimed(id);
		const result = resultOfPost(answer, { claimed, tries, age: now - since });
		if (result === 'reminded') return;
		if (result === 'ended' && wait.eventId !== undefined) {
			const message = `The execution that waited for a customer's answer doesn't wait any more (${answer?.status ?? 'no response'}). The message is treated like any other.`;
			tell('ended', { level: 'info', event: 'wait-ended', message });
		}
		const end = result === 'again' ? { againAt: now + backoffAfter(BACKOFF, tries + 1) } : result;
		await waits.settle(wait, end, now);
	}

	/** Posts what is due. @returns when to look again (ms); `undefined` if nothing is going to be due */
	async function postDue(): Promise<number | undefined> {
		const due = await waits.takeDue(runtime.now(), LEASE, AT_A_TIME);
		await Promise.all(due.map(postOne));
		if (due.length > 0) {
			settled.raise();
			return 0;
		}
		const next = await waits.nextDue();
		return next === undefined ? undefined : Math.min(Math.max(next - runtime.now(), 1), LOOK_AGAIN);
	}

	async function postAll(): Promise<void> {
		for (let failures = 0; !closing.signal.aborted;) {
			isWoken = false;
			let wait: number | undefined;
			try {
				wait = await postDue();
				failures = 0;
				state.works();
			} catch (error) {
				state.failed(error);
				failures += 1;
				wait = backoffAfter(STORE_BACKOFF, failures);
			}
			if (isWoken || wait === 0) continue;
			if (wait === undefined) return;
			await woken.wait(wait);
		}
	}

	function wake(): void {
		isWoken = true;
		woken.raise();
		if (posting || closing.signal.aborted) return;
		posting = postAll().finally(() => {
			posting = undefined;
			// It may have been woken after its last look.
			if (isWoken) wake();
		});
	}

	return {
		wake,
		async sort(eventIds, waitMs) {
			const began = runtime.monotonic();
			for (;;) {
				const answering = eventIds.length === 0 ? [] : await waits.answering(eventIds);
				const delivered = new Set(answering.filter((each) => each.delivered).map(({ eventId }) => eventId));
				const pending = delivered.size < answering.length;
				if (pending) wake();
				if (!pending || runtime.monotonic() - began >= waitMs) return { delivered, pending };
				await settled.wait(LOOK_AT_OTHERS);
			}
		},
		async close() {
			closing.abort();
			woken.raise();
			await posting;
			flush();
		},
	};
}

/** The one of a process, which logs for whoever needed it first. */
function onlyPoster() {
	let poster: AnswerPoster | undefined;
	return {
		get: (options: AnswerPosterOptions) => (poster ??= createAnswerPoster(options)),
		close: async () => poster?.close(),
	};
}

/** The poster of a store in this process. It ends with the store. */
export const answerPosterOf = (store: Store, log?: Log): AnswerPoster =>
	store.session.part(onlyPoster).get({ store, log });
