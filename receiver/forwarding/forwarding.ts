import type { Runtime } from '../../base';
import { backoffAfter, createSignal } from '../../base';
import { nameOfTarget } from '../../engine';
import type { Tell } from '../incidents';
import { followStore, STORE_BACKOFF } from '../incidents';
import type { ForwardingOptions, TargetQueue } from './target-queue';
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

const followStoreFor = (tell: Tell, target: string) =>
	followStore(tell, { target: nameOfTarget(target) }, ', so nothing is forwarded');

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
		const state = followStoreFor(tell, target);
		let failures = 0;
		while (!isClosed) {
			try {
				const rest = await queue.forwardDue();
				failures = 0;
				state.works();
				if (isClosed) return;
				if (rest > 0) await closed.wait(rest);
				else await Promise.race([closed.wait(LOOK_AGAIN), store.forwards.untilQueued(LOOK_AGAIN)]);
			} catch (error) {
				failures += 1;
				state.failed(error);
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

interface Soon {
	queue: TargetQueue;
	isWanted: boolean;
	running?: Promise<void>;
}

/** The queues of this process, by target and by what it may be. */
function queuesByTarget(runtime: Runtime) {
	const queues = new Map<string, Soon>();
	return {
		of(target: string, options: ForwardingOptions): Soon {
			const key = JSON.stringify([target, options.privateHosts]);
			const soon = queues.get(key) ?? { queue: openTargetQueue(target, options), isWanted: false };
			queues.set(key, soon);
			return soon;
		},
		async close() {
			const all = [...queues.values()];
			const running = Promise.all(all.map((soon) => soon.running));
			await closeQueues(
				all.map(({ queue }) => queue),
				running,
				runtime,
			);
		},
	};
}

async function run(soon: Soon, target: string, { tell }: ForwardingOptions): Promise<void> {
	try {
		while (soon.isWanted) {
			soon.isWanted = false;
			await soon.queue.forwardDue();
		}
	} catch (error) {
		followStoreFor(tell, target).failed(error);
	} finally {
		soon.running = undefined;
	}
}

/**
 * Passes on what is due now, once, in a process that takes deliveries but doesn't stay: what fails is left to those who
 * forward for as long as they are open. It ends with the store.
 */
export function forwardSoon(options: ForwardingOptions): void {
	const queues = options.store.session.part(queuesByTarget);
	for (const target of new Set(options.forwardTo)) {
		const soon = queues.of(target, options);
		soon.isWanted = true;
		soon.running ??= run(soon, target, options);
	}
}
