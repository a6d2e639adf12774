import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../gateway';
import type { Log, Registration } from '../receiver';
import { isRegistered, registerWebhook } from '../receiver';

/** How long to wait before a gateway that has trouble is asked again: twice as long each time. ms */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Whether the gateway may well do the same in a while. */
function isPassing(error: unknown): boolean {
	if (!(error instanceof GatewayError)) return false;
	return error.status === undefined || error.status === 429 || error.status >= 500;
}

/**
 * Points the number's webhook at the receiver, and tries again while the gateway has trouble: deliveries come in
 * all the same where it was set before.
 * @returns false when it was stopped before
 * @throws RegistrationConflict, and GatewayError for what no waiting mends
 */
export async function registerReceiver(
	registration: Registration,
	log: Log,
	stop: AbortSignal,
): Promise<boolean> {
	for (let wait = FIRST_WAIT; !stop.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
		try {
			if (!(await isRegistered(registration))) await registerWebhook(registration);
			return true;
		} catch (error) {
			if (!isPassing(error)) throw error;
			const { message } = error as GatewayError;
			log({ level: 'warn', event: 'not-registered', message: `${message}. It is tried again.` });
			await sleep(wait, undefined, { signal: stop }).catch(() => {});
		}
	}
	return false;
}
