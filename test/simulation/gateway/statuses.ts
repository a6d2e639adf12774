import type { Random } from '../../support/seeded-random';
import { messageStatus } from '../../support/wire';
import type { Scheduler } from '../scheduler';
import type { Deliveries } from './deliveries';
import type { AcceptedMessage, MessageStatus } from './truth';

/** The ways that messages go after they are accepted. */
const WAYS: readonly MessageStatus[][] = [
	['sent', 'delivered', 'read'],
	['sent', 'delivered'],
	['sent'],
	['sent', 'failed'],
	['failed'],
	// It arrived on one of the customer's devices.
	['sent', 'delivered', 'failed'],
];

const UNDELIVERABLE = 131026;

/** Has an accepted message go its way, and tells of each step. */
export function followMessage(
	message: AcceptedMessage,
	{ scheduler, random, deliveries }: { scheduler: Scheduler; random: Random; deliveries: Deliveries },
	now: () => number,
): void {
	const [next, ...rest] = random.pick(WAYS);
	step(next!, rest);

	function step(status: MessageStatus, rest: MessageStatus[]): void {
		scheduler.after(random.upTo(3_000), `gateway: ${message.key} is ${status}`, () => {
			if (status !== 'failed' || message.status !== 'delivered') message.status = status;
			const { id, to, callbackData } = message;
			const code = status === 'failed' ? { code: UNDELIVERABLE } : {};
			deliveries.send(messageStatus({ at: now(), status, id, to, callbackData, ...code }));
			const [next, ...others] = rest;
			if (next) step(next, others);
		});
	}
}
