import type { VirtualClock } from '../clock';
import type { Delivery } from './delivery';
import type { DeliveryAttempt } from './delivery-attempt';

const REMEMBERED = 200_000;
const LONGEST_ANSWER = 500;

/** How an attempt ended. */
export interface Ending {
	readonly status?: number;
	readonly error?: string;
	readonly answer?: string;
	readonly signature?: string;
}

/** The attempts so far, oldest first. Keeps at least the newest 100,000. */
export class DeliveryLog {
	readonly attempts: DeliveryAttempt[] = [];

	constructor(readonly clock: () => VirtualClock) {}

	note(
		{ id, attempts, contents, payload }: Delivery,
		url: string | null,
		outcome: DeliveryAttempt['outcome'],
		{ status, error, answer = '', signature }: Ending = {},
	): void {
		if (this.attempts.length >= REMEMBERED) this.attempts.splice(0, REMEMBERED / 2);
		const field = [...new Set(contents.map(({ event }) => event.field))].join(',');
		this.attempts.push({
			id,
			at: this.clock().now(),
			attempt: attempts,
			url,
			field,
			payload,
			status: status ?? null,
			outcome,
			...(error === undefined ? {} : { error }),
			...(answer === '' ? {} : { answer: answer.slice(0, LONGEST_ANSWER) }),
			...(signature === undefined ? {} : { signature }),
		});
	}

	/** The attempts of one delivery, oldest first. */
	of(id: string): DeliveryAttempt[] {
		return this.attempts.filter((attempt) => attempt.id === id);
	}
}
