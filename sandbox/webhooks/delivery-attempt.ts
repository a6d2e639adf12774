/**
 * One attempt to deliver an event. `id` is the delivery's: all its attempts have it. `at` is epoch ms. `status` is the
 * receiver's answer, or null if none came, and `answer` the beginning of its text. `signature` is the header's value.
 * `dropped`: no webhook URL was set. `given-up`: 7 days have passed.
 */
export interface DeliveryAttempt {
	readonly id: string;
	readonly at: number;
	readonly attempt: number;
	readonly url: string | null;
	readonly field: string;
	readonly payload: object;
	readonly status: number | null;
	readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'dropped' | 'given-up';
	readonly error?: string;
	readonly answer?: string;
	readonly signature?: string;
}
