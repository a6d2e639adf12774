import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { ForwardingOptions, TargetQueue } from './target-queue';
import { closeQueues, openTargetQueue } from './target-queue';
import { nameOfTarget } from './targets';

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
		const message = `The store doesn't respond, so nothing is forwarded: ${errorText(error)}`;
		const incident = { level: 'error', event: 'store-trouble', message } as const;
		tell('forward-store', { ...incident, target: nameOfTarget(target) });
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
