import { isDeepStrictEqual } from 'node:util';
import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { Receiver } from '../../receiver';
import { isOwnUrl, problemsOfForwarding, shareReceiver } from '../../receiver';
import { createSender, createTemplateAsker } from '../../sending';
import { gatewayOf } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { credentialsOf } from '../shared/credential';
import { FORWARDING_NAMES } from '../shared/forwarding';
import { keepOpening, stopReading } from '../shared/inbox/read-inbox';
import { lookRegularly } from '../shared/look-regularly';
import { keepTrying, logTo, troubleReporter } from '../shared/trouble';
import type { Settings } from './read-settings';
import { readSettings } from './read-settings';

function listen(
	context: ITriggerFunctions,
	store: Store,
	listener: NonNullable<Settings['receiver']>,
	credential: Credential,
): Promise<Receiver> {
	const { account, channel, signingSecrets: secret, profile } = credential;
	const gateway = gatewayOf(context, credential);
	const { measureClock } = createSender({ engine: createEngine({ store }), gateway });
	const askTemplate = createTemplateAsker({ store }, gateway, credential);
	const ofNumber = { account, channel, secret, profile, measureClock, askTemplate };
	const log = logTo(context);
	return shareReceiver({ ...listener, ...ofNumber, store, log, settingNames: FORWARDING_NAMES });
}

/** @throws NodeOperationError that names everything that is wrong with Forward To */
async function refuseForwarding(context: ITriggerFunctions, { receiver }: Settings): Promise<void> {
	if (!receiver) return;
	const problems = await problemsOfForwarding(receiver, FORWARDING_NAMES, isOwnUrl(receiver));
	if (problems.length === 0) return;
	throw new NodeOperationError(context.getNode(), `The trigger can't forward: ${problems.join('; ')}.`);
}

/** What a listener depends on. If a number's key or secret changes, the trigger starts to listen again. */
const identityOf = ({ channel, account, apiKey, baseUrl, signingSecrets }: Credential) =>
	JSON.stringify([channel, account, apiKey, baseUrl, signingSecrets]);

/** The listeners of a trigger, each for a number. */
function createListeners(context: ITriggerFunctions, store: Store, trying: Parameters<typeof keepTrying>[1]) {
	const open = new Map<string, Receiver>();
	return {
		/** Listens for these numbers, and for no others any more. */
		async listenFor(
			listener: NonNullable<Settings['receiver']>,
			numbers: readonly Credential[],
		): Promise<void> {
			const wanted = new Map(numbers.map((number) => [identityOf(number), number]));
			for (const [identity, number] of wanted) {
				if (open.has(identity)) continue;
				const receiver = await keepTrying(() => listen(context, store, listener, number), trying);
				if (receiver) open.set(identity, receiver);
			}
			for (const [identity, receiver] of open) {
				if (wanted.has(identity)) continue;
				open.delete(identity);
				await receiver.close();
			}
		},
		async close(): Promise<void> {
			await Promise.all([...open.values()].map((receiver) => receiver.close()));
		},
	};
}

/**
 * Reads the inbox until the trigger closes. It reads when it resolves, unless the store isn't there yet: it waits for
 * the store and for its port, and publishing doesn't. Only mistakes in the form or the credential fail the publication.
 * Numbers that the credential gets later are read, and listened for, within a minute.
 */
export async function openTrigger(
	this: ITriggerFunctions,
	runtime: Runtime = systemRuntime,
): Promise<ITriggerResponse> {
	const numbers = await credentialsOf(this);
	const settings = readSettings(this, numbers);
	await refuseForwarding(this, settings);
	const stopping = new AbortController();
	const trying = { stop: stopping.signal, onFailure: troubleReporter(this, "The inbox can't be read") };
	const reading = await keepOpening(this, settings, numbers[0], { ...trying, runtime });
	const opening = reading.opening.then(
		(opened) => opened && { ...opened, listeners: createListeners(this, opened.store, trying) },
	);

	let read = settings.subscription.channels;
	const look = async () => {
		const opened = await opening;
		if (!opened) return;
		const now = await credentialsOf(this);
		const { receiver, subscription } = readSettings(this, now);
		if (!isDeepStrictEqual(subscription.channels, read)) {
			await opened.subscriber.readNumbers(subscription.channels ?? []);
			read = subscription.channels;
		}
		// The subscription exists before the first delivery comes.
		if (receiver) await opened.listeners.listenFor(receiver, now);
	};
	const endLooking = lookRegularly(this, "The credential's numbers can't be read", look, runtime);

	return {
		closeFunction: async () => {
			stopping.abort();
			await endLooking();
			const opened = await opening;
			await opened?.listeners.close();
			if (opened) await stopReading(this, opened, settings);
		},
	};
}
