import { backoffAfter, createSignal, errorText } from '../../base';
import { STORE_BACKOFF } from '../inbox/store-trouble';
import { nameOfTarget } from './targets';
import type { ForwardingOptions } from './target-queue';
import { closeQueues, openTargetQueue } from './target-queue';

/** Forwards for as long as it is open. */
export interface Forwarder {
	/**
	 * Begins nothing more, and waits for what is on its way, at most some seconds: what takes longer is tried again by
	 * the next who forwards. The store stays open.
	 */
	close(): Promise<void>;
}

/** How often to look for deliveries that another process queued, and for those that are to be tried again. ms */
const LOOK_AGAIN = 1_000;

/**
 * Passes queued deliveries on to their targets, each at its own pace: one that is down holds up nobody else. Any number
 * of processes can do it with one store at the same time. A delivery comes to each target at least once.
 */
export function startForwarding(options: ForwardingOptions): Forwarder {
	const { store, forwardTo, tell } = options;
	const { runtime } = store;
	const closed = createSignal(runtime);
	let isClosed = false;
	const queues = [...new Set(forwardTo)].map((target) => {
		return { target, queue: openTargetQueue(target, options) };
	});

	async function forward({ target, queue }: (typeof queues)[number]): Promise<void> {
		let failures = 0;
		while (!isClosed) {
			try {
				const rest = await queue.forwardDue();
				failures = 0;
				if (isClosed) return;
				if (rest > 0) await closed.wait(rest);
				else await Promise.race([closed.wait(LOOK_AGAIN), store.forwards.untilQueued(LOOK_AGAIN)]);
			} catch (error) {
				failures += 1;
				const message = `The store doesn't respond, so nothing is forwarded: ${errorText(error)}`;
				const incident = { level: 'error', event: 'store-trouble', message } as const;
				tell('forward-store', { ...incident, target: nameOfTarget(target) });
				await closed.wait(backoffAfter(STORE_BACKOFF, failures));
			}
		}
	}

	const forwarding = Promise.all(queues.map(forward));
	return {
		async close() {
			isClosed = true;
			closed.raise();
			const open = queues.map(({ queue }) => queue);
			await closeQueues(open, forwarding, runtime);
		},
	};
}
