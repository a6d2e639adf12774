import type { Store } from '../../engine';
import { errorText } from '../../base';
import type { ForwardingOptions, TargetQueue } from './target-queue';
import { openTargetQueue } from './target-queue';
import { nameOfTarget } from './targets';

interface Soon {
	queue: TargetQueue;
	isWanted: boolean;
	isRunning: boolean;
}

/** Beside the store, as deliveries come and go. */
const queuesOfStore = new WeakMap<Store, Map<string, Soon>>();

function soonOf(target: string, options: ForwardingOptions): Soon {
	const known = queuesOfStore.get(options.store) ?? new Map<string, Soon>();
	queuesOfStore.set(options.store, known);
	const key = JSON.stringify([target, options.privateHosts]);
	const soon = known.get(key) ?? {
		queue: openTargetQueue(target, options),
		isWanted: false,
		isRunning: false,
	};
	known.set(key, soon);
	return soon;
}

async function run(soon: Soon, target: string, { tell }: ForwardingOptions): Promise<void> {
	soon.isWanted = true;
	if (soon.isRunning) return;
	soon.isRunning = true;
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
		soon.isRunning = false;
	}
}

/**
 * Passes on what is due now, once, in a process that takes deliveries but doesn't stay: what fails is left to those who
 * forward for as long as they are open.
 */
export function forwardSoon(options: ForwardingOptions): void {
	for (const target of new Set(options.forwardTo)) void run(soonOf(target, options), target, options);
}
