import type { ITriggerFunctions } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { errorText, systemRuntime } from '../../base';
import { registerWebhook, staysRegistered, unregisterWebhook } from '../../receiver';
import type { Credential } from '../shared/credential';
import { lookRegularly } from '../shared/look-regularly';
import { shared } from '../shared/shared-store';
import { keepTrying, troubleReporter } from '../shared/trouble';
import { BEGUN_ANEW } from './begun-anew';
import { numbersOf } from './numbers';
import { keptBy, placeOf, registrationOf } from './registration';

/** The registrations of a trigger that are being made have this place, and their number. */
const keyOf = (place: string, channel: string) => `${place} ${channel}`;

/** Waits until the trigger's registrations that are being made have succeeded or failed. */
export async function untilRegistered(place: string): Promise<void> {
	const ofTrigger = [...shared().registrations].filter(([key]) => key.startsWith(keyOf(place, '')));
	await Promise.all(ofTrigger.map(([, registering]) => registering));
}

/** n8n begins a node's `trigger()` and its webhook methods at the same time: these haven't said their URL yet. */
class NoUrlYet extends Error {}

const description =
	"The trigger keeps trying. Until it succeeds, the phone number delivers to the previous address. You don't need to publish the workflow again.";

const noSecret = (channel: string) =>
	`The credential has no signing secret for ${channel}. Add it, or choose the other numbers in Numbers.`;

/** Registers a number as soon as that is possible. @returns ends it */
function keepNumber(
	context: ITriggerFunctions,
	{ number, what, runtime }: { number: Credential; what: string; runtime: Runtime },
): () => Promise<void> {
	const stopping = new AbortController();
	const report = troubleReporter(context, what, {
		description,
		// Somebody who publishes is there to read it. When everything starts, the store may be a moment late.
		...(!BEGUN_ANEW.has(context.getActivationMode()) && { afterMs: 0 }),
	});

	async function register(url: string): Promise<void> {
		if (number.signingSecrets.length === 0) throw new Error(noSecret(number.channel));
		const registration = await registrationOf(context, url, number);
		if (!(await staysRegistered(registration))) await registerWebhook(registration);
	}

	async function attempt(): Promise<void> {
		const { webhookUrl } = keptBy(context);
		if (webhookUrl === undefined) throw new NoUrlYet();
		const key = keyOf(placeOf(context), number.channel);
		const registering = register(webhookUrl);
		const { registrations } = shared();
		registrations.set(
			key,
			registering.catch(() => {}),
		);
		await registering.finally(() => registrations.delete(key));
	}

	const trying = keepTrying(attempt, {
		stop: stopping.signal,
		onFailure(error, failingForMs) {
			if (!(error instanceof NoUrlYet)) report(error, failingForMs);
		},
		runtime,
	});
	return async () => {
		stopping.abort();
		await trying;
	};
}

/** What counts of a number: with another key or secret, it is registered anew. */
const identityOf = ({ channel, apiKey, baseUrl, store }: Credential) =>
	JSON.stringify([channel, apiKey, baseUrl, store]);

/**
 * Registers the webhook of each number that couldn't be registered when the workflow was published or n8n was started,
 * because the store or the gateway wasn't there, and of each number that the credential gets later. n8n itself would
 * give the trigger up after some tries, also over restarts.
 * @returns ends it
 */
export function keepRegistered(
	context: ITriggerFunctions,
	runtime: Runtime = systemRuntime,
): () => Promise<void> {
	const kept = new Map<string, { number: Credential; end: () => Promise<void> }>();

	/** A number that the credential no longer has delivers to where it did before. Its key may no longer count. */
	async function leave(number: Credential): Promise<void> {
		const { webhookUrl } = keptBy(context);
		if (webhookUrl === undefined) return;
		await registrationOf(context, webhookUrl, number)
			.then(unregisterWebhook)
			.catch((error: unknown) => {
				context.logger.warn(
					`The credential no longer has ${number.channel}, whose webhook couldn't be restored: ${errorText(error)}`,
				);
			});
	}

	async function look(stopping: AbortSignal): Promise<void> {
		const numbers = await numbersOf(context);
		const now = new Map(numbers.map((number) => [identityOf(number), number]));
		for (const [identity, { number, end }] of kept) {
			if (now.has(identity)) continue;
			kept.delete(identity);
			await end();
			if (!numbers.some(({ channel }) => channel === number.channel)) await leave(number);
		}
		for (const [identity, number] of now) {
			if (kept.has(identity) || stopping.aborted) continue;
			const whose = numbers.length === 1 ? 'The webhook' : `The webhook of ${number.channel}`;
			const end = keepNumber(context, { number, what: `${whose} can't be registered`, runtime });
			kept.set(identity, { number, end });
		}
	}

	const endLooking = lookRegularly(context, "The credential's numbers can't be read", look, runtime);
	return async () => {
		await endLooking();
		await Promise.all([...kept.values()].map(({ end }) => end()));
	};
}
