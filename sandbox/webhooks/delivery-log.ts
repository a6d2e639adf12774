import type { VirtualClock } from '../clock';
import type { Delivery } from './delivery';

const REMEMBERED = 200_000;

/**
 * One attempt to deliver an event. `at` is epoch ms. `status` is the receiver's answer, or null if none came.
 * `dropped`: no webhook URL was set. `given-up`: 7 days have passed.
 */
export interface DeliveryAttempt {
	readonly at: number;
	readonly attempt: number;
	readonly url: string | null;
	readonly field: string;
	readonly payload: object;
	readonly status: number | null;
	readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'dropped' | 'given-up';
	readonly error?: string;
}

/** The attempts so far, oldest first. Keeps at least the newest 100,000. */
export class DeliveryLog {
	readonly attempts: DeliveryAttempt[] = [];

	constructor(readonly clock: () => VirtualClock) {}

	note(
		{ attempts, contents, payload }: Delivery,
		url: string | null,
		outcome: DeliveryAttempt['outcome'],
		status: number | null = null,
		error?: string,
	): void {
		if (this.attempts.length >= REMEMBERED) this.attempts.splice(0, REMEMBERED / 2);
		const field = [...new Set(contents.map(({ event }) => event.field))].join(',');
		const at = this.clock().now();
		const failure = error === undefined ? {} : { error };
		this.attempts.push({ at, attempt: attempts, url, field, payload, status, outcome, ...failure });
	}
}
