import { backoffAfter, createSignal, systemRuntime } from '../base';
import { GatewayError } from '../gateway';
import type { Log, Registration } from '../receiver';
import { isRegistered, registerWebhook } from '../receiver';

/** How long to wait before the next try when the gateway has trouble. ms */
const AGAIN = { first: 1_000, most: 60_000 };

/** Whether the same call may succeed later. */
function isPassing(error: unknown): boolean {
	if (!(error instanceof GatewayError)) return false;
	return error.status === undefined || error.status === 429 || error.status >= 500;
}

/**
 * Points the number's webhook at the receiver. Tries again while the gateway has trouble, because deliveries may
 * already come in through an earlier registration.
 * @returns false if it was stopped before
 * @throws RegistrationConflict, or GatewayError if trying again can't help
 */
export async function registerReceiver(
	registration: Registration,
	log: Log,
	stop: AbortSignal,
): Promise<boolean> {
	const stopped = createSignal(systemRuntime);
	stop.addEventListener('abort', stopped.raise);
	for (let failures = 1; !stop.aborted; failures += 1) {
		try {
			if (!(await isRegistered(registration))) await registerWebhook(registration);
			return true;
		} catch (error) {
			if (!isPassing(error)) throw error;
			const { message } = error as GatewayError;
			log({ level: 'warn', event: 'not-registered', message: `${message}. Trying again.` });
			if (!stop.aborted) await stopped.wait(backoffAfter(AGAIN, failures));
		}
	}
	return false;
}
