import type { ITriggerFunctions } from 'n8n-workflow';
import { registerWebhook, staysRegistered } from '../../receiver';
import { shared } from '../shared/shared-store';
import { keepTrying, troubleReporter } from '../shared/trouble';
import { BEGUN_ANEW } from './begun-anew';
import { keptBy, placeOf, registrationOf } from './registration';

/** Waits until the trigger's registration, if one is being made, has succeeded or failed. */
export const untilRegistered = async (place: string): Promise<void> => shared().registrations.get(place);

/** n8n begins a node's `trigger()` and its webhook methods at the same time: these haven't said their URL yet. */
class NoUrlYet extends Error {}

const description =
	"The trigger keeps trying. Until it succeeds, the phone number delivers to the previous address. You don't need to publish the workflow again.";

/**
 * Registers the webhook if it couldn't be registered when the workflow was published or n8n was started, because the
 * store or the gateway wasn't there. n8n itself would give the trigger up after some tries, also over restarts.
 * @returns ends it
 */
export function keepRegistered(context: ITriggerFunctions): () => Promise<void> {
	const place = placeOf(context);
	const stopping = new AbortController();
	const report = troubleReporter(context, "The webhook can't be registered", {
		description,
		// Somebody who publishes is there to read it. When everything starts, the store may be a moment late.
		...(!BEGUN_ANEW.has(context.getActivationMode()) && { afterMs: 0 }),
	});

	async function register(url: string): Promise<void> {
		const registration = await registrationOf(context, url);
		if (!(await staysRegistered(registration))) await registerWebhook(registration);
	}

	async function attempt(): Promise<void> {
		const { webhookUrl } = keptBy(context);
		if (webhookUrl === undefined) throw new NoUrlYet();
		const registering = register(webhookUrl);
		const { registrations } = shared();
		registrations.set(
			place,
			registering.catch(() => {}),
		);
		await registering.finally(() => registrations.delete(place));
	}

	const trying = keepTrying(attempt, {
		stop: stopping.signal,
		onFailure(error, failingForMs) {
			if (!(error instanceof NoUrlYet)) report(error, failingForMs);
		},
	});
	return async () => {
		stopping.abort();
		await trying;
	};
}
