import type { Backoff, Runtime } from '../../base';
import { backoffAfter, HOUR, MINUTE, SECOND, sleep } from '../../base';
import type { ForwardEnd, QueuedForward, Store } from '../../engine';
import { nameOfTarget } from '../../engine';
import type { Transport } from '../../gateway';
import { axiosTransport } from '../../gateway';
import type { Tell } from '../incidents';
import type { Tried } from './post';
import { ANSWER_BYTES, post, POST_TIMEOUT } from './post';
import type { ForwardingSettings, SettingNames } from './targets';
import { mayBePrivate, OPTION_NAMES } from './targets';

/** The most deliveries that are claimed at a time, and posted at a time. */
const CLAIM = 32;
const AT_A_TIME = 8;

/** So many posts of a claim are made at a time, and each may take as long as it can. ms */
const LEASE = (CLAIM / AT_A_TIME + 2) * POST_TIMEOUT;

/** How long a delivery waits after a try that failed. */
const AGAIN: Backoff = { first: 5_000, most: HOUR };

/** How long a target is left alone after all that was tried failed. */
const REST: Backoff = { first: SECOND, most: MINUTE };

export interface ForwardingOptions extends ForwardingSettings {
	store: Store;
	/** What the settings are called where they are made, for errors. The names of the options if left out. */
	names?: SettingNames;
	tell: Tell;
	/** How much may wait for each target; `FORWARDED_BYTES` if left out. */
	mostBytes?: number;
	/** How requests are made; over axios if left out. */
	transport?: Transport;
}

/** One for all targets. */
const sharedTransport = () => axiosTransport({ timeout: POST_TIMEOUT });

/** How long closing waits for what is on its way. ms */
const CLOSING_WAIT = 5_000;

/** The deliveries that wait for one target. */
export interface TargetQueue {
	/**
	 * Passes on what is due, until nothing is, or until the target rests.
	 * @returns how long it rests now. ms
	 * @throws what the store throws
	 */
	forwardDue(): Promise<number>;
	/** Begins nothing more. */
	stop(): void;
	/** Ends what was begun: it is tried again later. */
	abort(): void;
}

/**
 * Forwards to one target. A target at which all tries fail rests, and then gets one delivery to see whether it is back,
 * and not all that wait for it.
 */
export function openTargetQueue(target: string, options: ForwardingOptions): TargetQueue {
	const {
		store,
		names = OPTION_NAMES,
		tell,
		mostBytes,
		transport = store.session.part(sharedTransport),
	} = options;
	const { runtime, forwards } = store;
	const to = { target, ...(!mayBePrivate(target, options) && { publicUnlessIn: names.privateHosts }) };
	const name = nameOfTarget(target);
	const aborting = new AbortController();
	let isStopped = false;
	/** Whether it took the last delivery that says anything about it. */
	let isSound = false;
	let failures = 0;
	let restsUntil = -Infinity;

	async function postAll(deliveries: QueuedForward[]): Promise<Tried[]> {
		const left = [...deliveries];
		const tried: Tried[] = [];
		async function postNext(): Promise<void> {
			for (let next = left.shift(); next && !isStopped; next = left.shift()) {
				tried.push(await post(next, to, { transport, runtime, signal: aborting.signal }));
			}
		}
		await Promise.all(Array.from({ length: Math.min(AT_A_TIME, deliveries.length) }, postNext));
		return tried;
	}

	function endOf({ delivery: { seq, token, tries }, error }: Tried): ForwardEnd {
		if (error === undefined) return { seq, token };
		if (aborting.signal.aborted) return { seq, token, wait: 0 };
		return { seq, token, wait: backoffAfter(AGAIN, tries), error };
	}

	/** What was tried in vain before says nothing about the target if it answers. */
	const isKnownRefusal = ({ delivery, refused }: Tried) => refused === true && delivery.tries > 1;

	function judge(tried: Tried[]): void {
		if (tried.some(({ held }) => held)) {
			const message = `${name} takes deliveries, but doesn't end its answers, or answers with more than ${ANSWER_BYTES / 1_024} KB. Nothing is lost: the connections are closed.`;
			tell(`forward-held:${target}`, { level: 'warn', event: 'forward-held', message, target: name });
		}
		const failed = tried.filter(({ error }) => error !== undefined);
		if (failed.length < tried.length) {
			if (failures > 0) {
				const message = `${name} takes deliveries again.`;
				tell(`forward-resumed:${target}`, { level: 'info', event: 'forward-resumed', message, target: name });
			}
			[isSound, failures] = [true, 0];
		} else if (!isSound || !tried.every(isKnownRefusal)) {
			[isSound, failures] = [false, failures + 1];
			restsUntil = runtime.monotonic() + backoffAfter(REST, failures);
		}
		if (failed.length === 0 || failures > 1) return;
		const message = `A delivery couldn't be forwarded to ${name}. It's tried again. ${failed.at(-1)!.error}`;
		tell(`forward-failed:${target}`, { level: 'warn', event: 'forward-failed', message, target: name });
	}

	function tellOfDropped(count: number): void {
		const message = `Deliveries weren't forwarded to ${name} within 7 days, and were dropped.`;
		const incident = { level: 'error', event: 'forward-dropped', message, target: name } as const;
		tell(`forward-dropped:${target}`, { ...incident, deliveries: count });
	}

	function tellOfDisplaced(count: number): void {
		const message = `More waited to be forwarded to ${name} than there is room for, so the oldest deliveries were dropped. Check that ${name} takes deliveries.`;
		const incident = { level: 'error', event: 'forward-displaced', message, target: name } as const;
		tell(`forward-displaced:${target}`, { ...incident, deliveries: count });
	}

	const restsFor = () => Math.max(0, restsUntil - runtime.monotonic());

	return {
		async forwardDue() {
			while (!isStopped && restsFor() === 0) {
				const limit = isSound ? CLAIM : 1;
				const claim = { limit, leaseMs: LEASE, token: runtime.uuid(), mostBytes };
				const { deliveries, dropped, displaced } = await forwards.claim(target, claim);
				if (dropped > 0) tellOfDropped(dropped);
				if (displaced > 0) tellOfDisplaced(displaced);
				if (deliveries.length === 0 && dropped === 0) break;
				const tried = await postAll(deliveries);
				const seqs = new Set(tried.map(({ delivery }) => delivery.seq));
				const untried = deliveries.filter(({ seq }) => !seqs.has(seq));
				await forwards.settle(target, [
					...tried.map(endOf),
					...untried.map(({ seq, token }) => ({ seq, token, wait: 0 })),
				]);
				if (tried.length > 0 && !aborting.signal.aborted) judge(tried);
			}
			return restsFor();
		},
		stop: () => void (isStopped = true),
		abort: () => aborting.abort(),
	};
}

/**
 * Has queues begin nothing more, and waits for what is on its way, at most some seconds: what takes longer is tried
 * again by the next who forwards.
 * @param running resolves when nothing of them runs any more
 */
export async function closeQueues(
	queues: readonly TargetQueue[],
	running: Promise<unknown>,
	runtime: Runtime,
): Promise<void> {
	for (const queue of queues) queue.stop();
	await Promise.race([running, sleep(runtime, CLOSING_WAIT, 'background')]);
	for (const queue of queues) queue.abort();
	await running;
}
